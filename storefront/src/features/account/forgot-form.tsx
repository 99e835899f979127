import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordReset } from '../../api/account';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/form-problem';
import styles from './account.module.css';
import { emailPattern } from './register-rules';

/** Asks for the link that lets somebody choose a new password. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: {
      email: (value) => {
        if (!value.trim()) return t('auth:forgot.missing');
        return emailPattern.test(value.trim()) ? null : t('auth:problem.email');
      },
    },
  });
  const submit = async ({ email }: { email: string }) => {
    setProblem(undefined);
    await passwordReset
      .request(email.trim())
      .then(onSent, (error: unknown) => setProblem(problemWords(t, error, t('auth:forgot.failed'))));
  };
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:forgot.failedTitle')} text={problem} />}
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
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
