import { useSyncExternalStore } from 'react';

/** Whether a media query matches; updates when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = (update: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
