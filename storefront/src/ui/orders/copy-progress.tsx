import { useTranslation } from 'react-i18next';
import type { CopyState } from '../../api/types';
import styles from './copy-progress.module.css';

const steps = ['paid', 'marked', 'ready'] as const;

/** The number of steps that a copy has reached. */
const reachedSteps: Record<CopyState, number> = {
  'awaiting-payment': 0,
  none: 1,
  waiting: 1,
  marking: 1,
  delayed: 1,
  ready: 3,
};

/** Shows the progress of a copy: paid, marked, ready. */
export function CopyProgress({ state }: { state: CopyState }) {
  const { t } = useTranslation();
  const done = reachedSteps[state];
  return (
    <ol className={styles.line} data-done={done} data-moving={(done < 3 && state !== 'waiting') || undefined}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < done || undefined} aria-current={index === done ? 'step' : undefined}>
          <span className={styles.station} aria-hidden="true" />
          {t(`downloads:line.${step}`)}
        </li>
      ))}
    </ol>
  );
}
