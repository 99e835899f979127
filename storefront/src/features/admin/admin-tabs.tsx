import { useTranslation } from 'react-i18next';
import { useLocalPath } from '../../lib/language-path';
import { LinkTabs } from '../../ui/texts/link-tabs';
import { type AdminTab, tabs, writeView } from './use-admin-view';

const tabPath = (tab: AdminTab) => `/admin?${writeView({ tab, search: '', filter: '', page: 1 })}`.replace(/\?$/, '');

/** The tabs of the administration. The operations are a separate screen. */
export function AdminTabs({ current }: { current: AdminTab | 'operations' }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const all = [...tabs.map((tab) => [tab, tabPath(tab)] as const), ['operations', '/admin/operations'] as const];
  return (
    <LinkTabs
      label={t('admin:title')}
      tabs={all.map(([tab, path]) => ({ to: local(path), text: t(`admin:tab.${tab}`), current: current === tab }))}
    />
  );
}
