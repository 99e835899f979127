import { useState } from 'react';
import { inTab } from '../../lib/storage';

/** Whether the filters stand beside the results; kept as long as the tab, so that coming back finds the screen as it was. */
export function usePanel(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => inTab.read('catalogue_filters') !== 'closed');
  const toggle = () => {
    inTab.write('catalogue_filters', open ? 'closed' : 'open');
    setOpen(!open);
  };
  return [open, toggle];
}
