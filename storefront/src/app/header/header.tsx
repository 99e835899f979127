import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import { LocalLink, useLocalPath } from '../../lib/language-path';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/forms/button';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { ThemeSwitch } from './theme-switch';
import { ShopMenu } from './shop-menu';

export function Header() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { isAuthenticated, isLoading } = useSession();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <LocalLink to="/" className={styles.brand}>
          <Logo />
          <span>{shopConfig().shopName}</span>
        </LocalLink>
        <nav aria-label={t('common:nav.main')} className={styles.nav}>
          <NavLink to={local('/')} end className={styles.link}>
            {t('common:nav.home')}
          </NavLink>
          <NavLink to={local('/patterns')} className={styles.link}>
            {t('common:nav.patterns')}
          </NavLink>
          {isAuthenticated && (
            <NavLink to={local('/wishlist')} className={styles.link}>
              {t('common:nav.wishlist')}
            </NavLink>
          )}
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

function SignInButtons() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const here = useLocation();
  return (
    <>
      <Button component={NavLink} to={authPath(local('/login'), here)} variant="subtle">
        {t('common:nav.signIn')}
      </Button>
      <Button component={NavLink} to={authPath(local('/register'), here)} variant="outline">
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
