import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobExecutionView, EventView } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import { EventDetails } from './event-details';
import own from './operations.module.css';
import { formatExactly } from './operations-times';
import { type Outcome, useLetter, wasOvertaken } from './use-dead-letter';

interface LetterRowProps {
  event: EventView;
  delivery: JobExecutionView;
  onOutcome: (outcome: Outcome) => void;
}

/** A dead letter with its error. It is replayed from here; closed for good only where everything about it is shown. */
export function LetterRow({ event, delivery, onOutcome }: LetterRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useId();
  const [open, setOpen] = useState(false);
  const { job, lastError, deadAt } = delivery;
  const letter = useLetter(event.id, job, onOutcome);
  const cell = (column: string) => ({ 'data-label': t(`operations:letters.column.${column}`) });
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.who}>
          <code>{job}</code>
          <span className="muted small">
            <code>{event.type}</code>
          </span>
        </th>
        <td {...cell('error')} className={own.error}>
          {lastError ? <code>{lastError}</code> : <span className="muted">{t('operations:letters.noError')}</span>}
        </td>
        <td {...cell('deadAt')} className="figures">
          {deadAt && formatExactly(deadAt, language)}
        </td>
        <td>
          <div className={own.buttons}>
            <Button
              variant="outline"
              loading={letter.isPending}
              aria-label={t('operations:replay.of', { job })}
              onClick={() => letter.mutate({})}
            >
              {t('operations:replay.action')}
            </Button>
            <Button
              variant="outline"
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={details}
              aria-label={t('operations:event.detailsOf', { type: event.type })}
              onClick={() => setOpen(!open)}
            >
              {t('operations:event.details')}
            </Button>
          </div>
          {letter.isError && !wasOvertaken(letter.error) && (
            <p role="alert" className={styles.problem}>
              <strong>{t('operations:deedFailed')}</strong> {adminProblem(t, letter.error)}
            </p>
          )}
        </td>
      </tr>
      <tr className={styles.below} id={details} hidden={!open}>
        <td colSpan={4}>{open && <EventDetails id={event.id} onOutcome={onOutcome} />}</td>
      </tr>
    </tbody>
  );
}
