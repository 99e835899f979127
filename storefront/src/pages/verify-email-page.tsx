import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { accounts } from '../api/calls';
import { ApiError } from '../api/client';
import { useLocalPath } from '../lib/language-path';
import { problemWords } from '../lib/problem-words';
import { useSession } from '../lib/session';
import { EmptyState } from '../ui/empty-state';
import { PageHead } from '../ui/page-head';
import { TestSquare } from '../ui/test-square';

const redirectAfterMs = 3000;

/** Where the link in the mail leads: loading, then success, expired or an error. */
export function Page() {
  const { t } = useTranslation();
  const token = useSearchParams()[0].get('token');
  const verify = useVerification(token);
  return (
    <div className="page">
      <PageHead title={t('auth:verify.title')} hidden />
      {token && (verify.isIdle || verify.isPending) && <TestSquare label={t('auth:verify.loading')} />}
      {verify.isSuccess && <Verified />}
      {!token && <Refused text={t('auth:verify.missing')} />}
      {verify.isError && <Refused text={refusal(t, verify.error)} />}
    </div>
  );
}

function useVerification(token: string | null) {
  const { user, updateUser } = useSession();
  const verify = useMutation({ mutationFn: accounts.verifyEmail });
  const { mutate, isSuccess } = verify;
  const asked = useRef(false);
  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    mutate(token);
  }, [token, mutate]);
  useEffect(() => {
    if (isSuccess && user && !user.is_verified) updateUser({ ...user, is_verified: true, emailVerified: true });
  }, [isSuccess, user, updateUser]);
  return verify;
}

function Verified() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const navigate = useNavigate();
  const { isAuthenticated } = useSession();
  const next = local(isAuthenticated ? '/' : '/login');
  useEffect(() => {
    const timer = setTimeout(() => navigate(next, { replace: true }), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [navigate, next]);
  return (
    <EmptyState
      drawing="envelope"
      heading="h1"
      live
      title={t('auth:verify.success')}
      text={t('auth:verify.successText')}
    >
      <Button component={Link} to={next}>
        {isAuthenticated ? t('auth:verify.goOn') : t('auth:login.action')}
      </Button>
    </EmptyState>
  );
}

function Refused({ text }: { text: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { isAuthenticated } = useSession();
  const resend = useMutation({ mutationFn: accounts.resendVerification });
  return (
    <EmptyState
      drawing="thread"
      heading="h1"
      live
      title={t('auth:verify.failed')}
      text={resend.isSuccess ? t('auth:verify.sent') : text}
    >
      {resend.isError && <p role="alert">{problemWords(t, resend.error, t('auth:verify.sendFailed'))}</p>}
      {isAuthenticated && !resend.isSuccess && (
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('auth:verify.resend')}
        </Button>
      )}
      {!isAuthenticated && (
        <Button component={Link} to={`${local('/login')}?from=${encodeURIComponent(local('/verify-email'))}`}>
          {t('auth:verify.signInToResend')}
        </Button>
      )}
    </EmptyState>
  );
}

function refusal(t: ReturnType<typeof useTranslation>['t'], error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 400) return t('auth:verify.later');
  return error.code === 'TOKEN_EXPIRED' ? t('auth:verify.expired') : t('auth:verify.invalid');
}
