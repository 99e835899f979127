import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PatternPage } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';

/** Shows which of the found patterns are on the page, such as 13–24 of 30. Screen readers announce each change. */
export function Count({ list: { data, isPending } }: { list: UseQueryResult<PatternPage> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!data) return <output>{isPending && t('common:loading')}</output>;
  const from = (data.page - 1) * data.limit + 1;
  const to = from + data.patterns.length - 1;
  const message = data.patterns.length
    ? t('catalogue:showing', {
        from: formatNumber(from, language),
        to: formatNumber(to, language),
        count: data.total,
        total: formatNumber(data.total, language),
      })
    : data.total
      ? t('catalogue:showingBeyond', { count: data.total, total: formatNumber(data.total, language) })
      : t('catalogue:showingNone');
  return <output className="figures">{message}</output>;
}
