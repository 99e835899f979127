import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminWithdrawal, type Decision, decideWithdrawal, decisions } from '../../../api/admin';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import { ActionFailed } from '../action-failed';
import adminStyles from '../admin.module.css';
import { Question } from '../question';
import styles from './withdrawal-list.module.css';

interface DecisionFormProps {
  withdrawal: AdminWithdrawal;
  onDecided: () => void;
}

/** Saves an administrator's decision on a withdrawal, with an optional note, after a confirmation. */
export function DecisionForm({ withdrawal: { id, reference, orders }, onDecided }: DecisionFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const deciding = useMutation({
    mutationFn: (decided: Decision) => decideWithdrawal(id, decided, note.trim()),
    onSuccess: async () => {
      onDecided();
      await queries.invalidateQueries({ queryKey: ['mine', 'admin'] });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(!decision);
    if (decision) setConfirming(true);
    else first.current?.focus();
  };
  // `ByHand`: the shop has found no order for this withdrawal, so the administrator makes the refund.
  const kind = decision === 'refunded' ? (orders.length > 0 ? 'Refunded' : 'ByHand') : 'Declined';
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(', ');
  return (
    <div className={styles.decision}>
      <h2>{t('admin:withdrawals.decide.title')}</h2>
      <form onSubmit={submit}>
        <DecisionChoice decision={decision} missing={missing} onChoose={setDecision} first={first} />
        <ReasonField
          label={t('admin:withdrawals.decide.noteLabel')}
          hint={t('admin:withdrawals.decide.noteHint')}
          maxLength={2000}
          value={note}
          onChange={setNote}
        />
        {!confirming && (
          <Button type="submit" loading={deciding.isPending}>
            {t('admin:withdrawals.decide.action')}
          </Button>
        )}
      </form>
      {confirming && decision && (
        <Question
          question={t(`admin:withdrawals.decide.ask${kind}`, { reference, orders: numbers })}
          yes={t(`admin:withdrawals.decide.yes${kind}`)}
          onAnswer={(yes) => {
            setConfirming(false);
            if (yes) deciding.mutate(decision);
          }}
        />
      )}
      <ActionFailed title={t('admin:withdrawals.decide.failed')} error={deciding.error} />
    </div>
  );
}

interface DecisionChoiceProps {
  decision: Decision | null;
  missing: boolean;
  onChoose: (decision: Decision) => void;
  first: Ref<HTMLInputElement>;
}

function DecisionChoice({ decision, missing, onChoose, first }: DecisionChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset aria-describedby={missing ? `${name}-missing` : undefined}>
      <legend>{t('admin:withdrawals.decide.choice')}</legend>
      {decisions.map((value, index) => (
        <label key={value} className={styles.choice}>
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name={name}
            checked={decision === value}
            onChange={() => onChoose(value)}
          />
          {t(`admin:withdrawals.decide.${value}`)}
        </label>
      ))}
      {missing && !decision && (
        <p id={`${name}-missing`} className={adminStyles.problem}>
          {t('admin:withdrawals.decide.choiceMissing')}
        </p>
      )}
    </fieldset>
  );
}
