import type { ComponentPropsWithRef } from 'react';
import styles from './close-button.module.css';

/** A close or remove button; its aria-label names the object. */
export function CloseButton(props: ComponentPropsWithRef<'button'> & { 'aria-label': string }) {
  return (
    <button type="button" {...props} className={styles.button}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d="m4 4 10 10M14 4 4 14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
    </button>
  );
}
