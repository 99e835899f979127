import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { downloadAccess } from '../../api/purchases';
import { ApiError, isRefused } from '../../api/api-error';
import type { Access } from '../../api/types';
import { useDownload } from '../../lib/hooks/use-download';
import { DownloadProblem } from '../../ui/orders/copy-files';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { isWorthRenewing, mainFile, purchaseState } from '../../lib/purchase-state';
import { FormProblem } from '../../ui/forms/form-problem';
import { RenewLink } from '../../ui/orders/renew-link';
import { shopConfig } from '../../api/config';
import { errorMessage } from '../../lib/errors/error-message';
import styles from './downloads.module.css';
import { useRemaining } from './use-remaining';

/** The purchase that the token in the URL belongs to: its download, its progress, or why it cannot be downloaded. */
export function ReadyBanner({ token }: { token: string }) {
  const { t } = useTranslation();
  const access = useQuery(downloadAccess(token, useLanguage()));
  if (access.isPending) return <p className={styles.banner}>{t('common:loading')}</p>;
  if (access.isLoadingError || isRefused(access.error)) {
    const unknownToken = access.error instanceof ApiError && access.error.status === 404;
    return (
      <FormProblem
        text={unknownToken ? t('downloads:banner.unknown') : errorMessage(t, access.error, t('downloads:loadFailed'))}
      />
    );
  }
  if (access.data.canDownload) return <Ready access={access.data} token={token} />;
  return <Unavailable access={access.data} />;
}

function Ready({ access, token }: { access: Access; token: string }) {
  const { t } = useTranslation();
  const timeLeft = useRemaining(access.downloadExpiresAt);
  const download = useDownload({ purchaseId: access.purchaseId, token: access.downloadToken ?? token });
  const main = mainFile(access.files);
  return (
    <section className={styles.banner} aria-labelledby="ready">
      <div>
        <h2 id="ready">{t('downloads:banner.ready', { title: access.patternTitle })}</h2>
        <p className="small figures">
          {main && t('downloads:used', { used: main.downloadCount, limit: main.downloadLimit })}
          {timeLeft && ` · ${timeLeft}`}
        </p>
      </div>
      <Button size="lg" loading={download.isPending} onClick={() => download.mutate(main?.id)}>
        {t('downloads:downloadKind', { kind: main ? t(`pattern:kind.${main.kind}`) : 'PDF' })}
      </Button>
      {download.isError && <DownloadProblem error={download.error} />}
      {isWorthRenewing(access) && <Renewal access={access} />}
    </section>
  );
}

function Unavailable({ access }: { access: Access }) {
  const { t } = useTranslation();
  const { supportEmail } = shopConfig();
  const state = purchaseState(access);
  if (!isWorthRenewing(access)) {
    const waiting = state === 'awaiting' || state === 'marking' || state === 'delayed';
    return waiting ? (
      <output className={styles.banner}>{t(`downloads:state.${state}`)}</output>
    ) : (
      <p className={styles.banner}>{t(`downloads:state.${state}`)}</p>
    );
  }
  return (
    <section className={styles.over} aria-label={access.patternTitle}>
      <FormProblem title={access.patternTitle} text={`${t('downloads:expired')} ${supportEmail}`.trim()} />
      <Renewal access={access} />
    </section>
  );
}

/** A renewal invalidates the old token, so the URL changes to the new token. */
function Renewal({ access }: { access: Access }) {
  const navigate = useNavigate();
  const local = useLocalPath();
  return (
    <RenewLink
      purchase={access}
      onRenewed={({ downloadToken }) => navigate(local(`/download/${downloadToken}`), { replace: true })}
    />
  );
}
