import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { downloadAccess } from '../../api/purchases';
import type { Access, CopyState } from '../../api/types';
import { formatSize } from '../../lib/format';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { isWorthRenewing, mainFile, purchaseState } from '../../lib/purchase-state';
import { useDownload } from '../../lib/hooks/use-download';
import { CopyFiles, DownloadProblem } from '../../ui/orders/copy-files';
import { DeliveryLine } from '../../ui/orders/delivery-line';
import { LoadFailed } from '../../ui/texts/load-failed';
import { OrderConfirmation } from '../../ui/orders/order-confirmation';
import { RenewLink } from '../../ui/orders/renew-link';
import styles from './delivery.module.css';

/** The screen after the order: polls the state of the copy, then offers the download. */
export function Delivery({ purchaseId }: { purchaseId: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const access = useQuery(downloadAccess(purchaseId, useLanguage()));
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  const state: CopyState = access.data?.copyState ?? 'awaiting-payment';
  const ended = access.data && endedStatus(access.data);
  const unavailable = access.data && unavailableState(access.data);
  if (access.isError && !access.data) {
    return <LoadFailed title={t('checkout:done.failed')} error={access.error} onRetry={() => access.refetch()} />;
  }
  return (
    <div className={styles.delivery}>
      <h1>{t(ended ? `checkout:done.ended.${ended}` : 'checkout:done.title')}</h1>
      {access.data && (
        <p className="muted">
          {t('checkout:done.order', { number: access.data.orderNumber, title: access.data.patternTitle })}
        </p>
      )}
      {!ended && <DeliveryLine state={state} />}
      <output className={styles.status} data-state={state}>
        {t(
          ended
            ? `checkout:done.endedText.${ended}`
            : unavailable
              ? `downloads:state.${unavailable}`
              : `checkout:done.state.${state}`,
        )}
      </output>
      {access.data?.receiptSentAt && <p className={styles.receipt}>{t('checkout:done.receipt')}</p>}
      {access.data && state === 'ready' && <Ready access={access.data} />}
      {access.data && isPaid(access.data) && <Confirmation access={access.data} />}
      {state !== 'ready' && !ended && <LeaveHint />}
      {ended && (
        <p>
          <Link to={local('/downloads')}>{t('checkout:done.library')}</Link>
        </p>
      )}
    </div>
  );
}

const isPaid = ({ status }: Access) => status === 'paid' || status === 'refunded';

/** The status of an order that gets no copy, or null. */
const endedStatus = ({ status }: Access) => (status === 'cancelled' || status === 'refunded' ? status : null);

/** The state of a copy whose link must be renewed before the next download, or null. */
const unavailableState = (access: Access) => {
  const state = purchaseState(access);
  return state === 'spent' || state === 'expired' ? state : null;
};

function Ready({ access }: { access: Access }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const download = useDownload({ purchaseId: access.purchaseId, token: access.downloadToken });
  const language = useLanguage();
  const main = mainFile(access.files);
  const size = main?.bytes ? ` (${formatSize(main.bytes, language)})` : '';
  return (
    <>
      <Button
        size="xl"
        fullWidth
        className={styles.big}
        loading={download.isPending}
        disabled={!access.canDownload}
        onClick={() => download.mutate(main?.id)}
      >
        {t('checkout:done.download', { kind: main ? t(`pattern:kind.${main.kind}`) : '' }) + size}
      </Button>
      {download.isError && <DownloadProblem error={download.error} />}
      {isWorthRenewing(access) && <RenewLink purchase={access} />}
      <section aria-labelledby="contents">
        <h2 id="contents" className={styles.more}>
          {t('checkout:done.contents')}
        </h2>
        <CopyFiles
          purchaseId={access.purchaseId}
          token={access.downloadToken}
          canDownload={access.canDownload}
          files={access.files}
        />
      </section>
      <p className="muted small">{t('checkout:done.terms')}</p>
      <p>
        <Link to={local('/downloads')}>{t('checkout:done.library')}</Link>
      </p>
    </>
  );
}

/** The confirmation of the order. It is unfolded when the confirmation mail was not sent. */
function Confirmation({ access }: { access: Access }) {
  const { t } = useTranslation();
  const mailMissing = access.copyState === 'ready' && !access.receiptSentAt;
  return (
    <>
      {mailMissing && <p className={styles.problem}>{t('checkout:done.mailTrouble')}</p>}
      <details className={styles.confirmation} open={mailMissing}>
        <summary>{t('downloads:confirmation.title')}</summary>
        <OrderConfirmation purchase={access} />
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
