import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import styles from './operations.module.css';

interface DiscardFormProps {
  job: string;
  pending: boolean;
  onDiscard: (reason: string) => void;
  onCancel: () => void;
}

export function DiscardForm({ job, pending, onDiscard, onCancel }: DiscardFormProps) {
  const { t } = useTranslation();
  const meaning = useId();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (reason.trim()) onDiscard(reason.trim());
    else field.current?.focus();
  };
  return (
    <form noValidate className={styles.discard} onSubmit={submit}>
      <p id={meaning}>{t('operations:discard.meaning', { job })}</p>
      <ReasonField
        ref={field}
        label={t('operations:discard.reason')}
        hint={t('operations:discard.hint')}
        problem={submitted && !reason.trim() && t('operations:discard.reasonMissing')}
        describedBy={meaning}
        required
        maxLength={500}
        value={reason}
        onChange={setReason}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={pending}>
          {t('operations:discard.confirm')}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t('admin:cancel')}
        </Button>
      </div>
    </form>
  );
}
