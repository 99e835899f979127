import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '#backend/platform/database/lost-connection.js';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 100;

/**
 * Records an effect that has happened outside the database, e.g. a sent mail. If `record` failed, the job would fail and its
 * retry would send the mail again. So `record` is retried for 12 seconds when the database error is transient.
 * @param record records the effect; it must be idempotent
 */
export async function retryRecording<T>(record: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await record();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
