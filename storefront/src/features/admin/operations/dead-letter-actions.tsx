import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import { DiscardForm } from './discard-form';
import styles from './operations.module.css';
import { type Outcome, useDeadLetter, wasOvertaken } from './use-dead-letter';

interface DeadLetterActionsProps {
  eventId: string;
  job: string;
  onOutcome: (outcome: Outcome) => void;
}

/** The actions on a dead letter: replay it, or discard it permanently. */
export function DeadLetterActions({ eventId, job, onOutcome }: DeadLetterActionsProps) {
  const { t } = useTranslation();
  const [discarding, setDiscarding] = useState(false);
  const action = useDeadLetter(eventId, job, onOutcome);
  return (
    <div className={styles.actions}>
      <div className={styles.buttons}>
        <ReplayButton job={job} action={action} />
        <Button
          variant="outline"
          aria-expanded={discarding}
          aria-label={t('operations:discard.of', { job })}
          onClick={() => setDiscarding(!discarding)}
        >
          {t('operations:discard.open')}
        </Button>
      </div>
      {discarding && (
        <DiscardForm
          job={job}
          pending={action.isPending}
          onDiscard={(discardReason) => action.mutate(discardReason)}
          onCancel={() => setDiscarding(false)}
        />
      )}
      <DeadLetterProblem error={action.error} />
    </div>
  );
}

interface ReplayButtonProps {
  job: string;
  action: ReturnType<typeof useDeadLetter>;
}

export function ReplayButton({ job, action }: ReplayButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="outline"
      loading={action.isPending}
      aria-label={t('operations:replay.of', { job })}
      onClick={() => action.mutate(null)}
    >
      {t('operations:replay.action')}
    </Button>
  );
}

/** The error of a failed action. `DeadLetterOutcome` reports the case that another administrator acted first. */
export function DeadLetterProblem({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  return <ActionFailed title={t('operations:deedFailed')} error={wasOvertaken(error) ? null : error} />;
}
