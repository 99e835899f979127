import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { accounts } from '../api/calls';
import { shopConfig } from '../api/config';
import { screenPath } from '../lib/language-path';
import { sendErrorMessage } from '../lib/error-message';
import { isReachable } from '../lib/is-reachable';
import { useSession } from '../lib/session';
import styles from './layout.module.css';

/** Notices above the content of every screen: the test shop, and an address that is not confirmed. */
export function Notices() {
  const { t } = useTranslation();
  const { user, isEmailVerified } = useSession();
  // The account page contains a longer notice.
  const onProfile = screenPath(useLocation().pathname) === '/profile';
  return (
    <aside aria-label={t('common:notices')}>
      {shopConfig().sandbox && <SandboxNotice />}
      {user && !isEmailVerified && !onProfile && <UnverifiedNotice email={user.email} />}
    </aside>
  );
}

function SandboxNotice() {
  const { t } = useTranslation();
  const { mailboxUrl } = shopConfig();
  return (
    <p className={styles.notice}>
      <span className={styles.long}>{t('common:sandbox.text')}</span>
      <span className={styles.short}>{t('common:sandbox.short')}</span>
      {mailboxUrl && isReachable(mailboxUrl, window.location.hostname) && (
        <a href={mailboxUrl} rel="noopener">
          {t('common:sandbox.mailbox')}
        </a>
      )}
    </p>
  );
}

function UnverifiedNotice({ email }: { email: string }) {
  const { t } = useTranslation();
  const resend = useMutation({ mutationFn: accounts.resendVerification });
  return (
    <output className={styles.notice}>
      {resend.isSuccess && t('common:unverified.sent', { email })}
      {resend.isError && sendErrorMessage(t, resend.error)}
      {resend.isIdle && t('common:unverified.text')}
      {!resend.isSuccess && (
        <button type="button" className="link-button" disabled={resend.isPending} onClick={() => resend.mutate()}>
          {t('common:unverified.resend')}
        </button>
      )}
    </output>
  );
}
