import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from '../features/admin/admin.module.css';
import { PurchaseList } from '../features/admin/purchase-list';
import { StatCards } from '../features/admin/stat-cards';
import { tabs, useAdminView, writeView } from '../features/admin/use-admin-view';
import { UserList } from '../features/admin/user-list';
import { WithdrawalList } from '../features/admin/withdrawal-list';
import { PageHead } from '../ui/page-head';

const lists = { users: UserList, purchases: PurchaseList, withdrawals: WithdrawalList };

export function Page() {
  const { t } = useTranslation();
  const { view } = useAdminView();
  const List = lists[view.tab];
  return (
    <div className="page">
      <PageHead title={t('admin:title')} hidden />
      <h1>{t('admin:title')}</h1>
      <StatCards />
      <nav className={styles.tabs} aria-label={t('admin:title')}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={`?${writeView({ tab, search: '', filter: '', page: 1 })}`}
            aria-current={view.tab === tab ? 'page' : undefined}
            preventScrollReset
          >
            {t(`admin:tab.${tab}`)}
          </Link>
        ))}
      </nav>
      <section aria-label={t(`admin:tab.${view.tab}`)}>
        <List key={view.tab} />
      </section>
    </div>
  );
}
