import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PasswordForm } from '../../features/account/password-form';
import { ProfileForm } from '../../features/account/profile-form';
import { ProfileHead } from '../../features/account/profile-head';
import styles from '../../features/account/profile.module.css';
import { VerificationPanel } from '../../features/account/verification-panel';
import { LocalLink } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { whenConnected } from '../../lib/when-connected';
import { PageHead } from '../../ui/texts/page-head';
import { LoadingSquare } from '../../ui/texts/loading-square';

const PreferencesPanel = lazy(
  whenConnected(() =>
    import('../../features/preferences/preferences-panel').then((file) => ({ default: file.PreferencesPanel })),
  ),
);
const PrivacyPanel = lazy(
  whenConnected(() => import('../../features/privacy/privacy-panel').then((file) => ({ default: file.PrivacyPanel }))),
);

const SecurityPanel = lazy(
  whenConnected(() =>
    import('../../features/account/security-panel').then((file) => ({ default: file.SecurityPanel })),
  ),
);

const tabs = ['info', 'password', 'security', 'preferences', 'privacy'] as const;
type Tab = (typeof tabs)[number];

/** The account of the user. Each tab has a URL. */
export function Page() {
  const { t } = useTranslation();
  const { user, isEmailVerified } = useSession();
  const [tab, choose] = useTab();
  const sections = useScrollToActiveTab(tab);
  const wide = useMediaQuery('(min-width: 801px)', false, { getInitialValueInEffect: false });
  if (!user) return null;
  const panels = {
    info: (
      <div className={styles.form}>
        <h2>{t('account:tab.info')}</h2>
        <p className="muted">{t('account:info.intro')}</p>
        <ProfileForm key={user.id} user={user} />
      </div>
    ),
    password: (
      <div className={styles.form}>
        <h2>{t('account:tab.password')}</h2>
        <p className="muted">{t('account:password.intro')}</p>
        <PasswordForm email={user.email} />
      </div>
    ),
    security: <SecurityPanel />,
    preferences: <PreferencesPanel />,
    privacy: <PrivacyPanel />,
  } satisfies Record<Tab, React.ReactNode>;
  return (
    <div className="page">
      <PageHead title={t('account:title')} noindex />
      <h1>{t('account:title')}</h1>
      <ProfileHead user={user} isVerified={isEmailVerified} />
      <VerificationPanel />
      <Tabs
        className={styles.body}
        value={tab}
        onChange={choose}
        orientation={wide ? 'vertical' : 'horizontal'}
        keepMounted={false}
      >
        <div ref={sections} className={styles.sections}>
          <Tabs.List aria-label={t('account:sections')}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name} data-section={name}>
                {t(`account:tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <LocalLink to="/downloads" className={styles.link}>
            {t('common:nav.purchases')}
          </LocalLink>
        </div>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} className={styles.panel}>
            <Suspense fallback={<LoadingSquare label={t('common:loading')} />}>{panels[name]}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** Scrolls the current tab into view, because on a phone the row of tabs can be wider than the screen. */
function useScrollToActiveTab(tab: Tab) {
  const sections = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = sections.current;
    const active = row?.querySelector<HTMLElement>(`[data-section="${tab}"]`);
    if (row && active) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }, [tab]);
  return sections;
}

function useTab(): [tab: Tab, choose: (tab: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const requested = params.get('tab');
  return [
    tabs.find((name) => name === requested) ?? 'info',
    (tab) => {
      if (tab) setParams({ tab }, { preventScrollReset: true });
    },
  ];
}
