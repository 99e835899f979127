import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { authPath } from '../lib/return-path';
import { useSession } from '../lib/session';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch';
import { useThemeToggle } from './theme-switch';

/** The menu of a signed-in visitor; on the phone it also holds the navigation, for everybody. */
export function ShopMenu() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { user } = useSession();
  const theme = useThemeToggle(t);
  const phone = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false });
  return (
    <div className={user ? undefined : styles.phoneOnly}>
      <Menu
        position="bottom-end"
        width={240}
        shadow="md"
        transitionProps={{ duration: 150 }}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            className={styles.menuButton}
            aria-label={user ? t('common:nav.account', { name: user.displayName }) : t('common:nav.menu')}
          >
            {user && <span className={styles.name}>{user.displayName}</span>}
            <Lines />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {phone && (
            <>
              <Menu.Item data-autofocus component={Link} to={local('/')}>
                {t('common:nav.home')}
              </Menu.Item>
              <Menu.Item component={Link} to={local('/patterns')}>
                {t('common:nav.patterns')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <AccountItems first={!phone} phone={phone} />
          <Menu.Divider />
          <LanguageSwitch variant="dropdown" />
          {phone && (
            <Menu.Item onClick={theme.toggle} closeMenuOnClick={false}>
              {theme.label}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function AccountItems({ first, phone }: { first: boolean; phone: boolean }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const navigate = useNavigate();
  const here = useLocation();
  const { user, signOut } = useSession();
  if (!user) {
    return (
      <>
        <Menu.Item component={Link} to={authPath(local('/login'), here)}>
          {t('common:nav.signIn')}
        </Menu.Item>
        <Menu.Item component={Link} to={authPath(local('/register'), here)}>
          {t('common:nav.register')}
        </Menu.Item>
      </>
    );
  }
  const item = (path: string, words: string) => (
    <Menu.Item component={Link} to={local(path)}>
      {words}
    </Menu.Item>
  );
  const leave = async () => {
    await navigate(local('/'));
    await signOut();
  };
  return (
    <>
      <Menu.Label>{user.email}</Menu.Label>
      <Menu.Item data-autofocus={first || undefined} component={Link} to={local('/downloads')}>
        {t('common:nav.purchases')}
      </Menu.Item>
      {phone && item('/wishlist', t('common:nav.wishlist'))}
      {item('/profile', t('common:nav.profile'))}
      {item('/studio', t('common:nav.studio'))}
      {user.role !== 'user' && item('/moderation', t('common:nav.moderation'))}
      {user.role === 'admin' && item('/admin', t('common:nav.admin'))}
      <Menu.Item onClick={leave}>{t('common:nav.signOut')}</Menu.Item>
    </>
  );
}

function Lines() {
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
