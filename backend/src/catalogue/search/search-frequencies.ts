import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';

const KEPT_MS = 60_000;

const STATEMENT = `
select term, (frequency * reltuples)::float8 as patterns, reltuples::float8 as total
from pg_stats s
join pg_class c on c.oid = to_regclass('pattern_search'),
lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as u(term, frequency)
where s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and attname = 'words'
  and term is not null`;

/**
 * In how many patterns a term stands, as PostgreSQL last counted its commonest ones. Only the way to the answer depends
 * on it, never the answer.
 */
@Injectable()
export class SearchFrequencies {
  private counts = new Map<string, number>();
  private total = 0;
  private until = 0;
  private asking: Promise<void> | null = null;

  constructor(private readonly sql: Sql) {}

  /**
   * How many patterns have one of the terms. In `hits` a pattern with two of them counts twice; `surely` are those with
   * the commonest one.
   *
   * @param open terms that only begin so
   */
  async of(terms: string[], open: string[]): Promise<{ hits: number; surely: number; total: number }> {
    if (Date.now() > this.until) await (this.asking ??= this.ask());
    const counts = terms.map((term) => this.counts.get(term) ?? 0);
    for (const begin of open) {
      for (const [term, count] of this.counts) if (term.startsWith(begin)) counts.push(count);
    }
    const hits = counts.reduce((sum, count) => sum + count, 0);
    return { hits: Math.min(hits, this.total), surely: Math.max(0, ...counts), total: this.total };
  }

  private async ask(): Promise<void> {
    try {
      const rows = await this.sql.rows<{ term: string; patterns: number; total: number }>(STATEMENT);
      this.counts = new Map(rows.map(({ term, patterns }) => [term, patterns]));
      this.total = rows[0]?.total ?? 0;
      this.until = Date.now() + KEPT_MS;
    } finally {
      this.asking = null;
    }
  }
}
