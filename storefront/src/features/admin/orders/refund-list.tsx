import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPurchase } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import styles from './purchase.module.css';
import { useRefund } from './use-refund';

/** All refunds of a purchase, the oldest first. A failed refund can be requested again. */
export function RefundList({ purchase }: { purchase: AdminPurchase }) {
  if (purchase.refunds.length === 0) return null;
  return (
    <ul className={`${styles.refunds} figures`}>
      {purchase.refunds.map((refund) => (
        <RefundEntry key={refund.requestId ?? refund.at} purchase={purchase} refund={refund} />
      ))}
    </ul>
  );
}

interface RefundEntryProps {
  purchase: AdminPurchase;
  refund: AdminPurchase['refunds'][number];
}

function RefundEntry({ purchase, refund }: RefundEntryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { cents, at, source, state, failure, reason, requestId } = refund;
  const amount = formatPrice(cents, purchase.currency);
  return (
    <li>
      <output>{t(`admin:refund.told.${state}`, { amount, when: formatMoment(at, language) })}</output>
      {failure && <p className={styles.failure}>{failure}</p>}
      {reason && <p className="muted small">{t('admin:refund.because', { reason })}</p>}
      {source !== 'admin' && <p className="muted small">{t(`admin:refund.cause.${source}`)}</p>}
      {state === 'failed' && requestId && <RefundAgain purchase={purchase} requestId={requestId} amount={amount} />}
    </li>
  );
}

interface RefundAgainProps {
  purchase: AdminPurchase;
  requestId: string;
  amount: string;
}

function RefundAgain({ purchase: { id, orderNumber }, requestId, amount }: RefundAgainProps) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const refunding = useRefund(id);
  return (
    <>
      {!confirming && (
        <Button variant="outline" loading={refunding.isPending} onClick={() => setConfirming(true)}>
          {t('admin:refund.again', { amount })}
        </Button>
      )}
      {confirming && (
        <Question
          question={t('admin:refund.askAgain', { amount, number: orderNumber })}
          yes={t('admin:refund.confirm')}
          onAnswer={(yes) => {
            setConfirming(false);
            if (yes) refunding.mutate({ requestId });
          }}
        />
      )}
      <ActionFailed title={t('admin:refund.failed')} error={refunding.error} />
    </>
  );
}
