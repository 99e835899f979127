import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.js';

/** @param maxSize total size in bytes */
export const responseStore = (maxSize: number, ttl: number) =>
  new LRUCache<string, CachedResponse>({ maxSize, sizeCalculation: ({ bytes }) => bytes, ttl });

/** Updates the size of an entry after a compressed body was added. */
export function updateSize(store: ReturnType<typeof responseStore>, key: string, response: CachedResponse): void {
  if (store.peek(key) !== response) return;
  const ttl = store.getRemainingTTL(key);
  // For a value that it already contains, `set` alone keeps the size.
  store.delete(key);
  store.set(key, response, { ttl });
}
