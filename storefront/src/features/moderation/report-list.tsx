import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { reportQueue, type ReportState } from '../../api/moderation';
import { useLanguage } from '../../lib/language-path';
import { toPageNumber } from '../../lib/paging/page-number';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { Pagination } from '../../ui/texts/pagination';
import { Skeleton } from '../../ui/texts/skeleton';
import styles from './moderation.module.css';
import { ModerationTabs, tabPath } from './moderation-tabs';
import { ReportCard } from './report-card';

const states: ReportState[] = ['open', 'resolved'];

/** The open reports (oldest first) or the resolved reports (newest first). */
export function ReportList() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [params] = useSearchParams();
  const state = states.find((name) => name === params.get('state')) ?? 'open';
  const page = toPageNumber(params.get('page'));
  const list = useQuery(reportQueue({ state, page, lang }));
  return (
    <section aria-label={t(`moderation:tab.${state}`)}>
      <ModerationTabs current={state} />
      {list.isPending && <Skeleton height="14rem" className={styles.waiting} />}
      {list.isError && (
        <LoadFailed title={t('moderation:loadFailed')} error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && (
        <>
          <output className={`${styles.count} figures`}>
            {t(`moderation:count.${state}`, { count: list.data.total })}
          </output>
          {list.data.reports.length === 0 && list.data.total === 0 && (
            <EmptyState
              drawing="envelope"
              title={t(`moderation:empty.${state}`)}
              text={t(`moderation:emptyText.${state}`)}
            />
          )}
          <ul className={styles.reports} data-stale={list.isPlaceholderData || undefined}>
            {list.data.reports.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </ul>
          <Pagination
            page={Math.min(page, list.data.total_pages + 1)}
            lastPage={list.data.total_pages}
            to={(target) => tabPath(state, target)}
          />
        </>
      )}
    </section>
  );
}
