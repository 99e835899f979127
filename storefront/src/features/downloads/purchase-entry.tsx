import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Purchase } from '../../api/types';
import { formatPrice } from '../../lib/format';
import { deliveryDay } from '../../lib/delivery-day';
import { formatDate } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { type PurchaseState, isWorthRenewing, purchaseState } from '../../lib/purchase-state';
import { CopyFiles } from '../../ui/orders/copy-files';
import { OrderConfirmation } from '../../ui/orders/order-confirmation';
import { PatternImage } from '../../ui/patterns/pattern-image';
import { RenewLink } from '../../ui/orders/renew-link';
import styles from './downloads.module.css';
import { InvoiceLinks } from './invoice-links';
import { useRemaining } from './use-remaining';

/** @param open whether the list of files is expanded initially */
export function PurchaseEntry({ purchase, open }: { purchase: Purchase; open: boolean }) {
  const { t } = useTranslation();
  const state = purchaseState(purchase);
  const timeLeft = useRemaining(purchase.downloadExpiresAt);
  return (
    <li className={styles.entry}>
      <PatternImage src={purchase.patternPreviewImages[0]} alt="" className={styles.picture} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>
            <LocalLink to={`/patterns/${purchase.patternId}`}>{purchase.patternTitle}</LocalLink>
          </h2>
          <span className={styles.state} data-state={state}>
            {t(`downloads:label.${state}`)}
          </span>
        </div>
        <OrderFacts purchase={purchase} />
        <Explanation purchase={purchase} state={state} />
        {isWorthRenewing(purchase) && (
          <div className={styles.renewal}>
            <RenewLink purchase={purchase} />
          </div>
        )}
        {purchase.files.length > 0 && state !== 'refunded' && (
          <details open={open} className={styles.details}>
            <summary>
              {t('downloads:files', { count: purchase.files.length })}
              {timeLeft && state === 'ready' && <span className="muted small"> · {timeLeft}</span>}
            </summary>
            <CopyFiles
              purchaseId={purchase.id}
              token={purchase.downloadToken}
              canDownload={purchase.canDownload}
              files={purchase.files}
            />
          </details>
        )}
        {state !== 'awaiting' && (
          <>
            <details className={styles.details}>
              <summary>{t('downloads:confirmation.title')}</summary>
              <div className={styles.confirmation}>
                <OrderConfirmation purchase={purchase} />
              </div>
            </details>
            <div className={styles.documents}>
              <InvoiceLinks purchase={purchase} />
            </div>
          </>
        )}
      </div>
    </li>
  );
}

/** Designer, day, price, the refunded part of the price, and the order number. */
function OrderFacts({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amountCents, refundedCents, currency, status } = purchase;
  const facts = [
    t('pattern:by', { name: purchase.designerName }),
    formatDate(purchase.purchaseDate, language),
    amountCents === 0 ? t('pattern:free') : formatPrice(amountCents, currency),
    ...(status === 'paid' && refundedCents > 0
      ? [t('downloads:partRefunded', { amount: formatPrice(refundedCents, currency) })]
      : []),
    t('downloads:orderNumber', { number: purchase.orderNumber }),
  ];
  return <p className="muted small figures">{facts.join(' · ')}</p>;
}

/** The explanation of a state in which the files cannot be downloaded. */
function Explanation({ purchase, state }: { purchase: Purchase; state: PurchaseState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { supportEmail } = shopConfig();
  if (state === 'ready') return null;
  const unavailable = state === 'spent' || state === 'expired';
  return (
    <div className={styles.explanation}>
      {unavailable && (
        <p>
          <strong>{t('downloads:expired')}</strong>{' '}
          {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
        </p>
      )}
      <p>{t(`downloads:state.${state}`, deliveryDay(purchase, language))}</p>
    </div>
  );
}
