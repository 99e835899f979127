import { type RefObject, useEffect, useRef } from 'react';

/** Leads keyboard and screen reader to the head of what has just taken the place of something else. */
export function useFocusOnShow<E extends HTMLElement>(): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return place;
}
