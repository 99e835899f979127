import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPurchase } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatDate } from '../../../lib/format-date';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import purchaseStyles from './purchase.module.css';
import { PurchaseDetails } from './purchase-details';
import { canRefund, RefundForm } from './refund-form';

export function PurchaseRow({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const details = useId();
  const { refund, orderNumber } = purchase;
  const cell = (column: string) => ({ 'data-label': t(`admin:purchases.column.${column}`) });
  const paid = formatPrice(purchase.amountCents, purchase.currency);
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
          {purchase.amountCents === 0 ? t('pattern:free') : paid}
        </td>
        <td {...cell('status')}>
          <span className={styles.status} data-state={purchase.status}>
            {t(`admin:status.${purchase.status}`)}
          </span>
          {refund && refund.state !== 'refunded' && (
            <span className={styles.status} data-state={refund.state}>
              {t(`admin:refund.state.${refund.state}`)}
            </span>
          )}
          {purchase.dispute === 'open' && (
            <span className={styles.status} data-state="failed">
              {t('admin:dispute.open')}
            </span>
          )}
        </td>
        <td>
          <Button
            variant="outline"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={details}
            aria-label={t('admin:purchases.details', { number: orderNumber })}
            onClick={() => setOpen(!open)}
          >
            {t('admin:purchases.open')}
          </Button>
        </td>
      </tr>
      <tr className={styles.below} id={details} hidden={!open}>
        <td colSpan={6}>
          {open && (
            <div className={purchaseStyles.more}>
              <PurchaseDetails purchase={purchase} />
              {(canRefund(purchase) || refund) && <RefundForm purchase={purchase} />}
            </div>
          )}
        </td>
      </tr>
    </tbody>
  );
}
