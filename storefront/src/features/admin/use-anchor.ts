import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element when the URL has its hash, once the content above it has loaded and has its height. */
export function useAnchor<E extends HTMLElement>(hash: string, filled: boolean): RefObject<E | null> {
  const target = useRef<E>(null);
  const scrolledFor = useRef('');
  const location = useLocation();
  const idle = useIsFetching() === 0;
  const settled = filled && idle;
  useEffect(() => {
    if (!settled || location.hash !== hash || scrolledFor.current === location.key) return;
    scrolledFor.current = location.key;
    target.current?.scrollIntoView();
  }, [settled, location, hash]);
  return target;
}
