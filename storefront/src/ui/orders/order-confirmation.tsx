import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Purchase } from '../../api/types';
import { formatNumber, formatPrice } from '../../lib/format';
import { formatLegalDate, formatLegalMoment, lastDay } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import styles from './order-confirmation.module.css';

/** The confirmation of an order (§ 312f BGB). It has the content of the confirmation mail, which can get lost. */
export function OrderConfirmation({ purchase }: { purchase: Purchase }) {
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
      <Licence licence={purchase.confirmation.licence} />
      <WithdrawalRight purchase={purchase} />
    </div>
  );
}

function usePrice({ amountCents, currency, confirmation }: Purchase): string {
  const { t } = useTranslation();
  const language = useLanguage();
  if (amountCents === 0) return t('pattern:free');
  const price = formatPrice(amountCents, currency);
  const { vatRate, vatCents, vatCountry, taxNote } = confirmation;
  if (taxNote) return `${price} – ${taxNote}`;
  if (vatRate === null || vatCents === null) return `${price} ${t('pattern:vat')}`;
  const [rate, vat] = [formatNumber(vatRate, language), formatPrice(vatCents, currency)];
  return t('downloads:confirmation.vat', { price, rate, vat, country: vatCountry });
}

function Licence({ licence }: { licence: Purchase['confirmation']['licence'] }) {
  const { t } = useTranslation();
  if (!licence) return null;
  return (
    <div className={styles.right}>
      <h3>{t('downloads:confirmation.licence')}</h3>
      <p lang={licence.locale}>{licence.text}</p>
      <p className="muted small">{t('downloads:confirmation.licenceVersion', { version: licence.version })}</p>
    </div>
  );
}

/** Shows the waiver that the buyer has accepted, or until when the buyer can withdraw. */
function WithdrawalRight({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amountCents, orderNumber, status, refundRequestedAt } = purchase;
  const { waiver, withdrawableUntil } = purchase.confirmation;
  if (amountCents === 0) return null;
  const open = status === 'paid' && !refundRequestedAt;
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
      {open && canWithdraw(withdrawableUntil) && (
        <p>
          {t(`downloads:confirmation.${waiver ? 'untilConfirmed' : 'until'}`, {
            date: formatLegalDate(lastDay(withdrawableUntil), language),
          })}{' '}
          <LocalLink to={`/withdraw?order=${encodeURIComponent(orderNumber)}`}>
            {t('downloads:confirmation.withdraw')}
          </LocalLink>
        </p>
      )}
      {status === 'paid' && refundRequestedAt && <p>{t('downloads:confirmation.refunding')}</p>}
      {open && !canWithdraw(withdrawableUntil) && (
        <p>{t(`downloads:confirmation.${waiver && !withdrawableUntil ? 'waived' : 'over'}`)}</p>
      )}
      {!waiver && status === 'refunded' && <p>{t('downloads:confirmation.refunded')}</p>}
    </div>
  );
}

/** @param until the end of the right; null when the waiver has ended it */
const canWithdraw = (until: string | null): until is string => until !== null && new Date(until).getTime() > Date.now();
