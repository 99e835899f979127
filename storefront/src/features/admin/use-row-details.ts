import { useId, useState } from 'react';
import styles from './admin.module.css';

/** A button in a table row shows and hides the row below. Returns the state, and the props of the button and of that row. */
export function useRowDetails(openAtFirst = false) {
  const id = useId();
  const [open, setOpen] = useState(openAtFirst);
  return {
    open,
    button: {
      variant: 'outline',
      className: styles.toggle,
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpen(!open),
    },
    row: { id, className: styles.below, hidden: !open },
  } as const;
}
