import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../lib/errors/error-message';
import { FormProblem } from '../../../ui/forms/form-problem';
import { CheckLine } from './check-line';
import styles from './uploads.module.css';
import type { Upload } from './use-uploads';

interface SendingFileProps {
  upload: Upload<unknown>;
  onRetry: () => void;
  onCancel: () => void;
}

/** A file that is being uploaded, or whose upload failed. */
export function SendingFile({ upload, onRetry, onCancel }: SendingFileProps) {
  const { t } = useTranslation();
  const { file, share, problem } = upload;
  if (problem) {
    return (
      <div className={styles.sending}>
        <FormProblem
          title={t('studio:file.failed', { name: file.name })}
          text={`${errorMessage(t, problem, t('studio:file.brokenOff'))} ${t('studio:file.kept')}`}
        />
        <div className={styles.actions}>
          <Button variant="outline" onClick={onRetry}>
            {t('common:tryAgain')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('studio:cancel')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.sending}>
      <p className={styles.fileName}>{file.name}</p>
      <output className="small">{t('studio:file.sending')}</output>
      <div className={styles.progress}>
        <progress max={100} value={Math.round(share * 100)} aria-label={t('studio:file.sending')} />
        <span className="figures small" aria-hidden="true">
          {Math.round(share * 100)} %
        </span>
        <Button variant="subtle" onClick={onCancel}>
          {t('studio:cancel')}
        </Button>
      </div>
      <CheckLine sent={share} />
    </div>
  );
}
