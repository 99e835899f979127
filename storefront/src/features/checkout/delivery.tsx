import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { downloadAccess } from '../../api/purchases';
import type { CopyState, Purchase } from '../../api/types';
import { deliveryDay } from '../../lib/delivery-day';
import { formatSize } from '../../lib/format';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { isWorthRenewing, mainFile, purchaseState } from '../../lib/purchase-state';
import { useDownload } from '../../lib/hooks/use-download';
import { CopyFiles, DownloadProblem } from '../../ui/orders/copy-files';
import { CopyProgress } from '../../ui/orders/copy-progress';
import { LoadFailed } from '../../ui/texts/load-failed';
import { OrderConfirmation } from '../../ui/orders/order-confirmation';
import { RenewLink } from '../../ui/orders/renew-link';
import styles from './delivery.module.css';

/** The screen after the order: polls the state of the copy, then offers the download. */
export function Delivery({ purchaseId }: { purchaseId: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const language = useLanguage();
  const query = useQuery(downloadAccess(purchaseId, language));
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  const state: CopyState = query.data?.copyState ?? 'awaiting-payment';
  const ended = query.data && endedStatus(query.data);
  const unavailable = query.data && unavailableState(query.data);
  if (query.isError && !query.data) {
    return <LoadFailed title={t('checkout:done.failed')} error={query.error} onRetry={() => query.refetch()} />;
  }
  return (
    <div className={styles.delivery}>
      <h1>{t(ended ? `checkout:done.ended.${ended}` : 'checkout:done.title')}</h1>
      {query.data && (
        <p className="muted">
          {t('checkout:done.order', { number: query.data.orderNumber, title: query.data.patternTitle })}
        </p>
      )}
      {!ended && <CopyProgress state={state} />}
      <output className={styles.status} data-state={state}>
        {t(
          ended
            ? `checkout:done.endedText.${ended}`
            : unavailable
              ? `downloads:state.${unavailable}`
              : `checkout:done.state.${state}`,
          query.data ? deliveryDay(query.data, language) : {},
        )}
      </output>
      {query.data?.receiptSentAt && <p className={styles.receipt}>{t('checkout:done.receipt')}</p>}
      {query.data && state === 'ready' && <Ready purchase={query.data} />}
      {query.data && wasPaid(query.data) && <Confirmation purchase={query.data} />}
      {state !== 'ready' && state !== 'waiting' && !ended && <LeaveHint />}
      {(ended || state === 'waiting') && (
        <p>
          <Link to={local('/downloads')}>{t('checkout:done.library')}</Link>
        </p>
      )}
    </div>
  );
}

const wasPaid = ({ status }: Purchase) => status === 'paid' || status === 'refunded';

/** The status of an order that offers no download, because it was cancelled or refunded; otherwise null. */
const endedStatus = ({ status }: Purchase) => (status === 'cancelled' || status === 'refunded' ? status : null);

/** `spent` or `expired` if the buyer must renew the download link before the next download; otherwise null. */
const unavailableState = (purchase: Purchase) => {
  const state = purchaseState(purchase);
  return state === 'spent' || state === 'expired' ? state : null;
};

function Ready({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const download = useDownload({ purchaseId: purchase.purchaseId, token: purchase.downloadToken });
  const language = useLanguage();
  const main = mainFile(purchase.files);
  const size = main?.bytes ? ` (${formatSize(main.bytes, language)})` : '';
  return (
    <>
      <Button
        size="xl"
        fullWidth
        className={styles.big}
        loading={download.isPending}
        disabled={!purchase.canDownload}
        onClick={() => download.mutate(main?.id)}
      >
        {t('checkout:done.download', { kind: main ? t(`pattern:kind.${main.kind}`) : '' }) + size}
      </Button>
      {download.isError && <DownloadProblem error={download.error} />}
      {isWorthRenewing(purchase) && <RenewLink purchase={purchase} />}
      <section aria-labelledby="contents">
        <h2 id="contents" className={styles.more}>
          {t('checkout:done.contents')}
        </h2>
        <CopyFiles
          purchaseId={purchase.purchaseId}
          token={purchase.downloadToken}
          canDownload={purchase.canDownload}
          files={purchase.files}
        />
      </section>
      <p className="muted small">{t('checkout:done.terms')}</p>
      <p>
        <Link to={local('/downloads')}>{t('checkout:done.library')}</Link>
      </p>
    </>
  );
}

/**
 * The confirmation of the order. It is expanded when the copy is ready but the confirmation mail has not been sent. The
 * server does not show whether the mail about a free order was sent to an unproven address.
 */
function Confirmation({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const mailMissing = purchase.copyState === 'ready' && !purchase.receiptSentAt;
  return (
    <>
      {mailMissing && purchase.amountCents > 0 && <p className={styles.problem}>{t('checkout:done.mailTrouble')}</p>}
      <details className={styles.confirmation} open={mailMissing}>
        <summary>{t('downloads:confirmation.title')}</summary>
        <OrderConfirmation purchase={purchase} />
      </details>
    </>
  );
}

function LeaveHint() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <p className="muted small">
      {t('checkout:done.leave')} <Link to={local('/downloads')}>{t('checkout:done.library')}</Link>
    </p>
  );
}
