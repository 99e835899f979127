import { useTranslation } from 'react-i18next';
import { AdminTabs } from '../../features/admin/admin-tabs';
import { BookExport } from '../../features/admin/books/book-export';
import { PurchaseList } from '../../features/admin/orders/purchase-list';
import { StatCards } from '../../features/admin/stat-cards';
import { TaxPanel } from '../../features/admin/tax/tax-panel';
import { useAdminView } from '../../features/admin/use-admin-view';
import { UserList } from '../../features/admin/users/user-list';
import { WithdrawalList } from '../../features/admin/orders/withdrawal-list';
import { PageHead } from '../../ui/texts/page-head';

const lists = {
  users: UserList,
  purchases: PurchaseList,
  withdrawals: WithdrawalList,
  books: BookExport,
  tax: TaxPanel,
};

export function Page() {
  const { t } = useTranslation();
  const { view } = useAdminView();
  const List = lists[view.tab];
  return (
    <div className="page">
      <PageHead title={t('admin:title')} noindex />
      <h1>{t('admin:title')}</h1>
      <StatCards />
      <AdminTabs current={view.tab} />
      <section aria-label={t(`admin:tab.${view.tab}`)}>
        <List key={view.tab} />
      </section>
    </div>
  );
}
