import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import { LocalLink, screenPath, useLocalPath } from '../../lib/language-path';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/forms/button';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { ThemeSwitch } from './theme-switch';
import { ShopMenu } from './shop-menu';

export function Header() {
  const { t } = useTranslation();
  const { isAuthenticated, isLoading } = useSession();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <LocalLink to="/" className={styles.brand}>
          <Logo />
          <span>{shopConfig().shopName}</span>
        </LocalLink>
        <nav aria-label={t('common:nav.main')} className={styles.nav}>
          <NavItem to="/">{t('common:nav.home')}</NavItem>
          <NavItem to="/patterns">{t('common:nav.patterns')}</NavItem>
          {isAuthenticated && <NavItem to="/wishlist">{t('common:nav.wishlist')}</NavItem>}
        </nav>
        <div className={styles.tools}>
          <div className={styles.wide}>
            <LanguageSwitch variant="compact" />
            <ThemeSwitch />
            {!isAuthenticated && !isLoading && <SignInButtons />}
          </div>
          <ShopMenu />
        </div>
      </div>
    </header>
  );
}

/** @returns a function that computes `aria-current`: a link is current on its own screen and on screens below its path */
function useAriaCurrent(): (to: string) => 'page' | undefined {
  const here = screenPath(useLocation().pathname);
  return (to) => (here === to || (to !== '/' && here.startsWith(`${to}/`)) ? 'page' : undefined);
}

function NavItem({ to, children }: { to: string; children: string }) {
  const ariaCurrent = useAriaCurrent();
  return (
    <LocalLink to={to} className={styles.link} aria-current={ariaCurrent(to)}>
      {children}
    </LocalLink>
  );
}

function SignInButtons() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const here = useLocation();
  const ariaCurrent = useAriaCurrent();
  return (
    <>
      <Button
        component={Link}
        to={authPath(local('/login'), here)}
        aria-current={ariaCurrent('/login')}
        variant="subtle"
      >
        {t('common:nav.signIn')}
      </Button>
      <Button
        component={Link}
        to={authPath(local('/register'), here)}
        aria-current={ariaCurrent('/register')}
        variant="outline"
      >
        {t('common:nav.register')}
      </Button>
    </>
  );
}

function Logo() {
  return (
    <svg width="26" height="30" viewBox="0 0 26 30" aria-hidden="true">
      <path
        d="M3 28 7.5 13C5 11 4 8 4.5 3h4c.6 3 2.2 4.5 4.5 4.500S16.9 6 17.5 3h4c.5 5-.5 8-3 10L23 28z"
        fill="var(--accent)"
      />
      <path d="M13 11v17" fill="none" stroke="var(--paper)" strokeWidth="1.4" strokeDasharray="2.5 2.5" />
    </svg>
  );
}
