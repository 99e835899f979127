import type { CachedResponse } from './cached-response.js';

interface Entry {
  answer: CachedResponse;
  until: number;
  bytes: number;
}

/** Answers by key, the least recently used leave first, and all together take no more than `limit` bytes. */
export class ResponseStore {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.bytes;
  }

  /** @param now in the same milliseconds as `until` */
  get(key: string, now: number): CachedResponse | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= now) {
      this.forget(key, entry);
      return undefined;
    }
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.answer;
  }

  set(key: string, answer: CachedResponse, until: number): void {
    const former = this.entries.get(key);
    if (former) this.forget(key, former);
    this.entries.set(key, { answer, until, bytes: answer.bytes });
    this.bytes += answer.bytes;
    this.shrink();
  }

  /** A further compressed form has made the answer larger. */
  weighAgain(key: string, answer: CachedResponse): void {
    const entry = this.entries.get(key);
    if (entry?.answer !== answer) return;
    this.bytes += answer.bytes - entry.bytes;
    entry.bytes = answer.bytes;
    this.shrink();
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private shrink(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.limit) return;
      this.forget(key, entry);
    }
  }

  private forget(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }
}
