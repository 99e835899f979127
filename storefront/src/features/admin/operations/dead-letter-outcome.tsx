import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEvent } from '../../../api/operations';
import { errorMessage } from '../../../lib/errors/error-message';
import styles from './operations.module.css';
import type { Outcome } from './use-dead-letter';

/** The result of the last action. It gets the focus, because the row with the clicked button has left the list. */
export function DeadLetterOutcome({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation();
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (outcome) output.current?.focus();
  }, [outcome]);
  return (
    <output ref={output} tabIndex={-1} className={styles.outcome} data-kind={outcome?.kind}>
      {outcome?.kind === 'replayed' && <Replayed key={outcome.eventId + outcome.job} {...outcome} />}
      {outcome?.kind === 'discarded' && t('operations:outcome.discarded', { job: outcome.job })}
      {outcome?.kind === 'overtaken' &&
        `${t('operations:outcome.overtaken', { job: outcome.job })} ${
          outcome.error ? errorMessage(t, outcome.error) : t('operations:outcome.alreadySo')
        }`}
      {outcome?.kind === 'all' && <AllReplayed {...outcome} />}
    </output>
  );
}

function AllReplayed({ job, replayed, remaining }: Extract<Outcome, { kind: 'all' }>) {
  const { t } = useTranslation();
  if (replayed === 0 && remaining === 0) return t('operations:outcome.noneLeft', { job });
  const rest = remaining > 0 ? ` ${t('operations:outcome.remaining', { count: remaining })}` : '';
  return t('operations:outcome.all', { count: replayed, job }) + rest;
}

/** Polls the event until the replayed job is done or dead again. */
function Replayed({ eventId, job }: { eventId: string; job: string }) {
  const { t } = useTranslation();
  const [since] = useState(Date.now);
  const { data, dataUpdatedAt } = useQuery(adminEvent(eventId));
  // Data that was fetched before the replay does not contain its result.
  const execution = dataUpdatedAt >= since ? data?.deliveries.find((found) => found.job === job) : undefined;
  const ended = execution && execution.state !== 'open';
  const queries = useQueryClient();
  useEffect(() => {
    // Fetches the lists of all administration screens again, but no single event: `adminEvent` polls the event of the job.
    if (ended)
      void queries.invalidateQueries({
        queryKey: ['mine', 'admin'],
        predicate: ({ queryKey }) => queryKey[3] !== 'one',
      });
  }, [ended, queries]);
  if (execution?.state === 'done') return t('operations:outcome.done', { job });
  if (execution?.state === 'dead') return t('operations:outcome.deadAgain', { job });
  return t('operations:outcome.replayed', { job });
}
