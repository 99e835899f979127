import styles from './form-problem.module.css';

interface FormProblemProps {
  title?: string;
  text: string;
}

/** Says at the head of a form what went wrong; read out at once. */
export function FormProblem({ title, text }: FormProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      {title && <strong>{title}</strong>}
      <p>{text}</p>
    </div>
  );
}
