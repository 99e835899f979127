import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

const minVisibleShare = 0.1;
const pending = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
// A printout contains the whole page, so all elements count as visible.
window.addEventListener('beforeprint', () => flushSync(() => pending.forEach((markVisible) => markVisible())));

/**
 * @param initial true when the element counts as visible from the start
 * @returns the ref for the element, and whether a tenth of it has been visible or the page has been printed
 */
export function useWasVisible(
  initial: boolean,
): [ref: (element: Element | null) => (() => void) | undefined, wasVisible: boolean] {
  const [wasVisible, setWasVisible] = useState(initial || typeof IntersectionObserver === 'undefined');
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || wasVisible) return undefined;
      pending.set(element, () => setWasVisible(true));
      observer ??= new IntersectionObserver(onIntersection, { threshold: minVisibleShare });
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        pending.delete(element);
      };
    },
    [wasVisible],
  );
  return [ref, wasVisible];
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    if (!isIntersecting || intersectionRatio < minVisibleShare) continue;
    observer?.unobserve(target);
    pending.get(target)?.();
  }
}
