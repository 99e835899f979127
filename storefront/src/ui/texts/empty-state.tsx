import { lazy, type ReactNode, Suspense } from 'react';
import type { DrawingName } from '../patterns/drawing';
import styles from './empty-state.module.css';
import { ProblemReference } from './problem-reference';

/** When the drawing fails to load, the state is shown without it. */
const Drawing = lazy(() => import('../patterns/drawing').catch(() => ({ default: () => null })));

interface EmptyStateProps {
  drawing: DrawingName;
  title: string;
  text?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3';
  /** Announces the state to screen readers. */
  live?: boolean;
  /** The error, for its trace id. */
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
