import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { downloadAccess } from '../../api/purchases';
import { ApiError, isRefused } from '../../api/api-error';
import type { Purchase } from '../../api/types';
import { useDownload } from '../../lib/hooks/use-download';
import { DownloadProblem } from '../../ui/orders/copy-files';
import { deliveryDay } from '../../lib/delivery-day';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { isWorthRenewing, mainFile, purchaseState } from '../../lib/purchase-state';
import { FormProblem } from '../../ui/forms/form-problem';
import { RenewLink } from '../../ui/orders/renew-link';
import { shopConfig } from '../../api/config';
import { errorMessage } from '../../lib/errors/error-message';
import styles from './downloads.module.css';
import { useRemaining } from './use-remaining';

/**
 * Shows the purchase that belongs to the token in the URL: a download button, the progress of the copy, or the reason why
 * no download is possible.
 */
export function PurchaseBanner({ token }: { token: string }) {
  const { t } = useTranslation();
  const query = useQuery(downloadAccess(token, useLanguage()));
  if (query.isPending) return <p className={styles.banner}>{t('common:loading')}</p>;
  if (query.isLoadingError || isRefused(query.error)) {
    const unknownToken = query.error instanceof ApiError && query.error.status === 404;
    return (
      <FormProblem
        text={unknownToken ? t('downloads:banner.unknown') : errorMessage(t, query.error, t('downloads:loadFailed'))}
      />
    );
  }
  if (query.data.canDownload) return <Ready purchase={query.data} token={token} />;
  return <Unavailable purchase={query.data} />;
}

function Ready({ purchase, token }: { purchase: Purchase; token: string }) {
  const { t } = useTranslation();
  const timeLeft = useRemaining(purchase.downloadExpiresAt);
  const download = useDownload({ purchaseId: purchase.purchaseId, token: purchase.downloadToken ?? token });
  const main = mainFile(purchase.files);
  return (
    <section className={styles.banner} aria-labelledby="ready">
      <div>
        <h2 id="ready">{t('downloads:banner.ready', { title: purchase.patternTitle })}</h2>
        <p className="small figures">
          {main && t('downloads:used', { used: main.downloadCount, limit: main.downloadLimit })}
          {timeLeft && ` · ${timeLeft}`}
        </p>
      </div>
      <Button size="lg" loading={download.isPending} onClick={() => download.mutate(main?.id)}>
        {t('downloads:downloadKind', { kind: main ? t(`pattern:kind.${main.kind}`) : 'PDF' })}
      </Button>
      {download.isError && <DownloadProblem error={download.error} />}
      {isWorthRenewing(purchase) && <Renewal purchase={purchase} />}
    </section>
  );
}

function Unavailable({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const { supportEmail } = shopConfig();
  const language = useLanguage();
  const state = purchaseState(purchase);
  if (!isWorthRenewing(purchase)) {
    const waiting = state === 'awaiting' || state === 'marking' || state === 'delayed';
    return waiting ? (
      <output className={styles.banner}>{t(`downloads:state.${state}`)}</output>
    ) : (
      <p className={styles.banner}>{t(`downloads:state.${state}`, deliveryDay(purchase, language))}</p>
    );
  }
  return (
    <section className={styles.unavailable} aria-label={purchase.patternTitle}>
      <FormProblem title={purchase.patternTitle} text={`${t('downloads:expired')} ${supportEmail}`.trim()} />
      <Renewal purchase={purchase} />
    </section>
  );
}

/** Renews the download link. A renewal invalidates the old token, so the URL changes to the new token. */
function Renewal({ purchase }: { purchase: Purchase }) {
  const navigate = useNavigate();
  const local = useLocalPath();
  return (
    <RenewLink
      purchase={purchase}
      onRenewed={({ downloadToken }) => navigate(local(`/download/${downloadToken}`), { replace: true })}
    />
  );
}
