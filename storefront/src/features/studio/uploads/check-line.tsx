import { useTranslation } from 'react-i18next';
import type { OwnFile } from '../../../api/studio';
import styles from './check-line.module.css';

const stations = ['sent', 'read', 'prepared', 'checked'] as const;

/** How many stations a file has reached at each step, and how much of the seam is sewn. */
const reached: Record<OwnFile['step'], { done: number; share: number }> = {
  queued: { done: 1, share: 1 / 3 },
  checking: { done: 1, share: 1 / 2 },
  preparing: { done: 2, share: 5 / 6 },
  checked: { done: 4, share: 1 },
};

interface CheckLineProps {
  /** The step of the check; without one, the file is still on its way. */
  step?: OwnFile['step'];
  /** How much has been sent, from 0 to 1. */
  sent?: number;
}

/** A seam from "uploaded" to "checked" that is sewn while the file is looked at. */
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
