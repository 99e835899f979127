import { useEffect, useRef } from 'react';
import { movesCalmly } from '../preferences';

/** Scrolls to the top when another page of a list is shown. */
export function useScrollUp(page: number): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    window.scrollTo({ top: 0, behavior: movesCalmly() ? 'auto' : 'smooth' });
  }, [page]);
}
