import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, moderation, type ReviewForm as Review } from '../../api/moderation';
import { Button } from '../../ui/forms/button';
import { ModerationFailed } from './moderation-failed';
import styles from './moderation.module.css';
import { StatementFields } from '../../ui/forms/statement-fields';
import { useStatement } from '../../lib/hooks/use-statement';

/** A button that opens the form with which another moderator decides about an objection. */
export function ReviewForm({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const review = useMutation({
    mutationFn: (form: Review) => moderation.review(decision.id, form),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mine', 'moderation', 'decisions'] }),
  });
  if (review.isSuccess) {
    return <output>{t('moderation:review.done', { reference: review.data.reference })}</output>;
  }
  if (!open) {
    return (
      <div className={styles.actions}>
        <Button
          variant="outline"
          aria-label={`${t('moderation:review.open')}: ${decision.reference}`}
          onClick={() => setOpen(true)}
        >
          {t('moderation:review.open')}
        </Button>
      </div>
    );
  }
  return (
    <Fields
      decision={decision}
      pending={review.isPending}
      error={review.error}
      onSubmit={review.mutate}
      onCancel={() => setOpen(false)}
    />
  );
}

interface FieldsProps {
  decision: Decision;
  pending: boolean;
  error: Error | null;
  onSubmit: (form: Review) => void;
  onCancel: () => void;
}

function Fields({ decision, pending, error, onSubmit, onCancel }: FieldsProps) {
  const { t } = useTranslation();
  const statement = useStatement();
  const [outcome, setOutcome] = useState<Review['decision']>();
  const [unchosen, setUnchosen] = useState(false);
  // `upheld` confirms the decision; the second outcome reverses it.
  const outcomes: Review['decision'][] = ['upheld', decision.decision === 'hidden' ? 'restored' : 'hidden'];
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        setUnchosen(!outcome);
        if (!outcome) return;
        const stated = outcome === 'hidden' ? statement.full() : statement.onlyReason();
        if (stated) onSubmit({ decision: outcome, ...stated });
      }}
    >
      <h3>{t('moderation:review.title', { reference: decision.reference })}</h3>
      <p className="muted small">{t('moderation:review.text')}</p>
      <fieldset className={styles.outcomes}>
        <legend>{t('moderation:review.outcome')}</legend>
        {outcomes.map((name) => (
          <label key={name}>
            <input type="radio" name="outcome" checked={outcome === name} onChange={() => setOutcome(name)} />
            {t(`moderation:review.${name}`)}
          </label>
        ))}
        {unchosen && !outcome && (
          <p role="alert" className={styles.problem}>
            {t('moderation:review.choose')}
          </p>
        )}
      </fieldset>
      <StatementFields statement={statement} withGround={outcome === 'hidden'} />
      <ModerationFailed error={error} />
      <div className={styles.actions}>
        <Button type="submit" loading={pending}>
          {t('moderation:review.send')}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t('moderation:review.cancel')}
        </Button>
      </div>
    </form>
  );
}
