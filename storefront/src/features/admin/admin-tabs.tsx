import { useTranslation } from 'react-i18next';
import { useLocalPath } from '../../lib/language-path';
import { LinkTabs } from '../../ui/texts/link-tabs';
import { type AdminTab, tabs, writeView } from './use-admin-view';

const tabPath = (tab: AdminTab) => `/admin?${writeView({ tab, search: '', filter: '', page: 1 })}`.replace(/\?$/, '');

/** The tabs of the administration. The last tab leads to the separate operations screen. */
export function AdminTabs({ current }: { current: AdminTab | 'operations' }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const tabPaths = [...tabs.map((tab) => [tab, tabPath(tab)] as const), ['operations', '/admin/operations'] as const];
  return (
    <LinkTabs
      label={t('admin:title')}
      tabs={tabPaths.map(([tab, path]) => ({ to: local(path), text: t(`admin:tab.${tab}`), current: current === tab }))}
    />
  );
}
