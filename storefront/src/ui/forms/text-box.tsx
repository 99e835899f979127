import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'md' | 'lg';
  /** Shown inside the box at its end, for instance a button that clears it. */
  end?: ReactNode;
}

/** A single-line input, named by its aria-label. For a label, a description or an error use Mantine's TextInput. */
export function TextBox({ size = 'md', end, className, ...rest }: TextBoxProps) {
  return (
    <div className={`${styles.place} ${className ?? ''}`} data-size={size}>
      <input {...rest} className={styles.box} data-end={end ? true : undefined} />
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
