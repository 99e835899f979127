import { Injectable, Logger } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { CatalogueChanges } from '../catalogue-changes.js';
import type { Category } from './pattern.entity.js';

/** What a list can be sorted by: a column of listed_patterns and how it is written as a parameter. */
export const KEYS = {
  published: { column: 'published_at', type: 'timestamptz' },
  price: { column: 'price_cents', type: 'int' },
  views: { column: 'view_count', type: 'bigint' },
} as const;
export type Key = keyof typeof KEYS;

/** Every so many rows of a list have an anchor. */
export const STEP = 1_000;
const REST_MS = 10_000;
/** Views move patterns without an announcement. */
const VIEWS_LIFE_MS = 10_000;

/** Where a list stood when it was walked through, highest first: `rows[n]` is the row at place n × STEP. */
export interface Anchors {
  total: number;
  rows: { key: string; id: string }[];
}

interface Remembered extends Anchors {
  version: number;
  since: number;
}

/**
 * Footholds in long lists, so that page 40,000 costs as much as page 2. They are read from the index in one go, in the
 * background, and forgotten when the catalogue changes; until there are new ones, deep pages are counted off.
 */
@Injectable()
export class PageAnchors {
  private readonly logger = new Logger('PageAnchors');
  private readonly remembered = new Map<string, Remembered>();
  private busy: Promise<void> | null = null;

  constructor(
    private readonly sql: Sql,
    private readonly changes: CatalogueChanges,
  ) {}

  /** @returns null while there are none that hold */
  of(key: Key, category: Category | null): Anchors | null {
    if (!this.changes.listening) return null;
    const known = this.remembered.get(`${key} ${category}`);
    const age = known ? performance.now() - known.since : Infinity;
    const holds = known?.version === this.changes.version && (key !== 'views' || age < VIEWS_LIFE_MS);
    if (holds) return known;
    if (age >= REST_MS) this.busy ??= this.read(key, category).finally(() => (this.busy = null));
    return null;
  }

  /** Resolves when nothing is being read. */
  async settled(): Promise<void> {
    await this.busy;
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
         where place % ${STEP} = 0 order by place`,
        category ? [category] : [],
      );
      const total = rows[0]?.total ?? 0;
      this.remembered.set(`${key} ${category}`, { total, rows, version, since: performance.now() });
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot read the anchors of a list');
    }
  }
}
