import { ApiError } from '../../platform/api-error.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SessionEnd } from './session.entity.js';

/**
 * Locks an account for a request of its owner until the caller's transaction ends.
 * @param sessionId the session of the request; null when a link of a mail or the operator authorises it
 * @throws {ApiError} 401 UNAUTHENTICATED when the session has ended since the request was authenticated
 */
export async function lockForOwner(sql: Sql, userId: string, sessionId: string | null): Promise<void> {
  await sql.rowsInTransaction('select from users where id = $1 for update', [userId]);
  if (sessionId !== null) await refuseEndedSession(sql, sessionId);
}

/**
 * Refuses a request whose session has ended since the request was authenticated. Call it in a transaction that holds the row
 * lock of the account: the commands that end sessions of an account take this lock first.
 * @throws {ApiError} 401 UNAUTHENTICATED
 */
export async function refuseEndedSession(sql: Sql, sessionId: string): Promise<void> {
  const [session] = await sql.rowsInTransaction(
    'select from sessions where id = $1 and revoked_at is null and expires_at > clock_timestamp()',
    [sessionId],
  );
  if (!session) throw new ApiError(401, 'UNAUTHENTICATED', 'Your session has ended. Please sign in again.');
}

/**
 * Ends the sessions of an account, except `keptSessionId`. The tokens of ended sessions are refused from the next request
 * on. Requires the row lock of the account.
 */
export async function endSessions(
  sql: Sql,
  userId: string,
  keptSessionId: string | null,
  reason: SessionEnd,
): Promise<void> {
  await sql.rowsInTransaction(
    `update sessions set revoked_at = clock_timestamp(), revoked_reason = $3
     where user_id = $1 and id is distinct from $2::uuid and revoked_at is null`,
    [userId, keptSessionId, reason],
  );
}

/** Deletes all known places of an account, e.g. after an attack, because the attacker may have used some of them. */
export async function clearKnownPlaces(sql: Sql, userId: string): Promise<void> {
  await sql.rowsInTransaction('delete from known_places where user_id = $1', [userId]);
}
