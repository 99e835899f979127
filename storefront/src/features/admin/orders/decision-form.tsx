import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminWithdrawal, type Decision, decideWithdrawal, decisions } from '../../../api/admin';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import { Question } from '../question';
import own from './withdrawal-list.module.css';

interface DecisionFormProps {
  withdrawal: AdminWithdrawal;
  onDecided: () => void;
}

/** Ends a withdrawal that had to be looked at: what was decided, why, and a second look. */
export function DecisionForm({ withdrawal: { id, reference, orders }, onDecided }: DecisionFormProps) {
  const { t } = useTranslation();
  const field = useId();
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const deciding = useMutation({
    mutationFn: (decided: Decision) => decideWithdrawal(id, decided, note.trim()),
    onSuccess: async () => {
      onDecided();
      await queries.invalidateQueries({ queryKey: ['mine', 'admin'] });
    },
  });
  const kind = decision === 'refunded' ? (orders.length > 0 ? 'Refunded' : 'ByHand') : 'Declined';
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(', ');
  return (
    <div className={own.decision}>
      <h2>{t('admin:withdrawals.decide.title')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!decision);
          if (decision) setAsking(true);
          else first.current?.focus();
        }}
      >
        <fieldset aria-describedby={missing ? `${field}-missing` : undefined}>
          <legend>{t('admin:withdrawals.decide.choice')}</legend>
          {decisions.map((one, place) => (
            <label key={one} className={own.choice}>
              <input
                ref={place === 0 ? first : undefined}
                type="radio"
                name={field}
                checked={decision === one}
                onChange={() => setDecision(one)}
              />
              {t(`admin:withdrawals.decide.${one}`)}
            </label>
          ))}
          {missing && !decision && (
            <p id={`${field}-missing`} className={styles.problem}>
              {t('admin:withdrawals.decide.choiceMissing')}
            </p>
          )}
        </fieldset>
        <label htmlFor={field}>{t('admin:withdrawals.decide.noteLabel')}</label>
        <textarea
          id={field}
          rows={2}
          maxLength={2000}
          className={own.text}
          value={note}
          aria-describedby={`${field}-hint`}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p id={`${field}-hint`} className="muted small">
          {t('admin:withdrawals.decide.noteHint')}
        </p>
        {!asking && (
          <Button type="submit" loading={deciding.isPending}>
            {t('admin:withdrawals.decide.action')}
          </Button>
        )}
      </form>
      {asking && decision && (
        <Question
          question={t(`admin:withdrawals.decide.ask${kind}`, { reference, orders: numbers })}
          yes={t(`admin:withdrawals.decide.yes${kind}`)}
          onAnswer={(yes) => {
            setAsking(false);
            if (yes) deciding.mutate(decision);
          }}
        />
      )}
      {deciding.isError && (
        <p role="alert" className={styles.problem}>
          <strong>{t('admin:withdrawals.decide.failed')}</strong> {adminProblem(t, deciding.error)}
        </p>
      )}
    </div>
  );
}
