import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';
import { loadLaterMessages } from '../i18n/i18n';
import { screenPath } from '../lib/language-path';
import { isReachable } from '../lib/is-reachable';
import { useSession } from '../lib/session';
import { whenConnected } from '../lib/when-connected';
import styles from './layout.module.css';

const UnverifiedNotice = lazy(
  whenConnected(async () => {
    const [notice] = await Promise.all([import('./unverified-notice'), loadLaterMessages()]);
    return notice;
  }),
);

/** Notices above the content of every screen: the test shop, and an address that is not confirmed. */
export function Notices() {
  const { t } = useTranslation();
  const { user, isEmailVerified } = useSession();
  // The account page contains a longer notice.
  const onProfile = screenPath(useLocation().pathname) === '/profile';
  return (
    <aside aria-label={t('common:notices')}>
      {shopConfig().sandbox && <SandboxNotice />}
      <Suspense>{user && !isEmailVerified && !onProfile && <UnverifiedNotice email={user.email} />}</Suspense>
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
