import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../lib/language-path';
import styles from './admin.module.css';
import { type AdminTab, tabs, writeView } from './use-admin-view';

const tabPath = (tab: AdminTab) => `/admin?${writeView({ tab, search: '', filter: '', page: 1 })}`.replace(/\?$/, '');

/** The tabs of the administration. The operations are a separate screen. */
export function AdminTabs({ current }: { current: AdminTab | 'operations' }) {
  const { t } = useTranslation();
  const all = [...tabs.map((tab) => [tab, tabPath(tab)] as const), ['operations', '/admin/operations'] as const];
  return (
    <nav className={styles.tabs} aria-label={t('admin:title')}>
      {all.map(([tab, path]) => (
        <LocalLink key={tab} to={path} aria-current={current === tab ? 'page' : undefined} preventScrollReset>
          {t(`admin:tab.${tab}`)}
        </LocalLink>
      ))}
    </nav>
  );
}
