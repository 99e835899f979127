import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PatternPage } from '../../api/types';
import { problemWords } from '../../lib/problem-words';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { PatternGrid, PatternGridSkeleton } from '../../ui/patterns/pattern-grid';
import styles from './catalogue.module.css';

interface ResultsProps {
  list: UseQueryResult<PatternPage>;
  count: number;
  onClear: () => void;
  onPage: (page: number) => void;
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

function Shown({ list, count, onClear, onPage }: ResultsProps) {
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
  const { patterns, page, total, total_pages: lastPage } = list.data;
  if (patterns.length === 0 && total > 0) {
    return (
      <EmptyState
        drawing="tape"
        title={t('catalogue:beyond.title')}
        text={t('catalogue:beyond.text', { page, count: lastPage })}
      >
        <Button variant="outline" onClick={() => onPage(lastPage)}>
          {t('catalogue:beyond.action')}
        </Button>
      </EmptyState>
    );
  }
  if (patterns.length === 0) {
    return (
      <EmptyState drawing="tape" title={t('catalogue:empty.title')} text={t('catalogue:empty.text')}>
        <Button variant="outline" onClick={onClear}>
          {t('catalogue:empty.action')}
        </Button>
      </EmptyState>
    );
  }
  return <PatternGrid patterns={patterns} />;
}
