import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordReset } from '../../api/account';
import { ApiError } from '../../api/client';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/form-problem';
import styles from './account.module.css';
import { PasswordField } from '../../ui/password-field';
import { longestPassword, resetProblems } from './password-rules';

interface ResetFormProps {
  token: string;
  onDone: () => void;
  /** The link ran out, or was used, while the form was open. */
  onDeadLink: () => void;
}

export function ResetForm({ token, onDone, onDeadLink }: ResetFormProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: (value) =>
        resetProblems(value)
          .map((key) => t(key))
          .join(t('auth:reset.problem.joint')) || null,
      confirmation: (value, { password }) => (value === password ? null : t('auth:problem.passwordsDiffer')),
    },
  });
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return setProblem(t('auth:reset.failed'));
    if (error.code.startsWith('TOKEN_')) return onDeadLink();
    if (error.details.some(({ field }) => field === 'new_password')) {
      form.setFieldError('password', t('auth:problem.passwordCommon'));
      return focusFirstProblem();
    }
    const refused = error.status < 500;
    return setProblem(problemWords(t, error, t(refused ? 'errors:passwordReset' : 'auth:reset.failed')));
  };
  const submit = async ({ password }: { password: string }) => {
    setProblem(undefined);
    await passwordReset.confirm(token, password).then(onDone, refuse);
  };
  const shared = {
    autoComplete: 'new-password',
    maxLength: longestPassword,
  };
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:reset.failedTitle')} text={problem} />}
      <PasswordField
        key={form.key('password')}
        {...form.getInputProps('password')}
        {...shared}
        label={t('auth:reset.password')}
        description={t('auth:reset.hint')}
      />
      <PasswordField
        key={form.key('confirmation')}
        {...form.getInputProps('confirmation')}
        {...shared}
        label={t('auth:reset.confirmation')}
      />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:reset.action')}
      </Button>
    </form>
  );
}
