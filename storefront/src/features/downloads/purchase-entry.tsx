import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../api/types';
import { formatDate, formatPrice, remaining } from '../../lib/format';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { CopyFiles } from '../../ui/copy-files';
import { PatternImage } from '../../ui/pattern-image';
import styles from './downloads.module.css';
import { useRemaining } from './use-remaining';

/** One purchase with its state, its files and what they mean. */
export function PurchaseEntry({ purchase, open }: { purchase: Purchase; open: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = purchaseState(purchase);
  const left = useRemaining(purchase.downloadExpiresAt);
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
        <p className="muted small figures">
          {t('pattern:by', { name: purchase.designerName })} · {formatDate(purchase.purchaseDate, language)} ·{' '}
          {purchase.amountCents === 0 ? t('pattern:free') : formatPrice(purchase.amountCents, purchase.currency)} ·{' '}
          {t('downloads:orderNumber', { number: purchase.orderNumber })}
        </p>
        {state !== 'ready' && <p className={styles.why}>{t(`downloads:state.${state}`)}</p>}
        {purchase.files.length > 0 && state !== 'refunded' && (
          <details open={open} className={styles.details}>
            <summary>
              {t('downloads:files', { count: purchase.files.length })}
              {left && state === 'ready' && <span className="muted small"> · {left}</span>}
            </summary>
            <CopyFiles
              purchaseId={purchase.id}
              token={purchase.downloadToken}
              canDownload={purchase.canDownload}
              files={purchase.files}
            />
          </details>
        )}
      </div>
    </li>
  );
}

type EntryState = 'awaiting' | 'marking' | 'delayed' | 'ready' | 'spent' | 'expired' | 'refunded' | 'cancelled';

function purchaseState({ status, copyState, canDownload, downloadExpiresAt }: Purchase): EntryState {
  if (status === 'refunded' || status === 'cancelled') return status;
  if (status === 'pending' || copyState === 'awaiting-payment') return 'awaiting';
  if (copyState === 'marking' || copyState === 'delayed') return copyState;
  if (canDownload) return 'ready';
  return downloadExpiresAt && remaining(downloadExpiresAt) ? 'spent' : 'expired';
}
