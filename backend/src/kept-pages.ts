import { createHash } from 'node:crypto';
import type { CatalogueChanges } from './catalogue/catalogue-changes.js';

export interface Page {
  text: string;
  hash: string;
  /** 404 for what does not exist, 503 for what cannot be read just now. */
  status: 200 | 404 | 503;
  /** Something could not be read just now: good enough for this visitor, but not for the next. */
  makeshift?: boolean;
}

interface Kept {
  page: Promise<Page>;
  /** The page as it was built, which a new build replaces under the running server. */
  html: string;
  version: number;
  until: number;
}

const KEEP_MS = 5_000;
const MOST = 500;

/** Pages with their heads, for seconds and only until the catalogue changes. Many who ask at once wait for one answer. */
export class KeptPages {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly changes: CatalogueChanges,
    private readonly keep: boolean,
  ) {}

  get(key: string, html: string, write: () => Promise<Omit<Page, 'hash'>>): Promise<Page> {
    const { version, listening } = this.changes;
    const known = this.kept.get(key);
    if (known && listening && known.html === html && known.version === version && known.until > Date.now()) {
      return known.page;
    }
    const page = write().then((one) => ({ ...one, hash: hashOf(one.text) }));
    if (!this.keep || !listening) return page;
    // The oldest goes, so that made-up addresses never push out everything at once.
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST && oldest !== undefined) this.kept.delete(oldest);
    const entry = { page, html, version, until: Date.now() + KEEP_MS };
    this.kept.set(key, entry);
    // Another may have taken its place by then.
    const forget = () => this.kept.get(key) === entry && this.kept.delete(key);
    page.then(({ makeshift }) => makeshift && forget(), forget);
    return page;
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27);
