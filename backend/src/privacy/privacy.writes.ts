import type { Audit } from '../platform/audit.js';
import type { Sql } from '../platform/database/sql.js';
import type { Outbox } from '../platform/events/outbox.js';
import { DeletionUndone } from './privacy.events.js';

/**
 * Undoes the requested deletion of an account, and ends the links that could confirm a deletion. Requires the row lock of
 * the account. An erasure that has begun continues.
 * @returns whether a requested deletion was undone
 */
export async function undoDeletion(sql: Sql, audit: Audit, outbox: Outbox, userId: string): Promise<boolean> {
  const ended = await sql.rowsInTransaction<{ requested: boolean }>(
    `update deletions set undone_at = clock_timestamp()
     where user_id = $1 and undone_at is null and begun_at is null
     returning requested_at is not null as requested`,
    [userId],
  );
  if (!ended.some(({ requested }) => requested)) return false;
  audit.record({ userId, actorId: userId, action: 'privacy.deletion-undone' });
  outbox.record(new DeletionUndone(userId));
  return true;
}
