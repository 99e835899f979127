import type { Sql } from '../platform/database/sql.js';

/**
 * Prevents changes of a pattern until the caller's transaction ends.
 * @returns whether the status of the pattern is `hidden`
 */
export async function holdPattern(sql: Sql, patternId: string): Promise<{ hidden: boolean }> {
  const [pattern] = await sql.rowsInTransaction<{ hidden: boolean }>(
    `select status = 'hidden' as hidden from patterns where id = $1 for share`,
    [patternId],
  );
  return pattern ?? { hidden: false };
}

export interface CountedViews {
  patternId: string;
  views: number;
}

/** Adds new views to the view counts of patterns, in the caller's transaction. */
export async function addViews(sql: Sql, counted: CountedViews[]): Promise<void> {
  await sql.rowsInTransaction(
    `update patterns p set view_count = p.view_count + v.views
     from unnest($1::uuid[], $2::int[]) as v (pattern_id, views) where p.id = v.pattern_id`,
    [counted.map(({ patternId }) => patternId), counted.map(({ views }) => views)],
  );
}
