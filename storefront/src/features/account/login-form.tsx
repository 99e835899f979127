import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIns } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { translatedField } from '../../lib/field-problem';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { refusalWords } from '../../lib/account-problems';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { SecondStep } from './second-step';
import { PasswordField } from '../../ui/forms/password-field';
import { emailPattern } from './register-rules';

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
      email: (value) => (emailPattern.test(value.trim()) ? null : 'auth:problem.email'),
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
  /** @param why what ended the second step, if not the visitor */
  const startAgain = (why?: unknown) => {
    setChallenge(null);
    setFailure(why);
  };
  if (challenge) return <SecondStep challenge={challenge} onStartAgain={startAgain} />;
  const problem = failure ? refusalWords(t, failure, language, t('auth:login.failed')) : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:login.failedTitle')} text={problem} />}
      <TextInput
        type="email"
        autoComplete="email"
        inputMode="email"
        label={t('auth:field.email')}
        key={form.key('email')}
        {...translatedField(t, form.getInputProps('email'))}
      />
      <PasswordField
        autoComplete="current-password"
        label={t('auth:field.password')}
        key={form.key('password')}
        {...translatedField(t, form.getInputProps('password'))}
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
