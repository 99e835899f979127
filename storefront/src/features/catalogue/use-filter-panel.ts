import { useState } from 'react';
import { inTab } from '../../lib/storage';

/** Whether the filters are shown beside the results. The choice is stored until the visitor closes the tab. */
export function useFilterPanel(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => inTab.read('catalogue_filters') !== 'closed');
  const toggle = () => {
    inTab.write('catalogue_filters', open ? 'closed' : 'open');
    setOpen(!open);
  };
  return [open, toggle];
}
