import type { Pattern } from './pattern.entity.js';
import type { Sql } from '../../platform/database/sql.js';

/** Records a price, because after a reduction the shop must show the lowest price of the previous 30 days (§ 11 PAngV). */
export async function recordPrice(sql: Sql, pattern: Pattern, since: Date): Promise<void> {
  await sql.rowsInTransaction(
    'insert into pattern_prices (pattern_id, since, cents, currency) values ($1, $2, $3, $4)',
    [pattern.id, since, pattern.priceCents, pattern.currency],
  );
}
