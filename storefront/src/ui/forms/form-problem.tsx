import styles from './form-problem.module.css';
import { ProblemReference } from '../texts/problem-reference';

interface FormProblemProps {
  title?: string;
  text: string;
  /** The cause of the message. If the cause is a server error, the message contains its trace id. */
  error?: unknown;
}

/** An error message for a whole form. Screen readers announce it when it appears. */
export function FormProblem({ title, text, error }: FormProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
      <ProblemReference error={error} />
    </div>
  );
}
