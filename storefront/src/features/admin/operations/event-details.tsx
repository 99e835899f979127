import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvent } from '../../../api/operations';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { Skeleton } from '../../../ui/texts/skeleton';
import { LoadProblem } from '../load-problem';
import { EventActions } from './event-actions';
import { JobExecution } from './job-execution';
import styles from './operations.module.css';
import { formatExactly } from './operations-times';
import type { Outcome } from './use-dead-letter';

interface EventDetailsProps {
  id: string;
  onOutcome: (outcome: Outcome) => void;
}

/** One event with its payload, its jobs, and the replays and discards of the jobs. */
export function EventDetails({ id, onOutcome }: EventDetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: event, error, refetch } = useQuery(adminEvent(id));
  if (!event) return error ? <LoadProblem error={error} onRetry={() => refetch()} /> : <Loading />;
  const { type, payload, occurredAt, relayedAt, deliveries: executions, deeds: actions } = event;
  return (
    <div className={styles.details}>
      <DataList
        rows={[
          [t('operations:event.id'), <code key="id">{id}</code>],
          [t('operations:event.type'), <code key="type">{type}</code>],
          [t('operations:event.occurredAt'), formatExactly(occurredAt, language)],
          [
            t('operations:event.relayedAt'),
            relayedAt ? formatExactly(relayedAt, language) : t('operations:event.notRelayed'),
          ],
        ]}
      />
      <h3>{t('operations:event.payload')}</h3>
      <DataList
        rows={Object.entries(payload)
          .filter(([name]) => name !== 'type')
          .map(([name, value]) => [
            <code key="name">{name}</code>,
            <code key="value">{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
          ])}
      />
      <h3>{t('operations:event.deliveries')}</h3>
      {executions.length === 0 && <p className="muted">{t('operations:event.noDeliveries')}</p>}
      <ul className={styles.executions}>
        {executions.map((execution) => (
          <JobExecution key={execution.job} eventId={id} execution={execution} onOutcome={onOutcome} />
        ))}
      </ul>
      <EventActions actions={actions} />
      <p className="small">
        <LocalLink to={`/admin/operations?subject=${id}#events`}>{t('operations:event.link')}</LocalLink>
      </p>
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className={styles.details}>
      <Skeleton height="12rem" />
    </div>
  );
}

function DataList({ rows }: { rows: [name: ReactNode, value: ReactNode][] }) {
  return (
    <dl className={`${styles.rows} figures`}>
      {rows.map(([name, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows never change their order
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
