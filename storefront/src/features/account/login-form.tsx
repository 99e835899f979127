import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIns } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { isEmail } from '../../lib/email';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { refusalMessage } from '../../lib/errors/account-problems';
import { useSession } from '../../lib/session';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { SecondStep } from './second-step';

export function LoginForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enter } = useSession();
  const [failure, setFailure] = useState<unknown>();
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (isEmail(value) ? null : 'auth:problem.email'),
      password: (value) => (value ? null : 'auth:problem.passwordMissing'),
    },
  });
  const submit = async ({ email, password }: { email: string; password: string }) => {
    setFailure(undefined);
    await signIns.withPassword(email.trim(), password).then(enter, (error: unknown) => {
      if (error instanceof ApiError && error.challenge) setChallenge(error.challenge);
      else setFailure(error);
    });
  };
  const startAgain = (error?: unknown) => {
    setChallenge(null);
    setFailure(error);
  };
  if (challenge) return <SecondStep challenge={challenge} onStartAgain={startAgain} />;
  const problem = failure ? refusalMessage(t, failure, language, t('auth:login.failed')) : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:login.failedTitle')} text={problem} />}
      <FormField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        label={t('auth:field.email')}
      />
      <FormField
        form={form}
        name="password"
        type="password"
        autoComplete="current-password"
        label={t('auth:field.password')}
      />
      <LocalLink to="/forgot-password" className={styles.forgot}>
        {t('auth:login.forgot')}
      </LocalLink>
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:login.action')}
      </Button>
    </form>
  );
}
