import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { CatalogueChanges } from './catalogue/catalogue-changes.js';

export interface Page {
  text: string;
  hash: string;
  /** 404 when the pattern, designer or screen does not exist; 503 when the data for the page head cannot be read now. */
  status: 200 | 404 | 503;
  /** Part of the data could not be read, so the page is sent but not cached. */
  incomplete?: boolean;
}

interface CachedPage {
  page: Promise<Page>;
  /** The index.html from which the page was rendered; a new build can replace it while the server runs. */
  html: string;
  version: number;
}

const TTL_MS = 5_000;
const MAX_PAGES = 500;

/**
 * Caches rendered pages until the catalogue changes, but for 5 s at most. Concurrent requests for one page share one
 * rendering.
 */
export class PageCache {
  private readonly cached = new LRUCache<string, CachedPage>({ max: MAX_PAGES, ttl: TTL_MS });

  constructor(
    private readonly changes: CatalogueChanges,
    private readonly enabled: boolean,
  ) {}

  get(key: string, html: string, render: () => Promise<Omit<Page, 'hash'>>): Promise<Page> {
    const { version, listening } = this.changes;
    const hit = this.cached.get(key);
    if (hit && listening && hit.html === html && hit.version === version) return hit.page;
    const page = render().then((rendered) => ({ ...rendered, hash: toHash(rendered.text) }));
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
