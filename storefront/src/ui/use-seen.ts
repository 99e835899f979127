import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

const seenFrom = 0.1;
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
// Paper shows what no screen has shown.
window.addEventListener('beforeprint', () => flushSync(() => waiting.forEach((show) => show())));

/** True once a tenth of the element has been on the screen, or all of the page is to be printed. */
export function useSeen(from: boolean): [ref: (element: Element | null) => (() => void) | undefined, seen: boolean] {
  const [seen, setSeen] = useState(from || typeof IntersectionObserver === 'undefined');
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      waiting.set(element, () => setSeen(true));
      observer ??= new IntersectionObserver(tell, { threshold: seenFrom });
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

function tell(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    if (!isIntersecting || intersectionRatio < seenFrom) continue;
    observer?.unobserve(target);
    waiting.get(target)?.();
  }
}
