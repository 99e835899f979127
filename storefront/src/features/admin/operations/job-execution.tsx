import { useTranslation } from 'react-i18next';
import type { JobExecutionView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { StateTag } from '../state-tag';
import { DeadLetterActions } from './dead-letter-actions';
import styles from './operations.module.css';
import { formatExactly } from './operations-times';
import { statusColors } from './status-colors';
import type { Outcome } from './use-dead-letter';

interface JobExecutionProps {
  eventId: string;
  execution: JobExecutionView;
  onOutcome: (outcome: Outcome) => void;
}

const moments = ['publishedAt', 'startedAt', 'doneAt', 'deadAt', 'replayedAt', 'discardedAt'] as const;

/** One job of an event: its state and the time of each change. A dead letter also has buttons to replay or discard it. */
export function JobExecution({ eventId, execution, onOutcome }: JobExecutionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { job, queue, state, publishes, starts, lastError } = execution;
  return (
    <li>
      <div className={styles.executionHead}>
        <StateTag color={statusColors.execution[state]}>{t(`operations:delivery.${state}`)}</StateTag>
        <code>{job}</code>
        {queue && <span className="muted small">{t('operations:queue', { name: queue })}</span>}
        <span className="muted small">
          {t('operations:delivery.publishes', { count: publishes })}
          {starts > 0 && state !== 'done' && `, ${t('operations:delivery.starts', { count: starts })}`}
        </span>
      </div>
      {lastError && (
        <p className={styles.error}>
          <span className="muted small">{t('operations:delivery.lastError')}</span> <code>{lastError}</code>
        </p>
      )}
      <p className="muted small figures">
        {moments
          .flatMap((name) => {
            const at = execution[name];
            return at ? [t(`operations:delivery.${name}`, { when: formatExactly(at, language) })] : [];
          })
          .join(' · ')}
      </p>
      {state === 'dead' && <DeadLetterActions eventId={eventId} job={job} onOutcome={onOutcome} />}
    </li>
  );
}
