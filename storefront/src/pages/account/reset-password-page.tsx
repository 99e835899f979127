import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { resetLink } from '../../api/account';
import { ApiError } from '../../api/api-error';
import styles from '../../features/account/account.module.css';
import { ResetForm } from '../../features/account/reset-form';
import { useRedirect } from '../../features/account/use-redirect';
import { useLocalPath } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PageHead } from '../../ui/texts/page-head';
import { LoadingSquare } from '../../ui/texts/loading-square';

/** The page that the reset link in a mail opens: checks the link, shows the form, then redirects to the sign-in. */
export function Page() {
  const { t } = useTranslation();
  const token = useSearchParams()[0].get('token');
  return (
    <div className="page column">
      <PageHead title={t('auth:reset.title')} noindex />
      {token ? <Reset token={token} /> : <DeadLink text={t('auth:reset.missing')} />}
    </div>
  );
}

function Reset({ token }: { token: string }) {
  const { t } = useTranslation();
  const { forgetSession } = useSession();
  const [step, setStep] = useState<'form' | 'done' | 'dead'>('form');
  const link = useQuery(resetLink(token));
  const finish = () => {
    // The server has ended all sessions of the account.
    forgetSession();
    setStep('done');
  };
  if (step === 'done') return <Done />;
  if (step === 'dead' || isDeadLink(link.error)) return <DeadLink text={t('auth:reset.invalid')} />;
  if (link.isError) {
    return (
      <LoadFailed
        heading="h1"
        title={t('auth:reset.uncheckedTitle')}
        error={link.error}
        onRetry={() => link.refetch()}
      />
    );
  }
  if (link.isPending) return <LoadingSquare label={t('auth:reset.checking')} />;
  return (
    <>
      <h1>{t('auth:reset.title')}</h1>
      <p className={styles.intro}>{t('auth:reset.text')}</p>
      <ResetForm token={token} onDone={finish} onDeadLink={() => setStep('dead')} />
    </>
  );
}

const isDeadLink = (error: Error | null) => error instanceof ApiError && [400, 404, 410].includes(error.status);

function Done() {
  const { t } = useTranslation();
  const next = useLocalPath()('/login');
  useRedirect(next);
  return (
    <EmptyState drawing="envelope" heading="h1" live title={t('auth:reset.done')} text={t('auth:reset.doneText')}>
      <Button component={Link} to={next} replace>
        {t('auth:reset.signIn')}
      </Button>
    </EmptyState>
  );
}

function DeadLink({ text }: { text: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <EmptyState drawing="shears" heading="h1" live title={t('auth:reset.invalidTitle')} text={text}>
      <Button component={Link} to={local('/forgot-password')}>
        {t('auth:reset.requestNew')}
      </Button>
      <Button component={Link} to={local('/login')} variant="outline">
        {t('auth:forgot.back')}
      </Button>
    </EmptyState>
  );
}
