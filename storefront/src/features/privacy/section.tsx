import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './privacy.module.css';

interface SectionProps<T> {
  title: string;
  text: string;
  query: UseQueryResult<T>;
  /** Room that is kept while the data is on its way. */
  height: number;
  children: (data: T) => ReactNode;
}

/** One part of the panel; each loads, and fails, for itself. */
export function Section<T>({ title, text, query, height, children }: SectionProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {query.isPending && <Skeleton height={height} />}
      {query.isError && query.data === undefined && (
        <div className={styles.failed}>
          <FormProblem text={problemWords(t, query.error, t('privacy:loadFailed'))} />
          <Button variant="outline" onClick={() => query.refetch()}>
            {t('common:tryAgain')}
          </Button>
        </div>
      )}
      {query.data !== undefined && children(query.data)}
    </section>
  );
}
