import styles from './form-problem.module.css';
import { ProblemReference } from '../texts/problem-reference';

interface FormProblemProps {
  title?: string;
  text: string;
  /** The cause. */
  error?: unknown;
}

/** The error at the top of a form; screen readers announce it at once. */
export function FormProblem({ title, text, error }: FormProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      <ProblemReference error={error} />
    </div>
  );
}
