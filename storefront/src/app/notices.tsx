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

/** Shows notices above the content of every screen: that this is a test shop, and that the address is not verified. */
export function Notices() {
  const { t } = useTranslation();
  const { user, isEmailVerified } = useSession();
  // The profile page has a longer notice of its own.
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
