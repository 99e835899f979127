import { useTranslation } from 'react-i18next';
import type { OwnFile } from '../../../api/studio';
import styles from './check-line.module.css';

const stations = ['sent', 'read', 'prepared', 'checked'] as const;

/** For each step of the check: the number of completed stations, and the completed share of the line. */
const reached: Record<OwnFile['step'], { done: number; share: number }> = {
  queued: { done: 1, share: 1 / 3 },
  checking: { done: 1, share: 1 / 2 },
  preparing: { done: 2, share: 5 / 6 },
  checked: { done: 4, share: 1 },
};

interface CheckLineProps {
  /** The step of the check; undefined during the upload. */
  step?: OwnFile['step'];
  /** The uploaded share, from 0 to 1. */
  sent?: number;
}

/** The progress of a file from the start of the upload to the end of the check, drawn as a dashed line (a seam). */
export function CheckLine({ step, sent = 0 }: CheckLineProps) {
  const { t } = useTranslation();
  const { done, share } = step ? reached[step] : { done: 0, share: sent / 3 };
  return (
    <ol className={styles.line} style={{ '--share': share } as React.CSSProperties}>
      {stations.map((station, index) => (
        <li key={station} data-done={index < done || undefined} aria-current={index === done ? 'step' : undefined}>
          <span className={styles.station} aria-hidden="true" />
          {t(`studio:check.${station}`)}
        </li>
      ))}
    </ol>
  );
}
