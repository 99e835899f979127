import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { refusalMessage } from '../../lib/errors/account-problems';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { FormNote } from './form-note';
import { changeRules, maxPasswordLength, type PasswordChange } from './password-rules';

const empty: PasswordChange = { current: '', next: '', confirmation: '' };
const fields = {
  current: { label: 'account:password.current', autoComplete: 'current-password' },
  next: { label: 'account:password.new', autoComplete: 'new-password', hint: 'auth:hint.password' },
  confirmation: { label: 'account:password.confirmation', autoComplete: 'new-password' },
} as const;
const names = ['current', 'next', 'confirmation'] as const;

/** Server errors that are shown under a field. The key is the error code or the server's name for the field. */
const fieldErrors: Record<string, { field: keyof PasswordChange; message: string }> = {
  WRONG_PASSWORD: { field: 'current', message: 'later:code.WRONG_PASSWORD' },
  new_password: { field: 'next', message: 'auth:problem.passwordCommon' },
};

/** @param email the address in a hidden field, which tells password managers which account the password is for */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [changed, setChanged] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ mode: 'uncontrolled', initialValues: empty, validate });

  const showError = (error: unknown) => {
    const causes = error instanceof ApiError ? [error.code, ...error.details.map(({ field }) => field)] : [];
    const fieldError = causes.map((name) => fieldErrors[name]).find((found) => found !== undefined);
    if (!fieldError) return setFailure(error);
    form.setFieldError(fieldError.field, fieldError.message);
    return focusFirstProblem();
  };
  const submit = async ({ current, next }: PasswordChange) => {
    setFailure(undefined);
    setChanged(false);
    await account.changePassword(current, next).then(() => {
      form.reset();
      setChanged(true);
    }, showError);
  };
  const problem = failure ? refusalMessage(t, failure, language, t('account:password.failed')) : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem text={problem} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {names.map((name) => {
        const { label, autoComplete, ...more } = fields[name];
        return (
          <FormField
            key={name}
            form={form}
            name={name}
            type="password"
            label={t(label)}
            description={'hint' in more && t(more.hint)}
            autoComplete={autoComplete}
            maxLength={name === 'current' ? undefined : maxPasswordLength}
            required
          />
        );
      })}
      <div className={styles.actions}>
        <Button type="submit" loading={form.submitting}>
          {t('account:password.action')}
        </Button>
        <FormNote text={changed ? t('account:password.changed') : undefined} />
      </div>
    </form>
  );
}

function validate(values: PasswordChange) {
  const problems = names.map((name) => [name, changeRules[name](values[name], values)]);
  return Object.fromEntries(problems) as Record<keyof PasswordChange, string | null>;
}
