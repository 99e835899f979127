import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { errorMessage } from '../../lib/errors/error-message';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './security.module.css';

type Field = 'password' | 'code';

interface FactorFormProps {
  /** Tells password managers which account the password is for. */
  email?: string | undefined;
  title?: string;
  text?: string;
  fields: Field[];
  action: string;
  onSubmit: (values: Record<Field, string>) => Promise<unknown>;
  onCancel: () => void;
}

/** Server errors that are shown under a field. The key is the error code. */
const fieldErrors: Record<string, { field: Field; message: string }> = {
  WRONG_PASSWORD: { field: 'password', message: 'later:code.WRONG_PASSWORD' },
  INVALID_SECOND_FACTOR: { field: 'code', message: 'later:code.INVALID_SECOND_FACTOR' },
};
const missingMessages = { password: 'auth:problem.passwordMissing', code: 'auth:second.missing' } as const;

/** A form with a field for the password, a field for a code, or both. */
export function FactorForm({ email, title, text, fields, action, onSubmit, onCancel }: FactorFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: (values) =>
      Object.fromEntries(fields.map((name) => [name, values[name].trim() ? null : missingMessages[name]])),
  });
  const showError = (error: unknown) => {
    const fieldError = error instanceof ApiError ? fieldErrors[error.code] : undefined;
    if (!fieldError || !fields.includes(fieldError.field)) return setFailure(error);
    form.setFieldError(fieldError.field, fieldError.message);
    return focusFirstProblem();
  };
  const submit = async (values: Record<Field, string>) => {
    setFailure(undefined);
    await onSubmit(values).catch(showError);
  };
  const field = (name: Field) => ({ form, name, ref: fields[0] === name ? firstField : undefined });
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {title && <h3>{title}</h3>}
      {text && <p className="muted">{text}</p>}
      {Boolean(failure) && <FormProblem text={errorMessage(t, failure, t('account:factor.failed'))} />}
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      {fields.includes('password') && (
        <FormField
          {...field('password')}
          type="password"
          autoComplete="current-password"
          label={t('account:password.current')}
        />
      )}
      {fields.includes('code') && (
        <FormField
          {...field('code')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          label={t(fields.length > 1 ? 'account:factor.anyCode' : 'account:factor.code')}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={form.submitting}>
          {action}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('account:factor.cancel')}
        </Button>
      </div>
    </form>
  );
}
