import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import { DiscardForm } from '../orders/discard-form';
import own from './operations.module.css';
import { type Outcome, useLetter, wasOvertaken } from './use-dead-letter';

interface LetterActionsProps {
  eventId: string;
  job: string;
  onOutcome: (outcome: Outcome) => void;
}

/** What can be done about a dead letter: once more, or nothing for good. */
export function LetterActions({ eventId, job, onOutcome }: LetterActionsProps) {
  const { t } = useTranslation();
  const [closing, setClosing] = useState(false);
  const letter = useLetter(eventId, job, onOutcome);
  return (
    <div className={own.actions}>
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
          aria-expanded={closing}
          aria-label={t('operations:discard.of', { job })}
          onClick={() => setClosing(!closing)}
        >
          {t('operations:discard.open')}
        </Button>
      </div>
      {closing && (
        <DiscardForm
          job={job}
          pending={letter.isPending}
          onDiscard={(discardFor) => letter.mutate({ discardFor })}
          onCancel={() => setClosing(false)}
        />
      )}
      {letter.isError && !wasOvertaken(letter.error) && (
        <p role="alert" className={styles.problem}>
          <strong>{t('operations:deedFailed')}</strong> {adminProblem(t, letter.error)}
        </p>
      )}
    </div>
  );
}
