import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { patternList } from '../../api/queries';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { PatternGrid, PatternGridSkeleton } from '../../ui/patterns/pattern-grid';
import styles from './home-sections.module.css';

export function Newest() {
  const { t } = useTranslation();
  const newest = useQuery(patternList({ sort: 'newest', limit: 6 }, useLanguage()));
  return (
    <section className={styles.first} aria-labelledby="newest" aria-busy={newest.isPending}>
      <div className={styles.head}>
        <h2 id="newest">{t('home:newest.title')}</h2>
        <LocalLink to="/patterns">{t('home:newest.all')}</LocalLink>
      </div>
      {newest.isPending && <PatternGridSkeleton count={6} compact />}
      {newest.isError && (
        <EmptyState drawing="thread" heading="h3" title={t('home:newest.failed')}>
          <Button variant="outline" onClick={() => newest.refetch()}>
            {t('common:tryAgain')}
          </Button>
        </EmptyState>
      )}
      {newest.data?.patterns.length === 0 && <EmptyState drawing="hanger" heading="h3" title={t('home:newest.none')} />}
      {newest.data && newest.data.patterns.length > 0 && <PatternGrid patterns={newest.data.patterns} compact />}
    </section>
  );
}
