import { Button, Skeleton } from '@mantine/core';
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { account, verificationStatus } from '../../api/account';
import { ownAccount } from '../../api/calls';
import type { VerificationStatus } from '../../api/types';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { sendErrorMessage } from '../../lib/errors/account-problems';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import { RetryProblem } from '../../ui/forms/retry-problem';
import { FormNote } from './form-note';
import styles from './profile.module.css';

/** Shows whether the address is verified, and sends the mail with the verification link. */
export function VerificationPanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isEmailVerified, reload } = useSession();
  const status = useQuery(verificationStatus());
  const isVerified = status.data?.isVerified;
  // The user can verify the address on another device. The session of this browser must then be reloaded.
  useEffect(() => {
    if (isVerified && !isEmailVerified) void reload();
  }, [isVerified, isEmailVerified, reload]);
  if (status.isPending) return <Skeleton height={isEmailVerified ? 24 : 176} mt="md" />;
  if (status.isLoadingError) {
    return (
      <RetryProblem
        title={t('account:verification.loadFailed')}
        text={errorMessage(t, status.error, t('errors:generic'))}
        onRetry={() => status.refetch()}
      />
    );
  }
  const { verifiedAt, mailboxProven } = status.data;
  if (!isVerified) return <Unverified status={status.data} />;
  return (
    <>
      {verifiedAt && (
        <p className={styles.verified}>
          {t('account:verification.verified', { date: formatDate(verifiedAt, language) })}
        </p>
      )}
      {mailboxProven === false && <UnprovenMailbox />}
    </>
  );
}

/**
 * Shown when the verification link was opened without the user's session. The mailbox may then belong to another person,
 * so the shop does not assign the guest purchases of this address to the account.
 */
function UnprovenMailbox() {
  const { t } = useTranslation();
  const send = useMutation({ mutationFn: account.sendVerification });
  return (
    <section>
      <p className="muted small">{t('account:verification.guestPurchases')}</p>
      <SendMail send={send} label={t('account:verification.sendLink')} />
    </section>
  );
}

function Unverified({ status: { email, hasPendingToken } }: { status: VerificationStatus }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: hasPendingToken ? ownAccount.resendVerification : account.sendVerification,
    onSettled: () => queries.invalidateQueries(verificationStatus()),
  });
  return (
    <section className={styles.unverified} aria-labelledby="unverified">
      <h2 id="unverified">{t('account:verification.title')}</h2>
      <p>{t(hasPendingToken ? 'account:verification.pending' : 'account:verification.none', { email })}</p>
      <p className="muted small">{t('account:verification.why')}</p>
      <SendMail send={send} label={t(hasPendingToken ? 'account:verification.resend' : 'account:verification.send')} />
    </section>
  );
}

function SendMail({ send, label }: { send: UseMutationResult<unknown, Error, void>; label: string }) {
  const { t } = useTranslation();
  return (
    <>
      {send.isError && <FormProblem text={sendErrorMessage(t, send.error)} />}
      <div className={styles.send}>
        <Button variant="outline" loading={send.isPending} onClick={() => send.mutate()}>
          {label}
        </Button>
        <FormNote text={send.isSuccess ? t('account:verification.sent') : undefined} />
      </div>
    </>
  );
}
