import { useId, useState } from 'react';
import styles from './admin.module.css';

/**
 * The details of a table row, in a second row below it. A button in the first row shows and hides them.
 * @returns whether the details are open, the props of the button, and the props of the second row
 */
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
