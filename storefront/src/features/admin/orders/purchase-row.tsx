import { useTranslation } from 'react-i18next';
import type { AdminPurchase } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatDate } from '../../../lib/format-date';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { useRowDetails } from '../use-row-details';
import { PurchaseDetails } from './purchase-details';
import purchaseStyles from './purchase.module.css';
import { Refunds } from './refund-form';

export function PurchaseRow({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useRowDetails();
  const { orderNumber } = purchase;
  const cell = (column: string) => ({ 'data-label': t(`admin:purchases.column.${column}`) });
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.who}>
          <strong className={styles.whole}>{orderNumber}</strong>
          <span className="muted small">{formatDate(purchase.createdAt, language)}</span>
        </th>
        <td {...cell('pattern')}>
          <LocalLink to={`/patterns/${purchase.patternId}`}>{purchase.patternTitle}</LocalLink>
        </td>
        <td {...cell('buyer')} className={styles.address}>
          {purchase.buyerEmail}
          {!purchase.buyerId && <span className={styles.tag}>{t('admin:purchases.guest')}</span>}
        </td>
        <td {...cell('amount')} className={styles.whole}>
          {purchase.amountCents === 0 ? t('pattern:free') : formatPrice(purchase.amountCents, purchase.currency)}
        </td>
        <td {...cell('status')}>
          <PurchaseStatus purchase={purchase} />
        </td>
        <td>
          <Button {...details.button} aria-label={t('admin:purchases.details', { number: orderNumber })}>
            {t('admin:purchases.open')}
          </Button>
        </td>
      </tr>
      <tr {...details.row}>
        <td colSpan={6}>
          {details.open && (
            <div className={purchaseStyles.more}>
              <PurchaseDetails purchase={purchase} />
              <Refunds purchase={purchase} />
            </div>
          )}
        </td>
      </tr>
    </tbody>
  );
}

function PurchaseStatus({ purchase: { status, refunds, refundedCents, dispute } }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const unsettled = (['requested', 'failed'] as const).filter((state) =>
    refunds.some((refund) => refund.state === state),
  );
  return (
    <>
      <span className={styles.status} data-state={status}>
        {t(`admin:status.${status}`)}
      </span>
      {status === 'paid' && refundedCents > 0 && (
        <span className={styles.status} data-state="refunded">
          {t('admin:refund.state.part')}
        </span>
      )}
      {unsettled.map((state) => (
        <span key={state} className={styles.status} data-state={state}>
          {t(`admin:refund.state.${state}`)}
        </span>
      ))}
      {dispute === 'open' && (
        <span className={styles.status} data-state="failed">
          {t('admin:dispute.open')}
        </span>
      )}
    </>
  );
}
