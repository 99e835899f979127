import type { Pattern } from './pattern.entity.js';
import type { Sql } from '../../platform/database/sql.js';

/** Records a price. After a price reduction the shop must show the lowest price of the 30 days before. */
export async function recordPrice(sql: Sql, pattern: Pattern, since: Date): Promise<void> {
  await sql.rowsInTransaction(
    'insert into pattern_prices (pattern_id, since, cents, currency) values ($1, $2, $3, $4)',
    [pattern.id, since, pattern.priceCents, pattern.currency],
  );
}
