import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminWithdrawals } from '../../api/admin';
import { formatMoment } from '../../lib/format';
import { LocalLink, useLanguage } from '../../lib/language-path';
import styles from './admin.module.css';
import { Listing } from './listing';
import { useAdminView } from './use-admin-view';

const columns = ['received', 'person', 'contract', 'outcome'] as const;

/** Statements of withdrawal. Most are refunded by themselves; the others wait for somebody to look at them. */
export function WithdrawalList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { view, to } = useAdminView();
  const list = useQuery(adminWithdrawals(view.page));
  const cell = (column: string) => ({ 'data-label': t(`admin:withdrawals.column.${column}`) });
  return (
    <Listing
      list={list}
      failed={t('admin:withdrawals.failed')}
      empty={{ title: t('admin:withdrawals.none'), text: t('admin:withdrawals.noneText') }}
      count={(total) => t('admin:withdrawals.count', { count: total })}
      to={to}
    >
      {({ withdrawals }) => (
        <table className={styles.table}>
          <caption className={styles.unseen}>{t('admin:tab.withdrawals')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`admin:withdrawals.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {withdrawals.map((one) => (
              <tr key={one.id}>
                <th scope="row" className={styles.who}>
                  <strong className={styles.whole}>{one.reference}</strong>
                  <span className="muted small">{formatMoment(one.receivedAt, language)}</span>
                </th>
                <td {...cell('person')} className={styles.address}>
                  {one.name}
                  <br />
                  <a href={`mailto:${one.email}`}>{one.email}</a>
                </td>
                <td {...cell('contract')} className={styles.address}>
                  {one.orderNumber ? (
                    <LocalLink to={`/admin?tab=purchases&search=${encodeURIComponent(one.orderNumber)}`}>
                      {one.orderNumber}
                    </LocalLink>
                  ) : (
                    one.contract
                  )}
                </td>
                <td {...cell('outcome')}>
                  <Outcome outcome={one.outcome} refunded={one.purchaseStatus === 'refunded'} />
                  {!one.receiptSentAt && <p className="muted small">{t('admin:withdrawals.noReceipt')}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Listing>
  );
}

function Outcome({ outcome, refunded }: { outcome: 'refund' | 'review'; refunded: boolean }) {
  const { t } = useTranslation();
  if (refunded) {
    return (
      <span className={styles.status} data-state="refunded">
        {t('admin:status.refunded')}
      </span>
    );
  }
  return (
    <span className={styles.status} data-state={outcome === 'review' ? 'failed' : 'requested'}>
      {t(`admin:withdrawals.outcome.${outcome}`)}
    </span>
  );
}
