import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { Pagination } from '../../ui/texts/pagination';
import { Skeleton } from '../../ui/texts/skeleton';
import { adminErrorMessage } from './admin-error';
import styles from './admin.module.css';

interface Page {
  page: number;
  total: number;
  total_pages: number;
}

interface ListingProps<T extends Page> {
  list: UseQueryResult<T>;
  /** The title when the list fails to load. */
  failed: string;
  empty: { title: string; text?: string };
  /** The message with the number of entries. */
  count: (total: number) => string;
  /** @returns the query string for a page, such as `?page=3` */
  to: (page: number) => string;
  /** The label of the pagination, on a screen with several lists. */
  pages?: string;
  children: (data: T) => ReactNode;
}

/** Shows one page of a list, or that the list is loading, has failed to load, or is empty. */
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
      <LoadFailed
        title={failed}
        text={adminErrorMessage(t, list.error)}
        error={list.error}
        onRetry={() => list.refetch()}
      />
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
