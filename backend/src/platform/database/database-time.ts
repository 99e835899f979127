import { requireTransaction } from './current-transaction.js';

/**
 * Reads the clock of the database, which all replicas share. Use it for expiry and for windows of seconds: with the
 * clocks of two replicas a minute apart, a user's second tab would look like a reused refresh token.
 */
export async function databaseTime(): Promise<Date> {
  const [row] = await requireTransaction()({ text: 'select clock_timestamp() as now' }, []);
  return (row as { now: Date }).now;
}

/** Takes an advisory lock for the transaction. It serializes transactions on a key when there is no row to lock. */
export async function advisoryLock(key: string): Promise<void> {
  await requireTransaction()({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' }, [key]);
}
