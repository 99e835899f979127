import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ExportStatus, myExport, privacy } from '../../api/privacy';
import { formatSize } from '../../lib/format';
import { formatDate, formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './privacy.module.css';

export function ExportState({ archive }: { archive: ExportStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  switch (archive.status) {
    case 'queued':
    case 'running':
      return (
        <p className={styles.building}>
          <span className={styles.mark} aria-hidden="true" />
          {archive.status === 'queued' ? t('privacy:export.requested') : t('privacy:export.building')}
        </p>
      );
    case 'ready':
      return <Ready archive={archive} />;
    case 'expired':
      return <p>{t('privacy:export.expired', { date: formatDate(archive.requestedAt, language) })}</p>;
    case 'failed':
      return <FormProblem text={t('privacy:export.failed')} />;
    case 'cancelled':
      return <p>{t('privacy:export.cancelled')}</p>;
  }
}

function Ready({ archive }: { archive: ExportStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const download = useMutation({
    // A download link is valid for a minute, so each click requests a new link.
    mutationFn: () => privacy.exportStatus(),
    onSuccess: (current) => {
      queries.setQueryData(myExport().queryKey, current);
      if (current?.downloadUrl) window.location.assign(current.downloadUrl);
    },
  });
  return (
    <div className={styles.ready}>
      <div>
        <h3>{t('privacy:export.ready', { date: formatDate(archive.requestedAt, language) })}</h3>
        {archive.expiresAt && (
          <p>{t('privacy:export.readyText', { date: formatMoment(archive.expiresAt, language) })}</p>
        )}
      </div>
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        {t('privacy:export.download', { size: formatSize(archive.bytes ?? 0, language) })}
      </Button>
      {download.isError && <FormProblem text={errorMessage(t, download.error, t('privacy:export.downloadFailed'))} />}
    </div>
  );
}
