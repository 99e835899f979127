import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationsHealth } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { LoadFailed } from '../../../ui/texts/load-failed';
import { Skeleton } from '../../../ui/texts/skeleton';
import { adminErrorMessage } from '../admin-error';
import { HealthAge } from './health-age';
import { HealthSentence } from './health-sentence';
import styles from './health.module.css';
import { toShopParts } from './operations-parts';
import { PartList } from './part-list';
import { QueueTable } from './queue-table';

/** The health of the shop: one sentence, then all parts and queues. */
export function OperationsHealth() {
  const { t } = useTranslation();
  const language = useLanguage();
  const health = useQuery(operationsHealth());
  const { data } = health;
  if (!data && health.isError) {
    return (
      <LoadFailed
        title={t('operations:failed')}
        text={`${adminErrorMessage(t, health.error)} ${t('operations:failedText')}`}
        error={health.error}
        onRetry={() => health.refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy="true" className={styles.health}>
        <Skeleton height="4.5rem" />
        <Skeleton height="18rem" />
        <Skeleton height="20rem" />
      </div>
    );
  }
  const { technology, business } = toShopParts(data, t, language);
  return (
    <div className={styles.health}>
      <HealthSentence health={data} parts={[...technology, ...business]} />
      <HealthAge health={health} checkedAt={data.checkedAt} />
      <div className={styles.groups}>
        <PartList title={t('operations:technology')} parts={technology} />
        <PartList title={t('operations:business')} parts={business} />
      </div>
      <QueueTable queues={data.queues} backend={data.queueBackend.backend} />
    </div>
  );
}
