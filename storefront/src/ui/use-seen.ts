import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

const seenThreshold = 0.1;
const unseen = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
// A printout contains the whole page, so all elements count as seen.
window.addEventListener('beforeprint', () => flushSync(() => unseen.forEach((markSeen) => markSeen())));

/**
 * @param from true when the element counts as seen from the start
 * @returns the ref for the element, and whether a tenth of it has been visible or the page has been printed
 */
export function useSeen(from: boolean): [ref: (element: Element | null) => (() => void) | undefined, seen: boolean] {
  const [seen, setSeen] = useState(from || typeof IntersectionObserver === 'undefined');
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      unseen.set(element, () => setSeen(true));
      observer ??= new IntersectionObserver(onIntersection, { threshold: seenThreshold });
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        unseen.delete(element);
      };
    },
    [seen],
  );
  return [ref, seen];
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    if (!isIntersecting || intersectionRatio < seenThreshold) continue;
    observer?.unobserve(target);
    unseen.get(target)?.();
  }
}
