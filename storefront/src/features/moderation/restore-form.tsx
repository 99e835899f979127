import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/forms/button';
import { ReasonField } from '../../ui/forms/reason-field';
import styles from './moderation.module.css';
import { minReasonLength } from '../../lib/hooks/use-statement';

interface RestoreFormProps {
  /** The accessible name of the button; by default its text. */
  label?: string;
  busy: boolean;
  onRestore: (reason: string) => void;
}

/** A button that opens the form with which a moderator shows a pattern again. */
export function RestoreForm({ label, busy, onRestore }: RestoreFormProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The clicked button is gone, so the field takes the focus.
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  if (!open) {
    return (
      <Button variant="outline" loading={busy} aria-label={label} onClick={() => setOpen(true)}>
        {t('moderation:restore')}
      </Button>
    );
  }
  return (
    <form
      className={styles.restoreForm}
      onSubmit={(event) => {
        event.preventDefault();
        const longEnough = reason.trim().length >= minReasonLength;
        setTooShort(!longEnough);
        if (longEnough) onRestore(reason.trim());
        else field.current?.focus();
      }}
    >
      <ReasonField
        ref={field}
        label={t('moderation:restoreForm.label')}
        hint={t('moderation:restoreForm.hint')}
        problem={tooShort && t('moderation:restoreForm.missing')}
        maxLength={2000}
        value={reason}
        onChange={setReason}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={busy} aria-label={label}>
          {t('moderation:restore')}
        </Button>
        <Button variant="outline" onClick={() => setOpen(false)}>
          {t('moderation:restoreForm.cancel')}
        </Button>
      </div>
    </form>
  );
}
