import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { privacy } from '../../api/privacy';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { errorMessage } from '../../lib/errors/error-message';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import { FormField } from '../../ui/forms/form-field';
import styles from './privacy.module.css';

/** Requests the deletion of the account. The owner proves their identity by the password or by a link in a mail. */
export function DeletionForm({ onRequested }: { onRequested: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [mailed, setMailed] = useState(false);
  const opener = useFocusOnReturn(open);
  if (mailed) return <MailSent />;
  if (!open) {
    return (
      <Button ref={opener} variant="outline" onClick={() => setOpen(true)}>
        {t('privacy:deletion.open')}
      </Button>
    );
  }
  return <Proof onRequested={onRequested} onMailed={() => setMailed(true)} onCancel={() => setOpen(false)} />;
}

/** Closing the form returns the focus to the button that opened it. */
function useFocusOnReturn(open: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current && !open) opener.current?.focus();
    before.current = open;
  }, [open]);
  return opener;
}

function MailSent() {
  const { t } = useTranslation();
  const { user } = useSession();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className={styles.notice}>
      {t('privacy:deletion.mailSent', { email: user?.email })}
    </p>
  );
}

interface ProofProps {
  onRequested: () => Promise<unknown>;
  onMailed: () => void;
  onCancel: () => void;
}

function Proof({ onRequested, onMailed, onCancel }: ProofProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  const [asking, setAsking] = useState<'password' | 'mail'>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : 'privacy:deletion.passwordMissing') },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const ask = async (way: 'password' | 'mail', password?: string) => {
    setFailure(undefined);
    setAsking(way);
    try {
      const { confirmation } = await privacy.requestDeletion(password);
      if (confirmation === 'mail') onMailed();
      else await onRequested();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD') {
        form.setFieldError('password', 'privacy:deletion.passwordWrong');
        focusFirstProblem();
      } else setFailure(error);
    }
    setAsking(undefined);
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ password }) => ask('password', password), focusFirstProblem)}
    >
      {Boolean(failure) && <FormProblem text={errorMessage(t, failure, t('privacy:deletion.failed'))} />}
      <FormField
        form={form}
        name="password"
        type="password"
        autoComplete="current-password"
        ref={field}
        label={t('privacy:deletion.password')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={asking === 'password'}>
          {t('privacy:deletion.confirm')}
        </Button>
        <Button variant="outline" loading={asking === 'mail'} onClick={() => ask('mail')}>
          {t('privacy:deletion.byMail')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('privacy:deletion.cancel')}
        </Button>
      </div>
    </form>
  );
}
