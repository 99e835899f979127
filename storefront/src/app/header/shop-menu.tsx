import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { User } from '../../api/types';
import { LocalLink } from '../../lib/language-path';
import { useMedia } from '../../lib/hooks/use-media';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { Menu } from '../../ui/overlays/menu';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { useThemeToggle } from './theme-switch';
import { useSignOut } from '../use-sign-out';

/** The account menu of a signed-in user. On a phone, visitors also see the menu, and it also contains the navigation. */
export function ShopMenu() {
  const { t } = useTranslation();
  const { user } = useSession();
  const theme = useThemeToggle(t);
  const leave = useSignOut();
  const phone = useMedia('(max-width: 800px)');
  return (
    <div className={user ? undefined : styles.phoneOnly}>
      <Menu
        label={user ? t('common:nav.account', { name: user.displayName }) : t('common:nav.menu')}
        className={styles.menuButton}
        face={
          <>
            {user && <span className={styles.name}>{user.displayName}</span>}
            <MenuIcon />
          </>
        }
      >
        {phone && (
          <>
            <Item to="/">{t('common:nav.home')}</Item>
            <Item to="/patterns">{t('common:nav.patterns')}</Item>
            <hr />
          </>
        )}
        {user ? <AccountItems user={user} phone={phone} leave={leave} /> : <GuestItems />}
        <hr />
        <LanguageSwitch variant="dropdown" />
        {phone && (
          <button type="button" role="menuitem" data-stay onClick={theme.toggle}>
            {theme.label}
          </button>
        )}
      </Menu>
    </div>
  );
}

function Item({ to, children }: { to: string; children: string }) {
  return (
    <LocalLink to={to} role="menuitem">
      {children}
    </LocalLink>
  );
}

function GuestItems() {
  const { t } = useTranslation();
  const here = useLocation();
  return (
    <>
      <Item to={authPath('/login', here)}>{t('common:nav.signIn')}</Item>
      <Item to={authPath('/register', here)}>{t('common:nav.register')}</Item>
    </>
  );
}

function AccountItems({ user, phone, leave }: { user: User; phone: boolean; leave: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.email}>{user.email}</p>
      <Item to="/downloads">{t('common:nav.purchases')}</Item>
      {phone && <Item to="/wishlist">{t('common:nav.wishlist')}</Item>}
      <Item to="/profile">{t('common:nav.profile')}</Item>
      <Item to="/studio">{t('common:nav.studio')}</Item>
      {user.role !== 'user' && <Item to="/moderation">{t('common:nav.moderation')}</Item>}
      {user.role === 'admin' && <Item to="/admin">{t('common:nav.admin')}</Item>}
      <button type="button" role="menuitem" onClick={leave}>
        {t('common:nav.signOut')}
      </button>
    </>
  );
}

function MenuIcon() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 6.500h16M3 11h16M3 15.500h16" />
    </svg>
  );
}
