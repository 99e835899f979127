import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { purchases } from '../../api/purchases';
import type { Purchase } from '../../api/types';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../forms/form-problem';
import styles from './renew-link.module.css';

interface RenewLinkProps {
  purchase: Pick<Purchase, 'purchaseId' | 'renewalsLeft'>;
  onRenewed?: (purchase: Purchase) => void;
}

/** Renews the download link of a purchase and shows how many renewals are left this month. */
export function RenewLink({ purchase: { purchaseId, renewalsLeft }, onRenewed }: RenewLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const renewal = useMutation({
    mutationFn: () => purchases.renewLink(purchaseId, language),
    onSuccess: (purchase) => {
      onRenewed?.(purchase);
      return queries.invalidateQueries({ queryKey: ['mine'] });
    },
  });
  if (renewalsLeft === 0)
    return <p className="muted small">{t('downloads:renew.none', { date: formatDate(nextMonth(), language) })}</p>;
  return (
    <div className={styles.renew}>
      <Button variant="outline" loading={renewal.isPending} onClick={() => renewal.mutate()}>
        {t('downloads:renew.action')}
      </Button>
      <p className="muted small">{t('downloads:renew.left', { count: renewalsLeft })}</p>
      {renewal.isError && <FormProblem text={errorMessage(t, renewal.error, t('downloads:renew.failed'))} />}
    </div>
  );
}

function nextMonth(now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth() + 1, 1, 12).toISOString();
}
