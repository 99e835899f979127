import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '../../api/account';
import { ApiError } from '../../api/api-error';
import type { User } from '../../api/types';
import { translatedField } from '../../lib/field-problem';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { refusalWords } from '../../lib/account-problems';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './account.module.css';
import { FormNote } from './form-note';
import { profileChange, type ProfileValues, profileValues } from './profile-rules';
import { usernameProblem } from './register-rules';

/** Names of the account; sends only what was changed. */
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

  const refuse = (error: unknown) => {
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
    }, refuse);
  };
  const problem = failure ? refusalWords(t, failure, language, t('account:info.failed')) : undefined;
  const field = (name: keyof ProfileValues, longest: number) => ({
    key: form.key(name),
    maxLength: longest,
    ...translatedField(t, form.getInputProps(name)),
  });
  const { key: displayKey, ...displayName } = field('displayName', 80);
  const { key: usernameKey, ...username } = field('username', 40);
  const { key: firstKey, ...firstName } = field('first_name', 80);
  const { key: lastKey, ...lastName } = field('last_name', 80);
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      {problem && <FormProblem text={problem} />}
      <TextInput key={displayKey} {...displayName} label={t('auth:field.displayName')} autoComplete="nickname" />
      <TextInput
        key={usernameKey}
        {...username}
        label={t('auth:field.username')}
        description={t('auth:hint.username')}
        autoComplete="username"
      />
      <div className={styles.pair}>
        <TextInput key={firstKey} {...firstName} label={t('auth:field.firstName')} autoComplete="given-name" />
        <TextInput key={lastKey} {...lastName} label={t('auth:field.lastName')} autoComplete="family-name" />
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={form.submitting}>
          {t('account:info.action')}
        </Button>
        <FormNote text={note && t(`account:info.${note}`)} />
      </div>
    </form>
  );
}
