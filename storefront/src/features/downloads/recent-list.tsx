import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecentDownload } from '../../api/types';
import { formatSize } from '../../lib/format';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import styles from './downloads.module.css';

export function RecentList({ list }: { list: UseQueryResult<RecentDownload[]> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (list.isPending) return <Skeleton height={120} mt="lg" />;
  if (list.isLoadingError) {
    return <LoadFailed title={t('downloads:recent.failed')} error={list.error} onRetry={() => list.refetch()} />;
  }
  if (list.data.length === 0)
    return (
      <EmptyState
        drawing="envelope"
        heading="h2"
        title={t('downloads:recent.empty')}
        text={t('downloads:recent.emptyText')}
      />
    );
  return (
    <ul className={styles.recent}>
      {list.data.map((download) => (
        <li key={download.id}>
          <div>
            <strong>{download.fileName}</strong>
            <p className="muted small">{download.patternTitle}</p>
          </div>
          <p className="muted small figures">
            {formatDate(download.downloadDate, language)}
            {' · '}
            {formatSize(download.bytesDownloaded, language)}
            {' · '}
            {download.success ? t('downloads:recent.done') : t('downloads:recent.broken')}
          </p>
        </li>
      ))}
    </ul>
  );
}
