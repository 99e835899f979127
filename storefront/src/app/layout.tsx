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
  const waiting = useNavigation().state !== 'idle';
  return (
    <>
      <a className="skip-link" href="#content">
        {t('common:skipToContent')}
      </a>
      <div className={styles.thread} data-waiting={waiting || undefined} aria-hidden="true" />
      <Header />
      <Notices />
      <main id="content" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <PrintedAddress />
      <ConnectionNotice />
      {/* Every first screen has the key "default", and so has each part of a page that a link jumps to: with the URL as
                key it would not inherit the position of another. */}
      <ScrollRestoration
        getKey={({ key, pathname, search, hash }) => (key === 'default' ? pathname + search + hash : key)}
      />
    </>
  );
}

/** A new path is a new screen: keyboard and screen reader start at its content, not in the old menu. */
function useFocusOnNewScreen() {
  const main = useRef<HTMLElement>(null);
  const path = barePath(useLocation().pathname);
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
