import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import adminStyles from '../admin.module.css';
import { adminErrorMessage } from '../admin-error';
import styles from './health.module.css';
import { formatClock } from './operations-times';

/** Three times the polling interval of `operationsHealth`. */
const staleAfterMs = 30_000;

interface HealthAgeProps {
  health: UseQueryResult;
  checkedAt: string;
}

/** The time at which the figures were measured, and a warning when they are out of date. */
export function HealthAge({ health, checkedAt }: HealthAgeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const stale = useStale(health.dataUpdatedAt);
  const when = formatClock(checkedAt, language);
  if (!health.isError && !stale) {
    return <p className={`${styles.age} muted small figures`}>{t('operations:checked', { when })}</p>;
  }
  return (
    <div className={`${adminStyles.question} figures`} role="alert">
      <p>
        <strong>{t('operations:stale', { when })}</strong> {health.isError && adminErrorMessage(t, health.error)}
      </p>
      <Button variant="outline" onClick={() => health.refetch()}>
        {t('operations:refresh')}
      </Button>
    </div>
  );
}

/** Whether the last response arrived more than 30 seconds ago. */
function useStale(updatedAt: number): boolean {
  const [staleUpdate, setStaleUpdate] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setStaleUpdate(updatedAt), updatedAt + staleAfterMs - Date.now());
    return () => clearTimeout(timer);
  }, [updatedAt]);
  return staleUpdate === updatedAt;
}
