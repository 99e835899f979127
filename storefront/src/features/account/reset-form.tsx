import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordReset } from '../../api/account';
import { ApiError } from '../../api/api-error';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { errorMessage } from '../../lib/errors/error-message';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { maxPasswordLength, resetProblems } from './password-rules';

interface ResetFormProps {
  token: string;
  onDone: () => void;
  /** Called when the server refuses the link, because it has expired or was already used. */
  onDeadLink: () => void;
}

export function ResetForm({ token, onDone, onDeadLink }: ResetFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: (value) => resetProblems(value).join(' ') || null,
      confirmation: (value, { password }) => (value === password ? null : 'auth:problem.passwordsDiffer'),
    },
  });
  const showError = (error: unknown) => {
    if (!(error instanceof ApiError)) return setFailure(error);
    if (error.code.startsWith('TOKEN_')) return onDeadLink();
    if (error.details.some(({ field }) => field === 'new_password')) {
      form.setFieldError('password', 'auth:problem.passwordCommon');
      return focusFirstProblem();
    }
    return setFailure(error);
  };
  const submit = async ({ password }: { password: string }) => {
    setFailure(undefined);
    await passwordReset.confirm(token, password).then(onDone, showError);
  };
  const refused = failure instanceof ApiError && failure.status < 500;
  const problem = failure
    ? errorMessage(t, failure, t(refused ? 'later:passwordReset' : 'auth:reset.failed'))
    : undefined;
  // The form stores one error per field, so `validate` joins the message keys of all broken rules with spaces.
  const brokenRules =
    form.errors.password &&
    String(form.errors.password)
      .split(' ')
      .map((key) => t(key))
      .join(t('auth:reset.problem.joint'));
  const field = { form, type: 'password', autoComplete: 'new-password', maxLength: maxPasswordLength } as const;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem title={t('auth:reset.failedTitle')} text={problem} />}
      <FormField
        {...field}
        name="password"
        error={brokenRules}
        label={t('auth:reset.password')}
        description={t('auth:reset.hint')}
      />
      <FormField {...field} name="confirmation" label={t('auth:reset.confirmation')} />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:reset.action')}
      </Button>
    </form>
  );
}
