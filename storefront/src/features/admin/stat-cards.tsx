import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminDashboard } from '../../api/admin';
import { formatNumber, formatPrice } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { Skeleton } from '../../ui/texts/skeleton';
import styles from './admin.module.css';
import { LoadProblem } from './load-problem';

export function StatCards() {
  const { t } = useTranslation();
  const language = useLanguage();
  const stats = useQuery(adminDashboard());
  if (stats.isError && !stats.data) {
    return <LoadProblem title={t('admin:stats.failed')} error={stats.error} onRetry={() => stats.refetch()} />;
  }
  const { data } = stats;
  const cards = [
    [t('admin:stats.users'), data && formatNumber(data.totalUsers, language)],
    [t('admin:stats.patterns'), data && formatNumber(data.totalPatterns, language)],
    [t('admin:stats.purchases'), data && formatNumber(data.totalPurchases, language)],
    [t('admin:stats.revenue'), data && formatPrice(data.totalRevenue)],
  ];
  return (
    <dl className={`${styles.stats} figures`}>
      {cards.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton height="1.75rem" width="5rem" />}</dd>
        </div>
      ))}
    </dl>
  );
}
