import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Access } from '../../api/types';
import { formatNumber, formatPrice } from '../../lib/format';
import { formatLegalDate, formatLegalMoment, lastDay } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import styles from './order-confirmation.module.css';

/** The confirmation of an order (§ 312f BGB). It has the content of the mail and is shown even if the mail is lost. */
export function OrderConfirmation({ purchase }: { purchase: Access }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, address } = shopConfig().seller;
  const { buyerEmail } = purchase.confirmation;
  const facts = [
    ['number', purchase.orderNumber],
    ['what', t('downloads:confirmation.pattern', { title: purchase.patternTitle, designer: purchase.designerName })],
    ['date', formatLegalMoment(purchase.purchaseDate, language)],
    ['price', usePrice(purchase)],
    ['seller', [name, address].filter(Boolean).join(', ')],
    ['email', buyerEmail],
  ] as const;
  return (
    <div className={styles.confirmation}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term}>
              <dt>{t(`downloads:confirmation.${term}`)}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
      </dl>
      <WithdrawalRight purchase={purchase} />
    </div>
  );
}

function usePrice({ amountCents, currency, confirmation: { vatCents, vatRate, country } }: Access): string {
  const { t } = useTranslation();
  const language = useLanguage();
  if (amountCents === 0) return t('pattern:free');
  const price = formatPrice(amountCents, currency);
  if (vatRate === null || vatCents === null) return `${price} ${t('pattern:vat')}`;
  if (vatRate === 0) return price;
  const countryName = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  const rate = formatNumber(vatRate, language);
  return t('downloads:confirmation.vat', { price, rate, vat: formatPrice(vatCents, currency), country: countryName });
}

/** Shows the waiver that the buyer has accepted, or until when the buyer can withdraw. */
function WithdrawalRight({ purchase }: { purchase: Access }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amountCents, orderNumber, status, refundRequestedAt } = purchase;
  const { waiver, withdrawableUntil } = purchase.confirmation;
  const withdrawalEnd = refundRequestedAt ? null : withdrawableUntil;
  if (amountCents === 0) return null;
  return (
    <div className={styles.right}>
      <h3>{t('downloads:confirmation.right')}</h3>
      {waiver && (
        <>
          <p>{t('downloads:confirmation.agreed')}</p>
          <blockquote lang={waiver.locale}>{waiver.text}</blockquote>
          <p className="muted small">
            {t('downloads:confirmation.version', {
              version: waiver.version,
              moment: formatLegalMoment(waiver.acceptedAt, language),
            })}
          </p>
        </>
      )}
      {withdrawalEnd && (
        <p>
          {t('downloads:confirmation.until', { date: formatLegalDate(lastDay(withdrawalEnd), language) })}{' '}
          <LocalLink to={`/withdraw?order=${encodeURIComponent(orderNumber)}`}>
            {t('downloads:confirmation.withdraw')}
          </LocalLink>
        </p>
      )}
      {status === 'paid' && refundRequestedAt && <p>{t('downloads:confirmation.refunding')}</p>}
      {!waiver && !withdrawableUntil && !refundRequestedAt && status === 'paid' && (
        <p>{t('downloads:confirmation.over')}</p>
      )}
      {!waiver && status === 'refunded' && <p>{t('downloads:confirmation.refunded')}</p>}
    </div>
  );
}
