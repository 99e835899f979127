import { useEffect, useRef } from 'react';
import { prefersReducedMotion } from '../preferences';

/** Scrolls to the top when the page number of a list changes. */
export function useScrollUp(page: number): void {
  const lastPage = useRef(page);
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [page]);
}
