import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '#backend/platform/database/lost-connection.js';

const TRIES = 8;
const FIRST_PAUSE_MS = 100;

/**
 * Records in the database what has happened outside of it, in place: a job that fails here would do it a second time. Tries for
 * 12 seconds while the database is lost or refuses because of others.
 * @param record may run more than once, so a repeat of it must change nothing
 */
export async function recordAgain<T>(record: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await record();
    } catch (error) {
      if (tried === TRIES || !isTransient(error)) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }
}
