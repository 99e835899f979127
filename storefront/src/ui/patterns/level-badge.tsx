import { useTranslation } from 'react-i18next';
import type { Level } from '../../api/types';
import styles from './level-badge.module.css';

const stitches: Record<Level, number> = { Beginner: 1, Intermediate: 2, Advanced: 3, Expert: 4 };

/** Shows the level as a word and as one to four stitches, because colour must not be the only signal. */
export function LevelBadge({ level }: { level: Level }) {
  const { t } = useTranslation();
  const count = stitches[level] ?? 1;
  return (
    <span className={styles.badge} data-level={level}>
      <svg width={count * 9 - 2} height="6" viewBox={`0 0 ${count * 9 - 2} 6`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <path key={index} d={`M${index * 9 + 1} 3h5`} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        ))}
      </svg>
      {t(`pattern:level.${level}`)}
    </span>
  );
}
