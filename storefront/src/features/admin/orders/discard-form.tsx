import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import own from '../operations/operations.module.css';

interface DiscardFormProps {
  job: string;
  pending: boolean;
  onDiscard: (reason: string) => void;
  onCancel: () => void;
}

/** Closes a dead letter for good: what that means, and why it may be. */
export function DiscardForm({ job, pending, onDiscard, onCancel }: DiscardFormProps) {
  const { t } = useTranslation();
  const field = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <form
      noValidate
      className={own.discard}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!reason.trim());
        if (reason.trim()) onDiscard(reason.trim());
        else box.current?.focus();
      }}
    >
      <p id={`${field}-meaning`}>{t('operations:discard.meaning', { job })}</p>
      <label htmlFor={field}>{t('operations:discard.reason')}</label>
      <textarea
        ref={box}
        id={field}
        rows={2}
        maxLength={500}
        required
        value={reason}
        aria-invalid={missing && !reason.trim()}
        aria-describedby={`${field}-meaning ${field}-hint`}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p id={`${field}-hint`} className={missing && !reason.trim() ? styles.problem : 'muted small'}>
        {t(missing && !reason.trim() ? 'operations:discard.reasonMissing' : 'operations:discard.hint')}
      </p>
      <div className={own.buttons}>
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
