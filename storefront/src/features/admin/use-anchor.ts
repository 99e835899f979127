import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to an element when the URL ends with `hash`. Waits until all content is loaded, because content that loads
 * later would move the element.
 * @returns the ref for the element
 */
export function useAnchor<E extends HTMLElement>(hash: string, loaded: boolean): RefObject<E | null> {
  const target = useRef<E>(null);
  const scrolledFor = useRef('');
  const location = useLocation();
  const idle = useIsFetching() === 0;
  const settled = loaded && idle;
  useEffect(() => {
    if (!settled || location.hash !== hash || scrolledFor.current === location.key) return;
    scrolledFor.current = location.key;
    target.current?.scrollIntoView();
  }, [settled, location, hash]);
  return target;
}
