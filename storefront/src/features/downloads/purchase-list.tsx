import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Purchase } from '../../api/types';
import { useLocalPath } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import styles from './downloads.module.css';
import { PurchaseEntry } from './purchase-entry';

export function PurchaseList({ list }: { list: UseQueryResult<Purchase[]> }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  if (list.isPending) return <Skeleton height={160} mt="lg" />;
  if (list.isError && !list.data) {
    return (
      <LoadFailed
        title={t('downloads:loadFailedTitle')}
        text={errorMessage(t, list.error, t('downloads:loadFailed'))}
        error={list.error}
        onRetry={() => list.refetch()}
      />
    );
  }
  const purchases = list.data ?? [];
  if (purchases.length === 0) {
    return (
      <EmptyState drawing="hanger" heading="h2" title={t('downloads:empty.title')} text={t('downloads:empty.text')}>
        <Button component={Link} to={local('/patterns')}>
          {t('downloads:empty.action')}
        </Button>
      </EmptyState>
    );
  }
  const firstDownloadable = purchases.find(({ canDownload }) => canDownload);
  return (
    <ul className={styles.entries}>
      {purchases.map((purchase) => (
        <PurchaseEntry key={purchase.id} purchase={purchase} open={purchase === firstDownloadable} />
      ))}
    </ul>
  );
}
