import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIns } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { translatedField } from '../../lib/field-problem';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { refusalWords } from '../../lib/account-problems';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { PasswordField } from '../../ui/forms/password-field';
import { longestPassword } from './password-rules';
import { registerRules, registrationOf, type RegisterValues } from './register-rules';

const initialValues: RegisterValues = {
  email: '',
  displayName: '',
  username: '',
  firstName: '',
  lastName: '',
  password: '',
  confirmation: '',
};

/** What the server may still refuse, as the field of the form and the shop's own words for it. */
const refusals: Record<string, { field: keyof RegisterValues; words: string }> = {
  EMAIL_TAKEN: { field: 'email', words: 'later:code.EMAIL_TAKEN' },
  USERNAME_TAKEN: { field: 'username', words: 'later:code.USERNAME_TAKEN' },
  email: { field: 'email', words: 'auth:problem.email' },
  username: { field: 'username', words: 'auth:problem.usernameCharacters' },
  password: { field: 'password', words: 'auth:problem.passwordCommon' },
};

export function RegisterForm() {
  const { t } = useTranslation();
  const { enter } = useSession();
  const language = useLanguage();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ mode: 'uncontrolled', initialValues, validate });

  const submit = async (values: RegisterValues) => {
    setFailure(undefined);
    try {
      enter(await signIns.register({ ...registrationOf(values), language }));
    } catch (error) {
      setFailure(error);
      if (!(error instanceof ApiError)) return;
      for (const name of [error.code, ...error.details.map((detail) => detail.field)]) {
        const refusal = refusals[name];
        if (refusal) form.setFieldError(refusal.field, refusal.words);
      }
      focusFirstProblem();
    }
  };
  const problem = failure ? refusalWords(t, failure, language, t('auth:register.failed')) : undefined;
  const field = (name: keyof RegisterValues) => ({
    label: t(`auth:field.${name}`),
    ...translatedField(t, form.getInputProps(name)),
  });
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:register.failedTitle')} text={problem} />}
      <TextInput
        key={form.key('email')}
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <TextInput
        key={form.key('displayName')}
        {...field('displayName')}
        autoComplete="nickname"
        maxLength={80}
        description={t('auth:hint.displayName')}
        required
      />
      <TextInput
        key={form.key('username')}
        {...field('username')}
        autoComplete="username"
        maxLength={40}
        description={t('auth:hint.username')}
        required
      />
      <div className={styles.pair}>
        <TextInput key={form.key('firstName')} {...field('firstName')} autoComplete="given-name" maxLength={80} />
        <TextInput key={form.key('lastName')} {...field('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
      <PasswordField
        key={form.key('password')}
        {...field('password')}
        autoComplete="new-password"
        description={t('auth:hint.password')}
        maxLength={longestPassword}
        required
      />
      <PasswordField key={form.key('confirmation')} {...field('confirmation')} autoComplete="new-password" required />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:register.action')}
      </Button>
    </form>
  );
}

function validate(values: RegisterValues) {
  const problems = Object.entries(registerRules).map(([name, rule]) => {
    return [name, rule(values[name as keyof RegisterValues], values)];
  });
  return Object.fromEntries(problems) as Record<keyof RegisterValues, string | null>;
}
