import type { ComponentPropsWithRef } from 'react';
import styles from './text-box.module.css';

interface ChoiceBoxProps extends ComponentPropsWithRef<'select'> {
  data: { value: string; label: string }[];
}

/** A native select element that is styled like a text box. */
export function ChoiceBox({ data, className, ...rest }: ChoiceBoxProps) {
  return (
    <div className={`${styles.root} ${className ?? ''}`} data-size="md">
      <select {...rest} className={styles.box} data-end>
        {data.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <svg className={styles.arrows} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d="m5 7 4-4 4 4M5 11l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </div>
  );
}
