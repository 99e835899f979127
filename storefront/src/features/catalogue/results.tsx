import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PatternPage } from '../../api/types';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PatternGrid, PatternGridSkeleton } from '../../ui/patterns/pattern-grid';
import styles from './catalogue.module.css';

interface ResultsProps {
  list: UseQueryResult<PatternPage>;
  /** The number of placeholder cards while the list loads. */
  count: number;
  onClear: () => void;
  onPage: (page: number) => void;
}

/** The found patterns as cards, or a message when there are none. */
export function Results(props: ResultsProps) {
  const { isPending, isPlaceholderData } = props.list;
  return (
    <div className={styles.results} data-stale={isPlaceholderData || undefined} aria-busy={isPending}>
      <Content {...props} />
    </div>
  );
}

function Content({ list, count, onClear, onPage }: ResultsProps) {
  const { t } = useTranslation();
  if (list.isPending) return <PatternGridSkeleton count={count} />;
  if (list.isLoadingError) {
    return (
      <LoadFailed
        title={t('catalogue:failed.title')}
        text={errorMessage(t, list.error, t('catalogue:failed.text'))}
        error={list.error}
        onRetry={() => window.location.reload()}
      />
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
