import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { reportQueue, type ReportState } from '../../api/moderation';
import { useLanguage } from '../../lib/language-path';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { Pagination } from '../../ui/texts/pagination';
import { Skeleton } from '../../ui/texts/skeleton';
import styles from './moderation.module.css';
import { ReportCard } from './report-card';

const states: ReportState[] = ['open', 'resolved'];

const addressOf = (state: ReportState, page: number) => {
  const params = new URLSearchParams();
  if (state !== 'open') params.set('state', state);
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
};

/** The queue, the oldest first; what was decided, the newest first. */
export function ReportList() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [params] = useSearchParams();
  const state = states.find((name) => name === params.get('state')) ?? 'open';
  const wanted = Number(params.get('page'));
  const page = Number.isInteger(wanted) && wanted >= 1 && wanted <= 100_000 ? wanted : 1;
  const list = useQuery(reportQueue({ state, page, lang }));
  return (
    <section aria-label={t(`moderation:tab.${state}`)}>
      <nav className={styles.tabs} aria-label={t('moderation:reports')}>
        {states.map((name) => (
          <Link
            key={name}
            to={addressOf(name, 1)}
            aria-current={name === state ? 'page' : undefined}
            preventScrollReset
          >
            {t(`moderation:tab.${name}`)}
          </Link>
        ))}
      </nav>
      {list.isPending && <Skeleton height="14rem" className={styles.waiting} />}
      {list.isError && (
        <EmptyState drawing="thread" live title={t('moderation:loadFailed')} text={problemWords(t, list.error)}>
          <Button onClick={() => list.refetch()}>{t('common:tryAgain')}</Button>
        </EmptyState>
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
            to={(target) => addressOf(state, target)}
          />
        </>
      )}
    </section>
  );
}
