import { useTranslation } from 'react-i18next';
import type { OwnPattern, OwnPicture } from '../../../api/studio';
import { errorMessage } from '../../../lib/errors/error-message';
import { PatternImage } from '../../../ui/patterns/pattern-image';
import styles from './uploads.module.css';
import type { Upload } from './use-uploads';

interface PublicPictureProps {
  url: string;
  number: number;
  count: number;
  pattern: OwnPattern;
  onMove: (by: -1 | 1) => void;
  /** Undefined for a picture that the designer did not upload. */
  onRemove: (() => void) | undefined;
}

export function PublicPicture({ url, number, count, pattern, onMove, onRemove }: PublicPictureProps) {
  const { t } = useTranslation();
  return (
    <>
      <PatternImage
        src={url}
        alt={t('detail:gallery.image', { title: pattern.title, number, count })}
        category={pattern.category}
        eager
      />
      <div className={styles.tileActions}>
        <button
          type="button"
          data-move="-1"
          disabled={number === 1}
          aria-label={t('studio:picture.forward', { number })}
          onClick={() => onMove(-1)}
        >
          ←
        </button>
        <button
          type="button"
          data-move="1"
          disabled={number === count}
          aria-label={t('studio:picture.back', { number })}
          onClick={() => onMove(1)}
        >
          →
        </button>
        {onRemove && (
          <button type="button" aria-label={t('studio:picture.remove', { number })} onClick={onRemove}>
            ×
          </button>
        )}
      </div>
      {number === 1 && <p className="small">{t('studio:picture.first')}</p>}
    </>
  );
}

/** An uploaded picture that is being checked, or was refused. */
export function CheckedPicture({ picture, onRemove }: { picture: OwnPicture; onRemove: () => void }) {
  const { t } = useTranslation();
  if (picture.state === 'uploaded') return <p className={styles.tile}>{t('studio:picture.checking')}</p>;
  return (
    <div className={styles.tile} data-failed>
      <p role="alert">{picture.message}</p>
      <button type="button" className="link-button" onClick={onRemove}>
        {t('studio:picture.dismiss')}
      </button>
    </div>
  );
}

interface SendingPictureProps {
  upload: Upload<unknown>;
  onRetry: () => void;
  onCancel: () => void;
}

export function SendingPicture({ upload: { file, share, problem }, onRetry, onCancel }: SendingPictureProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.tile} data-failed={problem ? true : undefined}>
      <p className={styles.fileName}>{file.name}</p>
      {problem ? (
        <>
          <p role="alert">{errorMessage(t, problem, t('studio:file.brokenOff'))}</p>
          <button type="button" className="link-button" onClick={onRetry}>
            {t('common:tryAgain')}
          </button>
        </>
      ) : (
        <progress
          max={100}
          value={Math.round(share * 100)}
          aria-label={t('studio:picture.sending', { name: file.name })}
        />
      )}
      <button type="button" className="link-button" onClick={onCancel}>
        {t('studio:cancel')}
      </button>
    </div>
  );
}
