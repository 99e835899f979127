import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';

const MAX_AGE_MS = 60_000;

const STATEMENT = `
select term, (frequency * reltuples)::float8 as patterns, reltuples::float8 as total
from pg_stats s
join pg_class c on c.oid = to_regclass('pattern_search'),
lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as u(term, frequency)
where s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and attname = 'words'
  and term is not null`;

/**
 * Estimates how many patterns contain a term, from PostgreSQL's statistics of the most common terms. The estimate selects the
 * form of the search statement and never changes its result.
 */
@Injectable()
export class SearchFrequencies {
  private counts = new Map<string, number>();
  private total = 0;
  private expiresAt = 0;
  private refreshing: Promise<void> | null = null;

  constructor(private readonly sql: Sql) {}

  /**
   * Estimates how many patterns contain at least one of the terms. `hits` counts a pattern twice if it contains two of the
   * terms; `minimum` counts only patterns with the most common term; `total` estimates the number of all patterns.
   *
   * @param prefixes the beginnings of further terms: every term that starts with one of them counts like one of `terms`
   */
  async estimate(terms: string[], prefixes: string[]): Promise<{ hits: number; minimum: number; total: number }> {
    if (Date.now() > this.expiresAt) await (this.refreshing ??= this.refresh());
    const counts = terms.map((term) => this.counts.get(term) ?? 0);
    for (const prefix of prefixes) {
      for (const [term, count] of this.counts) if (term.startsWith(prefix)) counts.push(count);
    }
    const hits = counts.reduce((sum, count) => sum + count, 0);
    return { hits: Math.min(hits, this.total), minimum: Math.max(0, ...counts), total: this.total };
  }

  private async refresh(): Promise<void> {
    try {
      const rows = await this.sql.rows<{ term: string; patterns: number; total: number }>(STATEMENT);
      this.counts = new Map(rows.map(({ term, patterns }) => [term, patterns]));
      this.total = rows[0]?.total ?? 0;
      this.expiresAt = Date.now() + MAX_AGE_MS;
    } finally {
      this.refreshing = null;
    }
  }
}
