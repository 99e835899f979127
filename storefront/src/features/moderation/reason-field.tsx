import { type Ref, useId } from 'react';
import styles from './moderation.module.css';

interface ReasonFieldProps {
  label: string;
  note: string;
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLTextAreaElement>;
}

export function ReasonField({ label, note, problem, value, onChange, ref }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className={styles.reason}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={ref}
        id={id}
        rows={2}
        maxLength={2000}
        value={value}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-note`} className={problem ? styles.problem : 'muted small'}>
        {problem ?? note}
      </p>
    </div>
  );
}
