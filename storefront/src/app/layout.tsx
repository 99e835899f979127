import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { barePath } from '../lib/language-path';
import { ConnectionNotice } from './connection-notice';
import { Footer } from './footer';
import { Header } from './header/header';
import styles from './layout.module.css';
import { Notices } from './notices';
import { PrintedAddress } from './printed-address';

export function Layout() {
  const { t } = useTranslation();
  const main = useFocusOnNewScreen();
  const isNavigating = useNavigation().state !== 'idle';
  return (
    <>
      <a className="skip-link" href="#content">
        {t('common:skipToContent')}
      </a>
      <div className={styles.thread} data-waiting={isNavigating || undefined} aria-hidden="true" />
      <Header />
      <Notices />
      <main id="content" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <PrintedAddress />
      <ConnectionNotice />
      {/* Each key has its own saved scroll position. The first screen and every jump to an anchor share the key "default",
          so this code uses the URL instead of that key. */}
      <ScrollRestoration
        getKey={({ key, pathname, search, hash }) => (key === 'default' ? pathname + search + hash : key)}
      />
    </>
  );
}

/** Moves the focus from the clicked link to the content of the new screen, for keyboard users and screen readers. */
function useFocusOnNewScreen() {
  const main = useRef<HTMLElement>(null);
  const path = barePath(useLocation().pathname);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
