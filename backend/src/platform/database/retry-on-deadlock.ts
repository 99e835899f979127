import { setTimeout as pause } from 'node:timers/promises';

const MAX_ATTEMPTS = 3;
/** Deadlock and serialization failure: PostgreSQL has rolled back the transaction, and a retry can succeed. */
const RETRYABLE = new Set(['40P01', '40001']);

/**
 * Retries a transaction that PostgreSQL aborted for a deadlock or serialization failure. `work` can run several times, so
 * it must change nothing outside the database.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      await pause(Math.random() * 50 * attempt);
    }
  }
}
