import { Client } from 'pg';
import { generatePatterns } from './generated-patterns.ts';

/**
 * Grows the catalogue of a migrated database to `count` patterns. Triggers are off. Instead, one statement per table fills
 * the tables from which the shop reads lists. A million patterns then take a minute instead of an hour. The new patterns are
 * not searchable.
 */
export async function growCatalogue(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from patterns');
    const existing = rows[0]!.n;
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await generatePatterns(client, count - existing, { first: existing + 1 });
    await client.query(`
      insert into listed_patterns (pattern_id, designer_id, category, published_at, price_cents, view_count)
      select id, designer_id, category, published_at, price_cents, view_count from patterns
      where status = 'published' on conflict do nothing`);
    await client.query(`
      insert into pattern_counts select category, count(*) from patterns where status = 'published' group by category
      on conflict (category) do update set patterns = excluded.patterns`);
    // The statements of the baseline use these two indexes.
    await client.query(`
      create index if not exists bench_newest on patterns (published_at desc, id desc) where status = 'published'`);
    await client.query(`
      create index if not exists bench_prices on patterns (category, price_cents, id) where status = 'published'`);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
