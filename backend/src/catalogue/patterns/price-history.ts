import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pattern } from './pattern.entity.js';

/** At a reduction the lowest price of the last 30 days has to be named, so every price is kept from day one. */
export async function notePrice(em: EntityManager, pattern: Pattern, since: Date): Promise<void> {
  await em.execute('insert into pattern_prices (pattern_id, since, cents, currency) values (?, ?, ?, ?)', [
    pattern.id,
    since,
    pattern.priceCents,
    pattern.currency,
  ]);
}
