import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import { Question } from '../question';
import styles from './user-access.module.css';

/** In characters. The server refuses a shorter reason. */
const minReasonLength = 3;

interface SuspendFormProps {
  name: string;
  busy: boolean;
  onSuspend: (reason: string) => void;
}

export function SuspendForm({ name, busy, onSuspend }: SuspendFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [reasonTooShort, setReasonTooShort] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = reason.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setReasonTooShort(text.length < minReasonLength);
    if (text.length >= minReasonLength) setConfirming(true);
    else field.current?.focus();
  };
  return (
    <>
      <form onSubmit={submit} className={styles.form}>
        <ReasonField
          ref={field}
          label={t('admin:access.reason')}
          hint={t('admin:access.reasonHint')}
          problem={reasonTooShort && t('admin:access.reasonMissing')}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={setReason}
        />
        {!confirming && (
          <Button type="submit" loading={busy}>
            {t('admin:access.suspend')}
          </Button>
        )}
      </form>
      {confirming && (
        <Question
          question={t('admin:access.ask.suspend', { name })}
          yes={t('admin:access.yes.suspend')}
          onAnswer={(yes) => {
            setConfirming(false);
            if (yes) onSuspend(text);
            else field.current?.focus();
          }}
        />
      )}
    </>
  );
}
