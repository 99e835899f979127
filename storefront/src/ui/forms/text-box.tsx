import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'md' | 'lg';
  /** Stands inside the box at its end, for instance a button that empties it. */
  end?: ReactNode;
}

/** One line of text, named by its aria-label. Fields with a label, a description and an error are Mantine's. */
export function TextBox({ size = 'md', end, className, ...rest }: TextBoxProps) {
  return (
    <div className={`${styles.place} ${className ?? ''}`} data-size={size}>
      <input {...rest} className={styles.box} data-end={end ? true : undefined} />
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
