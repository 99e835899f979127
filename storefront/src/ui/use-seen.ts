import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

const seenThreshold = 0.1;
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
// Print shows all of the page.
window.addEventListener('beforeprint', () => flushSync(() => waiting.forEach((show) => show())));

/** True once a tenth of the element has been visible, or the page is printed. */
export function useSeen(from: boolean): [ref: (element: Element | null) => (() => void) | undefined, seen: boolean] {
  const [seen, setSeen] = useState(from || typeof IntersectionObserver === 'undefined');
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      waiting.set(element, () => setSeen(true));
      observer ??= new IntersectionObserver(onIntersection, { threshold: seenThreshold });
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        waiting.delete(element);
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
    waiting.get(target)?.();
  }
}
