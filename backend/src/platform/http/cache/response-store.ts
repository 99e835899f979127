import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.js';

/** @param maxSize the maximum total size in bytes @param ttl the time to live in milliseconds */
export const responseStore = (maxSize: number, ttl: number) =>
  new LRUCache<string, CachedResponse>({ maxSize, sizeCalculation: ({ bytes }) => bytes, ttl });

/** Updates the size of an entry after a compressed body was added. */
export function updateSize(store: ReturnType<typeof responseStore>, key: string, response: CachedResponse): void {
  if (store.peek(key) !== response) return;
  const ttl = store.getRemainingTTL(key);
  // Deletes the entry first, because `set` with the same value would keep the old size.
  store.delete(key);
  store.set(key, response, { ttl });
}
