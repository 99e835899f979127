import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../lib/errors/error-message';
import { RetryProblem } from '../../ui/forms/retry-problem';
import styles from './privacy.module.css';

interface SectionProps<T> {
  title: string;
  text: string;
  query: UseQueryResult<T>;
  /** The height in pixels of the placeholder that is shown while the data loads. */
  height: number;
  children: (data: T) => ReactNode;
}

/** One section of the privacy panel, with its heading. Each section has its own query, placeholder and error message. */
export function Section<T>({ title, text, query, height, children }: SectionProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {query.isPending && <Skeleton height={height} />}
      {query.isError && query.data === undefined && (
        <RetryProblem text={errorMessage(t, query.error, t('privacy:loadFailed'))} onRetry={() => query.refetch()} />
      )}
      {query.data !== undefined && children(query.data)}
    </section>
  );
}
