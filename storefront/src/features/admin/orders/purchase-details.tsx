import { useTranslation } from 'react-i18next';
import type { AdminPurchase } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatMoment } from '../../../lib/format-date';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import styles from './purchase.module.css';

/** The data of a purchase that an administrator needs to help the buyer. */
export function PurchaseDetails({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = (iso: string | null) => iso && formatMoment(iso, language);
  const price = (cents: number | null) => cents !== null && formatPrice(cents, purchase.currency);
  const rows = [
    ['paidAt', moment(purchase.paidAt)],
    ['receiptSentAt', moment(purchase.receiptSentAt)],
    ['downloadExpiresAt', moment(purchase.downloadExpiresAt)],
    ['country', [purchase.country, purchase.cardCountry].filter(Boolean).join(' / ')],
    ['paymentId', purchase.paymentId],
    ['invoices', purchase.invoiceNumbers.join(', ')],
    ['refunded', purchase.refundedCents > 0 && price(purchase.refundedCents)],
    ['refundedAt', moment(purchase.refundedAt)],
    ['dispute', purchase.dispute && t(`admin:dispute.${purchase.dispute}`)],
    ['disputeAmount', price(purchase.disputeAmountCents)],
    ['disputeFee', price(purchase.disputeFeeCents)],
  ] as const;
  return (
    <div>
      <dl className={`${styles.rows} figures`}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{t(`admin:fact.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {purchase.copies.length > 0 && (
        <ul className={`${styles.copies} figures`}>
          {purchase.copies.map((copy) => (
            <li key={copy.id}>
              <span>{copy.fileName}</span>
              <span className="muted small">
                {t(`admin:copy.${copy.state}`)}
                {copy.failures > 0 && `, ${t('admin:copy.failures', { count: copy.failures })}`}
                {`, ${t('admin:copy.downloads', { count: copy.downloadCount })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="small">
        <LocalLink to={`/admin/operations?subject=${purchase.id}#events`}>{t('admin:purchases.events')}</LocalLink>
      </p>
    </div>
  );
}
