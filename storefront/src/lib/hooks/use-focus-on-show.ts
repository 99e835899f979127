import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it replaces another one, and scrolls to the top. */
export function useFocusOnShow<E extends HTMLElement>(): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return place;
}
