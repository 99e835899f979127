import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The time of the one clock that all replicas share. Expiry and windows of seconds are decided by it: two machines a
 * minute apart would otherwise take an honest second tab for a stolen token.
 */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await em.execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return new Date(Number(row!.ms));
}

/** From here to the end of the transaction nobody else works on this thing, even where it has no row yet to lock. */
export async function advisoryLock(em: EntityManager, thing: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [thing]);
}
