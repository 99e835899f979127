import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { CatalogueChanges } from './catalogue/catalogue-changes.js';

export interface Page {
  text: string;
  hash: string;
  /** 404 when the pattern or designer does not exist, 503 when it cannot be read now. */
  status: 200 | 404 | 503;
  /** Part of the data could not be read: the page is sent once and not cached. */
  incomplete?: boolean;
}

interface CachedPage {
  page: Promise<Page>;
  /** The index.html that the page was made from; a new build replaces it while the server runs. */
  html: string;
  version: number;
}

const TTL_MS = 5_000;
const MAX_PAGES = 500;

/**
 * Caches rendered pages for 5 s and only until the catalogue changes. Concurrent requests for one page share one
 * render.
 */
export class PageCache {
  private readonly cached = new LRUCache<string, CachedPage>({ max: MAX_PAGES, ttl: TTL_MS });

  constructor(
    private readonly changes: CatalogueChanges,
    private readonly enabled: boolean,
  ) {}

  get(key: string, html: string, write: () => Promise<Omit<Page, 'hash'>>): Promise<Page> {
    const { version, listening } = this.changes;
    const hit = this.cached.get(key);
    if (hit && listening && hit.html === html && hit.version === version) return hit.page;
    const page = write().then((one) => ({ ...one, hash: toHash(one.text) }));
    if (!this.enabled || !listening) return page;
    const entry = { page, html, version };
    this.cached.set(key, entry);
    // A newer entry may have replaced this one.
    const evict = () => this.cached.peek(key) === entry && this.cached.delete(key);
    page.then(({ incomplete }) => incomplete && evict(), evict);
    return page;
  }
}

const toHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27);
