import type { Pattern } from './pattern.entity.js';
import type { Sql } from '../../platform/database/sql.js';

/** At a reduction the lowest price of the last 30 days has to be named, so every price is kept from day one. */
export async function notePrice(sql: Sql, pattern: Pattern, since: Date): Promise<void> {
  await sql.rowsInTransaction(
    'insert into pattern_prices (pattern_id, since, cents, currency) values ($1, $2, $3, $4)',
    [pattern.id, since, pattern.priceCents, pattern.currency],
  );
}
