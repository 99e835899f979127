import { requireTransaction } from './current-transaction.js';

/**
 * The time of the one clock that all replicas share. Expiry and windows of seconds are decided by it: two machines a
 * minute apart would otherwise take an honest second tab for a stolen token.
 */
export async function databaseTime(): Promise<Date> {
  const [row] = await requireTransaction()({ text: 'select clock_timestamp() as now' }, []);
  return (row as { now: Date }).now;
}

/** From here to the end of the transaction no other transaction works on this thing, even where it has no row yet to lock. */
export async function advisoryLock(thing: string): Promise<void> {
  await requireTransaction()({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' }, [thing]);
}
