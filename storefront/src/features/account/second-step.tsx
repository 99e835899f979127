import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
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

interface SecondStepProps {
  /** The server's token for a sign-in that waits for its second step. */
  challenge: string;
  /** @param error the reason why the server ended this step; undefined when the user goes back */
  onStartAgain: (error?: unknown) => void;
}

/** The second step of the sign-in: a code from the authenticator app, or a recovery code. */
export function SecondStep({ challenge, onStartAgain }: SecondStepProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enter } = useSession();
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const switchMethod = () => {
    setUsesRecoveryCode(!usesRecoveryCode);
    field.current?.focus();
  };
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : 'auth:second.missing') },
  });
  const submit = async ({ code }: { code: string }) => {
    setFailure(undefined);
    await signIns.withSecondFactor(challenge, code).then(enter, (error: unknown) => {
      const { code: reason } = error instanceof ApiError ? error : { code: '' };
      if (reason === 'CHALLENGE_EXPIRED' || reason === 'ACCOUNT_SUSPENDED') return onStartAgain(error);
      if (reason !== 'INVALID_SECOND_FACTOR') return setFailure(error);
      form.setFieldError('code', 'later:code.INVALID_SECOND_FACTOR');
      return focusFirstProblem();
    });
  };
  const problem = failure ? refusalMessage(t, failure, language, t('auth:login.failed')) : undefined;
  const method = usesRecoveryCode ? 'recovery' : 'app';
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit, focusFirstProblem)}>
      <h2>{t('auth:second.title')}</h2>
      <p className="muted">{t(`auth:second.intro.${method}`)}</p>
      {problem && <FormProblem title={t('auth:login.failedTitle')} text={problem} />}
      <FormField
        form={form}
        name="code"
        ref={field}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={usesRecoveryCode ? 'text' : 'numeric'}
        maxLength={40}
        label={t(`auth:second.field.${method}`)}
      />
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {t('auth:second.action')}
      </Button>
      <div className={styles.actions}>
        <Button variant="outline" onClick={switchMethod}>
          {t(`auth:second.switch.${method}`)}
        </Button>
        <Button variant="subtle" onClick={() => onStartAgain()}>
          {t('auth:second.back')}
        </Button>
      </div>
    </form>
  );
}
