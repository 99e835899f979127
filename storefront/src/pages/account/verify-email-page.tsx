import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { account } from '../../api/account';
import { ownAccount } from '../../api/calls';
import { ApiError } from '../../api/api-error';
import type { Language } from '../../api/types';
import { useRedirect } from '../../features/account/use-redirect';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { sendErrorMessage } from '../../lib/errors/account-problems';
import { useSession } from '../../lib/session';
import { EmptyState } from '../../ui/texts/empty-state';
import { PageHead } from '../../ui/texts/page-head';
import { LoadingSquare } from '../../ui/texts/loading-square';

/** The page that the verification link in a mail opens: verifies the address and shows the result. */
export function Page() {
  const { t } = useTranslation();
  const language = useLanguage();
  const token = useSearchParams()[0].get('token');
  const verify = useVerification(token);
  useMailboxProof(token, verify.isSuccess);
  return (
    <div className="page">
      <PageHead title={t('auth:verify.title')} noindex />
      {token && (verify.isIdle || verify.isPending) && <LoadingSquare label={t('auth:verify.loading')} />}
      {token && verify.isSuccess && <Verified token={token} />}
      {!token && <Refused text={t('auth:verify.missing')} />}
      {verify.isError && <Refused text={toMessage(t, verify.error, language)} />}
    </div>
  );
}

/** The script of the page sends the token. So a mail scanner that only fetches the page does not use up the token. */
function useVerification(token: string | null) {
  const { reload } = useSession();
  const verify = useMutation({ mutationFn: account.verifyEmail });
  const { mutate, isSuccess } = verify;
  const sent = useRef(false);
  useEffect(() => {
    if (!token || sent.current) return;
    sent.current = true;
    mutate(token);
  }, [token, mutate]);
  // Loads the user again, because the verified address can belong to the signed-in account.
  useEffect(() => {
    if (isSuccess) void reload();
  }, [isSuccess, reload]);
  return verify;
}

/**
 * Proves that the signed-in user owns the mailbox. The server checks that the mail belongs to this account. A refusal is
 * ignored, because the mail can belong to another account. A lost request is repeated, even when the user leaves the page.
 */
function useMailboxProof(token: string | null, isVerified: boolean) {
  const { user } = useSession();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: account.proveMailbox,
    retry: (failures, error) => failures < RETRIES && isTemporary(error),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mine'] }),
  });
  const id = user?.id;
  const provenBy = useRef<string>(undefined);
  useEffect(() => {
    if (!token || !isVerified || !id || provenBy.current === id) return;
    provenBy.current = id;
    mutate(token);
  }, [token, isVerified, id, mutate]);
}

/** The maximum number of retries. The pauses between them grow: one, two, four … seconds. */
const RETRIES = 6;
const RETRY_STATUSES = new Set([0, 408, 429]);
const isTemporary = (error: Error) =>
  error instanceof ApiError && (RETRY_STATUSES.has(error.status) || error.status >= 500);

function Verified({ token }: { token: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { isAuthenticated } = useSession();
  // The sign-in returns to this page, which then proves that the user owns the mailbox.
  const back = `${local('/verify-email')}?token=${encodeURIComponent(token)}`;
  const next = isAuthenticated ? local('/profile') : `${local('/login')}?from=${encodeURIComponent(back)}`;
  useRedirect(next);
  return (
    <EmptyState
      drawing="envelope"
      heading="h1"
      live
      title={t('auth:verify.success')}
      text={t(isAuthenticated ? 'auth:verify.toProfile' : 'auth:verify.toLogin')}
    >
      <Button component={Link} to={next} replace>
        {isAuthenticated ? t('auth:verify.goOn') : t('auth:login.action')}
      </Button>
    </EmptyState>
  );
}

function Refused({ text }: { text: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { isAuthenticated, isEmailVerified } = useSession();
  const resend = useMutation({ mutationFn: ownAccount.resendVerification });
  const link = (path: string, label: string) => (
    <Button component={Link} to={path}>
      {t(label)}
    </Button>
  );
  return (
    <EmptyState
      drawing="thread"
      heading="h1"
      live
      title={t(resend.isSuccess ? 'auth:verify.sentTitle' : 'auth:verify.failed')}
      text={resend.isSuccess ? t('auth:verify.sent') : text}
    >
      {resend.isError && <p role="alert">{sendErrorMessage(t, resend.error)}</p>}
      {!isAuthenticated &&
        link(`${local('/login')}?from=${encodeURIComponent(local('/profile'))}`, 'auth:verify.signInToResend')}
      {isAuthenticated && isEmailVerified && link(local('/profile'), 'auth:verify.goOn')}
      {isAuthenticated && !isEmailVerified && !resend.isSuccess && (
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('auth:verify.resend')}
        </Button>
      )}
    </EmptyState>
  );
}

/** The server's messages are English, so only English screens show them. */
function toMessage(t: ReturnType<typeof useTranslation>['t'], error: Error, language: Language): string {
  if (!(error instanceof ApiError) || error.status !== 400) return t('auth:verify.later');
  if (error.code === 'TOKEN_EXPIRED') return t('auth:verify.expired');
  return (language === 'en' && error.message) || t('auth:verify.invalid');
}
