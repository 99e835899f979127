import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { taxOverview } from '../../../api/admin';
import { useLanguage } from '../../../lib/language-path';
import { LoadFailed } from '../../../ui/texts/load-failed';
import { Skeleton } from '../../../ui/texts/skeleton';
import { adminErrorMessage } from '../admin-error';
import { EuSales } from './eu-sales';
import { PlaceList } from './place-list';
import { RateForm } from './rate-form';
import { RateList } from './rate-list';
import { RateProposals } from './rate-proposals';
import styles from './tax.module.css';

/** The tax scheme, purchases with contradicting countries, and the VAT rates. */
export function TaxPanel() {
  const { t } = useTranslation();
  const overview = useQuery(taxOverview(useLanguage()));
  if (overview.isPending) return <Skeleton height="32rem" />;
  if (!overview.data) {
    return (
      <LoadFailed
        title={t('admin:tax.failed')}
        text={adminErrorMessage(t, overview.error)}
        error={overview.error}
        onRetry={() => overview.refetch()}
      />
    );
  }
  const { data } = overview;
  return (
    <div className={styles.panel}>
      <EuSales overview={data} />
      <PlaceList places={data.places} />
      <div className={styles.part}>
        <h2>{t('admin:tax.rates.title')}</h2>
        <RateProposals proposals={data.proposals} />
        <div className={styles.columns}>
          <RateList rates={data.rates} />
          <RateForm countries={data.rateCountries} />
        </div>
      </div>
    </div>
  );
}
