import { type ComponentPropsWithRef, useId } from 'react';
import styles from './reason-field.module.css';

interface ReasonFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange'> {
  label: string;
  /** Shown below the field, unless there is a problem. */
  hint: string;
  problem?: string | false;
  /** The id of another text that describes the field. */
  describedBy?: string;
  onChange: (value: string) => void;
}

/** A text area in which a staff member enters a reason. */
export function ReasonField({ label, hint, problem, describedBy = '', onChange, ...field }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className={styles.reason}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${describedBy} ${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...field}
      />
      <p id={`${id}-hint`} className={problem ? styles.problem : 'muted small'}>
        {problem || hint}
      </p>
    </div>
  );
}
