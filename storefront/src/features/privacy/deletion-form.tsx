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

/** Requests the deletion of the account. The user proves their identity with the password or with a link in a mail. */
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
  return <IdentityForm onRequested={onRequested} onMailed={() => setMailed(true)} onCancel={() => setOpen(false)} />;
}

/** Closing the form returns the focus to the button that opened it. */
function useFocusOnReturn(open: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return opener;
}

function MailSent() {
  const { t } = useTranslation();
  const { user } = useSession();
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <p ref={message} tabIndex={-1} className={styles.notice}>
      {t('privacy:deletion.mailSent', { email: user?.email })}
    </p>
  );
}

interface IdentityFormProps {
  onRequested: () => Promise<unknown>;
  onMailed: () => void;
  onCancel: () => void;
}

function IdentityForm({ onRequested, onMailed, onCancel }: IdentityFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState<'password' | 'mail'>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : 'privacy:deletion.passwordMissing') },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const requestDeletion = async (method: 'password' | 'mail', password?: string) => {
    setFailure(undefined);
    setSending(method);
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
    setSending(undefined);
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ password }) => requestDeletion('password', password), focusFirstProblem)}
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
        <Button type="submit" loading={sending === 'password'}>
          {t('privacy:deletion.confirm')}
        </Button>
        <Button variant="outline" loading={sending === 'mail'} onClick={() => requestDeletion('mail')}>
          {t('privacy:deletion.byMail')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('privacy:deletion.cancel')}
        </Button>
      </div>
    </form>
  );
}
