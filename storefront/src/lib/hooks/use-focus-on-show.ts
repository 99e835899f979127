import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it appears, and scrolls to the top. @returns the ref for the element */
export function useFocusOnShow<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return ref;
}
