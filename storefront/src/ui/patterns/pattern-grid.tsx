import type { ReactNode } from 'react';
import type { PatternCard as Card } from '../../api/types';
import { PatternCard } from './pattern-card';
import styles from './pattern-grid.module.css';
import { Skeleton } from '../texts/skeleton';

interface PatternGridProps {
  patterns: Card[];
  compact?: boolean;
}

/** A grid of cards with one to four columns, depending on the width. On a phone, compact cards are in two columns. */
export function PatternGrid({ patterns, compact }: PatternGridProps) {
  return (
    <CardGrid compact={compact}>
      {patterns.map((pattern, index) => (
        <li key={pattern.id}>
          <PatternCard pattern={pattern} eager={index < 3} compact={compact} />
        </li>
      ))}
    </CardGrid>
  );
}

/** The grid for cards that the caller renders. If the visitor has chosen the list layout, the grid has one column. */
export function CardGrid({ compact, children }: { compact?: boolean; children: ReactNode }) {
  return (
    <div className={styles.root}>
      <ul className={styles.grid} data-compact={compact || undefined}>
        {children}
      </ul>
    </div>
  );
}

/** A placeholder for the grid. Each entry is as high as a card, so that the layout does not shift. */
export function PatternGridSkeleton({ count, compact }: { count: number; compact?: boolean }) {
  return (
    <div className={styles.root}>
      <div className={styles.grid} data-compact={compact || undefined} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={styles.ghost}>
            <Skeleton className={styles.ghostPicture} />
            <div className={styles.ghostWords}>
              <Skeleton height={22} width="70%" />
              <Skeleton height={16} width="40%" />
              <Skeleton height={20} width="85%" />
              {!compact && <Skeleton height={92} />}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
