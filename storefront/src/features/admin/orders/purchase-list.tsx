import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminPurchases } from '../../../api/admin';
import { useLanguage } from '../../../lib/language-path';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { SearchBox } from '../../../ui/forms/search-box';
import styles from '../admin.module.css';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { PurchaseRow } from './purchase-row';
import { refundFailed, statuses, useAdminView } from '../use-admin-view';

const columns = ['order', 'pattern', 'buyer', 'amount', 'status', 'more'] as const;

export function PurchaseList() {
  const { t } = useTranslation();
  const { view, change, to } = useAdminView();
  const filter =
    view.filter === refundFailed
      ? { refund: 'failed' as const }
      : { status: statuses.find((status) => status === view.filter) };
  const list = useQuery(adminPurchases({ search: view.search, ...filter, page: view.page, lang: useLanguage() }));
  const all = { value: '', label: t('admin:purchases.allStates') };
  return (
    <>
      <div className={styles.bar}>
        <SearchBox
          type="search"
          maxLength={200}
          aria-label={t('admin:purchases.search')}
          placeholder={t('admin:purchases.search')}
          value={view.search}
          onSearch={(search) => change({ search }, true)}
        />
        <ChoiceBox
          aria-label={t('admin:purchases.filter')}
          value={view.filter}
          onChange={(event) => change({ filter: event.currentTarget.value })}
          data={[
            all,
            ...statuses.map((status) => ({ value: status, label: t(`admin:status.${status}`) })),
            { value: refundFailed, label: t('admin:refund.state.failed') },
          ]}
        />
      </div>
      <Listing
        list={list}
        failed={t('admin:purchases.failed')}
        empty={{ title: t('admin:purchases.none'), text: t('admin:purchases.noneText') }}
        count={(total) => t('admin:purchases.count', { count: total })}
        to={to}
      >
        {({ purchases }) => (
          <AdminTable
            caption={t('admin:tab.purchases')}
            columns={columns.map((column) => t(`admin:purchases.column.${column}`))}
          >
            {purchases.map((purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} />
            ))}
          </AdminTable>
        )}
      </Listing>
    </>
  );
}
