import { useSyncExternalStore } from 'react';

/** @returns whether a media query matches. Renders the component again when the result changes. */
export function useMedia(query: string): boolean {
  const subscribe = (update: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
