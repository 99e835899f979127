import { requireTransaction } from './current-transaction.js';

/**
 * The time of the database, the clock that all replicas share. It decides expiry and windows of seconds: with replicas'
 * clocks a minute apart, a second tab of the same user would look like a reused refresh token.
 */
export async function databaseTime(): Promise<Date> {
  const [row] = await requireTransaction()({ text: 'select clock_timestamp() as now' }, []);
  return (row as { now: Date }).now;
}

/** Takes a transaction-level advisory lock: it serializes transactions on a key, even where no row exists to lock. */
export async function advisoryLock(key: string): Promise<void> {
  await requireTransaction()({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' }, [key]);
}
