import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PatternPage } from '../../api/types';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { PatternGrid, PatternGridSkeleton } from '../../ui/pattern-grid';
import styles from './catalogue.module.css';

interface ResultsProps {
  list: UseQueryResult<PatternPage>;
  count: number;
  onClear: () => void;
  onFirstPage: () => void;
}

/** The place of the results: cards, or what is said in their stead. */
export function Results(props: ResultsProps) {
  const { isPending, isPlaceholderData } = props.list;
  return (
    <div className={styles.results} data-stale={isPlaceholderData || undefined} aria-busy={isPending}>
      <Shown {...props} />
    </div>
  );
}

function Shown({ list, count, onClear, onFirstPage }: ResultsProps) {
  const { t } = useTranslation();
  if (list.isPending) return <PatternGridSkeleton count={count} />;
  if (list.isLoadingError) {
    return (
      <EmptyState
        drawing="thread"
        live
        error={list.error}
        title={t('catalogue:failed.title')}
        text={problemWords(t, list.error, t('catalogue:failed.text'))}
      >
        <Button onClick={() => window.location.reload()}>{t('common:tryAgain')}</Button>
      </EmptyState>
    );
  }
  if (list.data.patterns.length === 0 && list.data.total > 0) {
    return (
      <EmptyState drawing="tape" title={t('catalogue:beyond.title')}>
        <Button variant="outline" onClick={onFirstPage}>
          {t('catalogue:beyond.action')}
        </Button>
      </EmptyState>
    );
  }
  if (list.data.patterns.length === 0) {
    return (
      <EmptyState drawing="tape" title={t('catalogue:empty.title')} text={t('catalogue:empty.text')}>
        <Button variant="outline" onClick={onClear}>
          {t('catalogue:empty.action')}
        </Button>
      </EmptyState>
    );
  }
  return <PatternGrid patterns={list.data.patterns} />;
}
