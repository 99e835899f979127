import { useId, useState } from 'react';
import styles from './admin.module.css';

/** A row of a table whose button shows and hides the row below it: the state, and the properties of both elements. */
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
