import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OwnPatternCard } from '../../api/studio';
import { useLocalPath } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { PatternEntry } from './pattern-entry';
import styles from './overview.module.css';

export function PatternList({ list }: { list: UseQueryResult<OwnPatternCard[]> }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  if (list.isError && !list.data) {
    return (
      <LoadFailed
        title={t('studio:list.failed')}
        text={`${errorMessage(t, list.error)} ${t('studio:list.nothingLost')}`}
        error={list.error}
        onRetry={() => list.refetch()}
      />
    );
  }
  if (!list.data) {
    return (
      <div className={styles.list} aria-busy="true">
        <VisuallyHidden component="output">{t('common:loading')}</VisuallyHidden>
        {['one', 'two', 'three'].map((name) => (
          <Skeleton key={name} height={132} radius="sm" />
        ))}
      </div>
    );
  }
  if (list.data.length === 0) {
    return (
      <EmptyState drawing="envelope" title={t('studio:empty.title')} text={t('studio:empty.text')}>
        <Button component={Link} to={local('/studio/new')}>
          {t('studio:new')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {list.data.map((pattern) => (
        <li key={pattern.id}>
          <PatternEntry pattern={pattern} />
        </li>
      ))}
    </ul>
  );
}
