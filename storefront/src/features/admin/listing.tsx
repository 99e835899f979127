import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { Pagination } from '../../ui/texts/pagination';
import { Skeleton } from '../../ui/texts/skeleton';
import styles from './admin.module.css';
import { adminProblem } from './admin-problem';

interface Page {
  page: number;
  total: number;
  total_pages: number;
}

interface ListingProps<T extends Page> {
  list: UseQueryResult<T>;
  failed: string;
  empty: { title: string; text?: string };
  /** Says how many there are. */
  count: (total: number) => string;
  to: (page: number) => string;
  /** Names the pages on a screen that has several lists. */
  pages?: string;
  children: (data: T) => ReactNode;
}

/** One page of a list with everything it can be: on its way, failed, empty, beyond the last page. */
export function Listing<T extends Page>({ list, failed, empty, count, to, pages, children }: ListingProps<T>) {
  const { t } = useTranslation();
  if (list.isPending) {
    return (
      <div aria-busy="true">
        <Skeleton height="1.5rem" width="8rem" className={styles.count} />
        <Skeleton height="32rem" />
      </div>
    );
  }
  if (list.isLoadingError) {
    return (
      <EmptyState drawing="thread" live title={failed} text={adminProblem(t, list.error)} error={list.error}>
        <Button onClick={() => list.refetch()}>{t('common:tryAgain')}</Button>
      </EmptyState>
    );
  }
  const { data } = list;
  return (
    <>
      <output className={`${styles.count} figures`}>{count(data.total)}</output>
      {data.total === 0 && <EmptyState drawing="tape" {...empty} />}
      {data.total > 0 && data.page <= data.total_pages && (
        <div className={styles.results} data-stale={list.isPlaceholderData || undefined}>
          {children(data)}
        </div>
      )}
      <Pagination page={Math.min(data.page, data.total_pages + 1)} lastPage={data.total_pages} to={to} label={pages} />
    </>
  );
}
