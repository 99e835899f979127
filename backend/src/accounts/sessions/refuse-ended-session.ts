import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError } from '../../platform/api-error.js';
import { Session } from './session.entity.js';

/**
 * Refuses a request whose session has ended since the request was authenticated. Call it in a transaction that holds the row
 * lock of the account: the commands that end sessions of an account take this lock first.
 * @throws {ApiError} 401 UNAUTHENTICATED
 */
export async function refuseEndedSession(em: EntityManager, sessionId: string, now: Date): Promise<void> {
  const session = await em.findOne(Session, sessionId, { refresh: true });
  if (!session?.isOpen(now))
    throw new ApiError(401, 'UNAUTHENTICATED', 'Your session has ended. Please sign in again.');
}
