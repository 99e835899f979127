import { requireTransaction } from './current-transaction.js';

/**
 * Reads the clock of the database, which all replicas share. Use it for expiry and for time windows of seconds. If replicas
 * used their own clocks and these were a minute apart, a replica would reject a refresh token that a user's second tab
 * sends a second after the first tab: the token would count as reused.
 */
export async function databaseTime(): Promise<Date> {
  const [row] = await requireTransaction()({ text: 'select clock_timestamp() as now' }, []);
  return (row as { now: Date }).now;
}

/**
 * Takes an advisory lock until the end of the transaction. Transactions with the same key run one after another, even when
 * there is no row that they could lock.
 */
export async function advisoryLock(key: string): Promise<void> {
  await requireTransaction()({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' }, [key]);
}
