import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { patternDetail } from '../api/queries';
import type { Pattern } from '../api/types';
import { BuyBar } from '../features/pattern/buy-bar';
import { PatternInfo } from '../features/pattern/pattern-info';
import { Gallery } from '../features/pattern/gallery';
import { Included, Supplies, Policy, Printing } from '../features/pattern/pattern-sections';
import { Fabric, SizeChart } from '../features/pattern/measurements';
import { PatternHead } from '../features/pattern/pattern-head';
import { Seller } from '../features/pattern/seller';
import { useViewRecord } from '../features/pattern/use-view-record';
import { LocalLink, useLanguage, useLocalPath } from '../lib/language-path';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { LoadFailed } from '../ui/texts/load-failed';
import { PageHead } from '../ui/texts/page-head';
import { Skeleton } from '../ui/texts/skeleton';
import { TestSquare } from '../ui/patterns/test-square';
import styles from './pattern-page.module.css';

export function Page() {
  const { id = '' } = useParams();
  const detail = useQuery(patternDetail(id, useLanguage()));
  useViewRecord(detail.data?.id);
  if (detail.data) return <Detail pattern={detail.data} />;
  if (detail.isError) return <Failed error={detail.error} retry={() => detail.refetch()} />;
  return <Loading />;
}

function Detail({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  return (
    <article className="page">
      <PatternHead pattern={pattern} />
      <LocalLink to="/patterns" className={styles.back}>
        {t('detail:back')}
      </LocalLink>
      <div className={styles.top}>
        <Gallery pattern={pattern} />
        <PatternInfo pattern={pattern} />
      </div>
      <div className={styles.below}>
        <SizeChart chart={pattern.details.size_chart} />
        <Fabric fabric={pattern.details.fabric} />
        <Supplies pattern={pattern} />
        <div className={styles.pair}>
          <Included pattern={pattern} />
          <Policy />
        </div>
        <div className={styles.wide}>
          <Printing />
          <TestSquare />
        </div>
        <div className={styles.wide}>
          <Seller pattern={pattern} />
        </div>
      </div>
      <div className={styles.room} />
      <BuyBar pattern={pattern} />
    </article>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const local = useLocalPath();
  // In a new tab there is no previous screen to return to.
  const leave = () => (window.history.length > 1 ? navigate(-1) : navigate(local('/patterns')));
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <div className="page">
      <PageHead title={t(missing ? 'detail:missing.title' : 'detail:failed')} noindex />
      {missing ? (
        <EmptyState drawing="shears" heading="h1" title={t('detail:missing.title')} text={t('detail:missing.text')}>
          <Button onClick={leave}>{t('detail:missing.back')}</Button>
        </EmptyState>
      ) : (
        <LoadFailed heading="h1" title={t('detail:failed')} error={error} onRetry={retry} />
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="page" aria-busy="true" aria-label={t('common:loading')}>
      <div className={styles.top} style={{ marginTop: 36 }}>
        <Skeleton className={styles.picture} />
        <div style={{ display: 'grid', gap: 16, alignContent: 'start' }}>
          <Skeleton height={24} width="40%" />
          <Skeleton height={48} width="80%" />
          <Skeleton height={28} width="30%" />
          <Skeleton height={100} />
          <Skeleton height={180} />
        </div>
      </div>
    </div>
  );
}
