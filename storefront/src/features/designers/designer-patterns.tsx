import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { patternsBy } from '../../api/designers';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { toPageNumber } from '../../lib/paging/page-number';
import { useScrollUp } from '../../lib/hooks/use-scroll-up';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { Pagination } from '../../ui/texts/pagination';
import { PatternGrid, PatternGridSkeleton } from '../../ui/patterns/pattern-grid';
import styles from './designers.module.css';

/** The patterns of a designer. The page number is in the URL. */
export function DesignerPatterns({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [params] = useSearchParams();
  const page = toPageNumber(params.get('page'));
  const list = useQuery(patternsBy(slug, page, language));
  useScrollUp(page);
  const { data } = list;
  const from = (page - 1) * (data?.limit ?? 0);
  return (
    <>
      <output className={`${styles.count} muted figures`}>
        {list.isPending && t('common:loading')}
        {data &&
          data.patterns.length > 0 &&
          t('catalogue:showing', {
            from: formatNumber(from + 1, language),
            to: formatNumber(from + data.patterns.length, language),
            count: data.total,
            total: formatNumber(data.total, language),
          })}
      </output>
      <div className={styles.patterns} data-stale={list.isPlaceholderData || undefined} aria-busy={list.isPending}>
        {list.isPending && <PatternGridSkeleton count={8} />}
        {list.isError && (
          <LoadFailed title={t('catalogue:failed.title')} error={list.error} onRetry={() => list.refetch()} />
        )}
        {data?.patterns.length === 0 && data.total > 0 && (
          <EmptyState drawing="tape" title={t('catalogue:beyond.title')}>
            <Button component={Link} to="?" variant="outline">
              {t('catalogue:beyond.action')}
            </Button>
          </EmptyState>
        )}
        {data?.total === 0 && <EmptyState drawing="hanger" title={t('designers:nothingOnSale')} />}
        {data && data.patterns.length > 0 && <PatternGrid patterns={data.patterns} />}
      </div>
      <Pagination
        page={page}
        lastPage={data?.total_pages ?? 1}
        to={(target) => (target > 1 ? `?page=${target}` : '?')}
      />
    </>
  );
}
