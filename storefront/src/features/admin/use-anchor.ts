import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Leads to the part of the screen that the address names, once what stands above it has its height. */
export function useAnchor<E extends HTMLElement>(hash: string, filled: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const led = useRef('');
  const location = useLocation();
  const quiet = useIsFetching() === 0;
  const settled = filled && quiet;
  useEffect(() => {
    if (!settled || location.hash !== hash || led.current === location.key) return;
    led.current = location.key;
    place.current?.scrollIntoView();
  }, [settled, location, hash]);
  return place;
}
