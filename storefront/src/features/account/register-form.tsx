import { Button } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIns } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { refusalMessage } from '../../lib/errors/account-problems';
import { useSession } from '../../lib/session';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { maxPasswordLength } from './password-rules';
import { registerRules, toRegistration, type RegisterValues } from './register-rules';

const initialValues: RegisterValues = {
  email: '',
  displayName: '',
  username: '',
  firstName: '',
  lastName: '',
  password: '',
  confirmation: '',
};

/** Server errors that are shown under a field. The key is the error code or the server's name for the field. */
const fieldErrors: Record<string, { field: keyof RegisterValues; message: string }> = {
  EMAIL_TAKEN: { field: 'email', message: 'later:code.EMAIL_TAKEN' },
  USERNAME_TAKEN: { field: 'username', message: 'later:code.USERNAME_TAKEN' },
  email: { field: 'email', message: 'auth:problem.email' },
  username: { field: 'username', message: 'auth:problem.usernameCharacters' },
  password: { field: 'password', message: 'auth:problem.passwordCommon' },
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
      enter(await signIns.register({ ...toRegistration(values), language }));
    } catch (error) {
      setFailure(error);
      if (!(error instanceof ApiError)) return;
      for (const name of [error.code, ...error.details.map((detail) => detail.field)]) {
        const fieldError = fieldErrors[name];
        if (fieldError) form.setFieldError(fieldError.field, fieldError.message);
      }
      focusFirstProblem();
    }
  };
  const problem = failure ? refusalMessage(t, failure, language, t('auth:register.failed')) : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:register.failedTitle')} text={problem} />}
      <Fields form={form} />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:register.action')}
      </Button>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturnType<RegisterValues> }) {
  const { t } = useTranslation();
  const field = (name: keyof RegisterValues) => ({ form, name, label: t(`auth:field.${name}`) });
  return (
    <>
      <FormField {...field('email')} type="email" autoComplete="email" inputMode="email" required />
      <FormField
        {...field('displayName')}
        autoComplete="nickname"
        maxLength={80}
        description={t('auth:hint.displayName')}
        required
      />
      <FormField
        {...field('username')}
        autoComplete="username"
        maxLength={40}
        description={t('auth:hint.username')}
        required
      />
      <div className={styles.pair}>
        <FormField {...field('firstName')} autoComplete="given-name" maxLength={80} />
        <FormField {...field('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
      <FormField
        {...field('password')}
        type="password"
        autoComplete="new-password"
        description={t('auth:hint.password')}
        maxLength={maxPasswordLength}
        required
      />
      <FormField {...field('confirmation')} type="password" autoComplete="new-password" required />
    </>
  );
}

function validate(values: RegisterValues) {
  const problems = Object.entries(registerRules).map(([name, rule]) => {
    return [name, rule(values[name as keyof RegisterValues], values)];
  });
  return Object.fromEntries(problems) as Record<keyof RegisterValues, string | null>;
}
