import { Button } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '../../api/account';
import { ApiError } from '../../api/api-error';
import type { User } from '../../api/types';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { refusalMessage } from '../../lib/errors/account-problems';
import { useSession } from '../../lib/session';
import { FormField } from '../../ui/forms/form-field';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { FormNote } from './form-note';
import { profileChange, type ProfileValues, profileValues } from './profile-rules';
import { usernameProblem } from './register-rules';

/** The form for the user's names. It sends only the names that have changed. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { updateUser } = useSession();
  const [note, setNote] = useState<'saved' | 'unchanged'>();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: profileValues(user),
    validate: { username: usernameProblem },
    onValuesChange: () => setNote(undefined),
  });

  const showError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'USERNAME_TAKEN') {
      form.setFieldError('username', 'later:code.USERNAME_TAKEN');
      focusFirstProblem();
    } else setFailure(error);
  };
  const submit = async (values: ProfileValues) => {
    setNote(undefined);
    setFailure(undefined);
    const change = profileChange(values, user);
    if (Object.keys(change).length === 0) return setNote('unchanged');
    return account.update(change).then((updated) => {
      updateUser(updated);
      form.setValues(profileValues(updated));
      setNote('saved');
    }, showError);
  };
  const problem = failure ? refusalMessage(t, failure, language, t('account:info.failed')) : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem text={problem} />}
      <Fields form={form} />
      <div className={styles.actions}>
        <Button type="submit" loading={form.submitting}>
          {t('account:info.action')}
        </Button>
        <FormNote text={note && t(`account:info.${note}`)} />
      </div>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturnType<ProfileValues> }) {
  const { t } = useTranslation();
  const field = (name: keyof ProfileValues, maxLength: number) => ({ form, name, maxLength });
  return (
    <>
      <FormField {...field('displayName', 80)} label={t('auth:field.displayName')} autoComplete="nickname" />
      <FormField
        {...field('username', 40)}
        label={t('auth:field.username')}
        description={t('auth:hint.username')}
        autoComplete="username"
      />
      <div className={styles.pair}>
        <FormField {...field('first_name', 80)} label={t('auth:field.firstName')} autoComplete="given-name" />
        <FormField {...field('last_name', 80)} label={t('auth:field.lastName')} autoComplete="family-name" />
      </div>
    </>
  );
}
