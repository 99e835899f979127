import type { CachedResponse } from './cached-response.js';

interface Entry {
  response: CachedResponse;
  until: number;
  bytes: number;
}

/** LRU cache of responses, bounded by their total size in bytes. */
export class ResponseStore {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.bytes;
  }

  /** @param now milliseconds on the same clock as `until` */
  get(key: string, now: number): CachedResponse | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= now) {
      this.evict(key, entry);
      return undefined;
    }
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.response;
  }

  set(key: string, response: CachedResponse, until: number): void {
    const previous = this.entries.get(key);
    if (previous) this.evict(key, previous);
    this.entries.set(key, { response, until, bytes: response.bytes });
    this.bytes += response.bytes;
    this.shrink();
  }

  /** Updates the size of an entry after a compressed body was added. */
  updateSize(key: string, response: CachedResponse): void {
    const entry = this.entries.get(key);
    if (entry?.response !== response) return;
    this.bytes += response.bytes - entry.bytes;
    entry.bytes = response.bytes;
    this.shrink();
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private shrink(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.limit) return;
      this.evict(key, entry);
    }
  }

  private evict(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }
}
