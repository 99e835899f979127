import { Injectable, Logger } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { CatalogueChanges } from '../catalogue-changes.js';
import type { Category } from './pattern.entity.js';

/** The sort keys of a list. `column` is a column of listed_patterns; the statement casts the key of an anchor to `type`. */
export const KEYS = {
  published: { column: 'published_at', type: 'timestamptz' },
  price: { column: 'price_cents', type: 'int' },
  views: { column: 'view_count', type: 'bigint' },
} as const;
export type Key = keyof typeof KEYS;

/** The number of rows from one anchor to the next. */
export const ANCHOR_DISTANCE = 1_000;
/** Minimum time between two reads of the same anchors. */
const READ_INTERVAL_MS = 10_000;
/** Maximum age of the anchors of a list sorted by views. New views change the order of this list without a notification. */
const VIEWS_MAX_AGE_MS = 10_000;

/** The anchors of a list in descending order of the key. `rows[n]` is the row at position n × ANCHOR_DISTANCE. */
export interface Anchors {
  total: number;
  rows: { key: string; id: string }[];
}

interface CachedAnchors extends Anchors {
  version: number;
  readAt: number;
}

/**
 * Caches the anchors of long lists: the key and id of every thousandth row. With a statement that starts at an anchor, page
 * 40,000 costs as much as page 2. A background query reads the anchors from the index. A change of the catalogue makes the
 * anchors stale. Until new anchors are read, the API finds a page by its offset.
 */
@Injectable()
export class PageAnchors {
  private readonly logger = new Logger('PageAnchors');
  private readonly cached = new Map<string, CachedAnchors>();
  private reading: Promise<void> | null = null;

  constructor(
    private readonly sql: Sql,
    private readonly changes: CatalogueChanges,
  ) {}

  /** @returns the current anchors. If there are none, returns null and starts to read them in the background. */
  find(key: Key, category: Category | null): Anchors | null {
    if (!this.changes.listening) return null;
    const cachedAnchors = this.cached.get(`${key} ${category}`);
    const age = cachedAnchors ? performance.now() - cachedAnchors.readAt : Infinity;
    const isCurrent = cachedAnchors?.version === this.changes.version && (key !== 'views' || age < VIEWS_MAX_AGE_MS);
    if (isCurrent) return cachedAnchors;
    if (age >= READ_INTERVAL_MS) this.reading ??= this.read(key, category).finally(() => (this.reading = null));
    return null;
  }

  /** For tests: resolves when no read is running. */
  async waitForRead(): Promise<void> {
    await this.reading;
  }

  private async read(key: Key, category: Category | null): Promise<void> {
    const { version } = this.changes;
    const { column } = KEYS[key];
    try {
      const rows = await this.sql.rows<{ key: string; id: string; total: number }>(
        `select ${column}::text as key, pattern_id as id, total::int
         from (select ${column}, pattern_id, row_number() over w - 1 as place, count(*) over () as total
               from listed_patterns ${category ? 'where category = $1' : ''}
               window w as (order by ${column} desc, pattern_id desc)) list
         where place % ${ANCHOR_DISTANCE} = 0 order by place`,
        category ? [category] : [],
      );
      const total = rows[0]?.total ?? 0;
      this.cached.set(`${key} ${category}`, { total, rows, version, readAt: performance.now() });
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot read page anchors');
    }
  }
}
