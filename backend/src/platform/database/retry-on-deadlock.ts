import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 3;
/** Deadlock, serialization failure: nothing was changed, and the same work may well succeed a moment later. */
const PASSING = new Set(['40P01', '40001']);

/** Does a transaction that PostgreSQL sacrificed again from the start, so it may change nothing but rows. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !PASSING.has((error as { code?: string }).code ?? '')) throw error;
      await pause(Math.random() * 50 * tried);
    }
  }
}
