import { useTranslation } from 'react-i18next';
import type { JobExecutionView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { LetterActions } from './dead-letter-actions';
import own from './operations.module.css';
import { looks } from './status-colors';
import { formatExactly } from './operations-times';
import { StateMark } from '../state-mark';
import type { Outcome } from './use-dead-letter';

interface EventDeliveryViewProps {
  eventId: string;
  delivery: JobExecutionView;
  onOutcome: (outcome: Outcome) => void;
}

const moments = ['publishedAt', 'startedAt', 'doneAt', 'deadAt', 'replayedAt', 'discardedAt'] as const;

/** One job that an event leads to: where it stands, when it got there, and what can be done about it. */
export function EventDeliveryView({ eventId, delivery, onOutcome }: EventDeliveryViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { job, queue, state, publishes, starts, lastError } = delivery;
  return (
    <li>
      <div className={own.deliveryHead}>
        <StateMark look={looks.delivery[state]}>{t(`operations:delivery.${state}`)}</StateMark>
        <code>{job}</code>
        {queue && <span className="muted small">{t('operations:queue', { name: queue })}</span>}
        <span className="muted small">
          {t('operations:delivery.publishes', { count: publishes })}
          {starts > 0 && state !== 'done' && `, ${t('operations:delivery.starts', { count: starts })}`}
        </span>
      </div>
      {lastError && (
        <p className={own.error}>
          <span className="muted small">{t('operations:delivery.lastError')}</span> <code>{lastError}</code>
        </p>
      )}
      <p className="muted small figures">
        {moments
          .flatMap((name) => {
            const at = delivery[name];
            return at ? [t(`operations:delivery.${name}`, { when: formatExactly(at, language) })] : [];
          })
          .join(' · ')}
      </p>
      {state === 'dead' && <LetterActions eventId={eventId} job={job} onOutcome={onOutcome} />}
    </li>
  );
}
