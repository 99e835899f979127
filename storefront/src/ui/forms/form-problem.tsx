import styles from './form-problem.module.css';
import { ProblemReference } from '../texts/problem-reference';

interface FormProblemProps {
  title?: string;
  text: string;
  /** The failure behind it. */
  error?: unknown;
}

/** Says at the head of a form what went wrong; read out at once. */
export function FormProblem({ title, text, error }: FormProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      <ProblemReference error={error} />
    </div>
  );
}
