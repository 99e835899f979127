import { useTranslation } from 'react-i18next';
import type { JobExecutionView, EventView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import adminStyles from '../admin.module.css';
import { useRowDetails } from '../use-row-details';
import { DeadLetterProblem, ReplayButton } from './dead-letter-actions';
import { EventDetails } from './event-details';
import styles from './operations.module.css';
import { formatExactly } from './operations-times';
import { type Outcome, useDeadLetter } from './use-dead-letter';

interface DeadLetterRowProps {
  event: EventView;
  execution: JobExecutionView;
  onOutcome: (outcome: Outcome) => void;
}

/** A dead letter with its error and a replay button. The discard button is in its details. */
export function DeadLetterRow({ event, execution, onOutcome }: DeadLetterRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useRowDetails();
  const { job, lastError, deadAt } = execution;
  const action = useDeadLetter(event.id, job, onOutcome);
  const cell = (column: string) => ({ 'data-label': t(`operations:letters.column.${column}`) });
  return (
    <tbody>
      <tr>
        <th scope="row" className={adminStyles.who}>
          <code>{job}</code>
          <span className="muted small">
            <code>{event.type}</code>
          </span>
        </th>
        <td {...cell('error')} className={styles.error}>
          {lastError ? <code>{lastError}</code> : <span className="muted">{t('operations:letters.noError')}</span>}
        </td>
        <td {...cell('deadAt')} className="figures">
          {deadAt && formatExactly(deadAt, language)}
        </td>
        <td>
          <div className={styles.buttons}>
            <ReplayButton job={job} action={action} />
            <Button {...details.button} aria-label={t('operations:event.detailsOf', { type: event.type })}>
              {t('operations:event.details')}
            </Button>
          </div>
          <DeadLetterProblem error={action.error} />
        </td>
      </tr>
      <tr {...details.row}>
        <td colSpan={4}>{details.open && <EventDetails id={event.id} onOutcome={onOutcome} />}</td>
      </tr>
    </tbody>
  );
}
