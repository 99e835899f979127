import { useState } from 'react';

const key = 'catalogue_filters';

/** Whether the filters stand beside the results; kept as long as the tab, so that coming back finds the screen as it was. */
export function usePanel(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => sessionStorage.getItem(key) !== 'closed');
  const toggle = () => {
    sessionStorage.setItem(key, open ? 'closed' : 'open');
    setOpen(!open);
  };
  return [open, toggle];
}
