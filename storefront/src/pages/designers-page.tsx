import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { designerList } from '../api/designers';
import { DesignerCards, DesignerCardsSkeleton } from '../features/designers/designer-cards';
import styles from '../features/designers/designers.module.css';
import { useLanguage, useLocalPath } from '../lib/language-path';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { LoadFailed } from '../ui/texts/load-failed';
import { PageHead } from '../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const list = useQuery(designerList(useLanguage()));
  return (
    <div className="page" aria-busy={list.isPending}>
      <PageHead title={t('designers:head.title')} description={t('designers:head.description')} />
      <h1>{t('designers:title')}</h1>
      <p className={styles.lead}>{t('designers:lead')}</p>
      {list.isPending && <DesignerCardsSkeleton />}
      {list.isError && <LoadFailed title={t('designers:failed')} error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState drawing="hanger" title={t('designers:none.title')} text={t('designers:none.text')}>
          <Button component={Link} to={local('/studio')}>
            {t('designers:none.action')}
          </Button>
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && <DesignerCards designers={list.data} />}
    </div>
  );
}
