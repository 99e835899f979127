import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordReset } from '../../api/account';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { errorMessage } from '../../lib/errors/error-message';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { isEmail } from '../../lib/email';

/** The form that requests a mail with a link to set a new password. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: {
      email: (value) => {
        if (!value.trim()) return 'auth:forgot.missing';
        return isEmail(value) ? null : 'auth:problem.email';
      },
    },
  });
  const submit = async ({ email }: { email: string }) => {
    setFailure(undefined);
    await passwordReset.request(email.trim()).then(onSent, setFailure);
  };
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {Boolean(failure) && (
        <FormProblem title={t('auth:forgot.failedTitle')} text={errorMessage(t, failure, t('auth:forgot.failed'))} />
      )}
      <FormField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        label={t('auth:field.email')}
      />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:forgot.action')}
      </Button>
    </form>
  );
}
