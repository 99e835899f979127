import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'md' | 'lg';
  /** Shown at the end of the box, for example a button that clears it. */
  end?: ReactNode;
}

/** A single-line input with an aria-label. Use Mantine's TextInput for a visible label, a description or an error. */
export function TextBox({ size = 'md', end, className, ...rest }: TextBoxProps) {
  return (
    <div className={`${styles.root} ${className ?? ''}`} data-size={size}>
      <input {...rest} className={styles.box} data-end={end ? true : undefined} />
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
