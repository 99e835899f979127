import type { ComponentPropsWithRef } from 'react';
import styles from './icon-button.module.css';

type IconButtonProps = ComponentPropsWithRef<'button'> & { 'aria-label': string };

export function IconButton(props: IconButtonProps) {
  return <button type="button" {...props} className={styles.button} />;
}

/** A button with a cross. Its aria-label names what the button closes or removes. */
export function CloseButton(props: IconButtonProps) {
  return (
    <IconButton {...props}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path d="m4 4 10 10M14 4 4 14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
    </IconButton>
  );
}
