import { lazy, type ReactNode, Suspense } from 'react';
import type { DrawingName } from '../patterns/drawing';
import styles from './empty-state.module.css';
import { ProblemReference } from './problem-reference';

/** If the chunk with the drawings fails to load, the page shows no drawing. */
const Drawing = lazy(() => import('../patterns/drawing').catch(() => ({ default: () => null })));

interface EmptyStateProps {
  drawing: DrawingName;
  title: string;
  text?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3';
  /** Announces the state to screen readers. */
  live?: boolean;
  /** The cause of the state. If the cause is a server error, the page shows its trace id. */
  error?: unknown;
  children?: ReactNode;
}

/** Shows an empty state, an error or a result: a drawing, a title, an explanation and actions. */
export function EmptyState({ drawing, title, text, heading: Heading = 'h2', live, error, children }: EmptyStateProps) {
  return (
    <div className={styles.state} role={live ? 'status' : undefined}>
      <div className={styles.drawing}>
        <Suspense>
          <Drawing name={drawing} />
        </Suspense>
      </div>
      <Heading>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      <ProblemReference error={error} />
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
