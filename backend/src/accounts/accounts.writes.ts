import { ApiError } from '../platform/api-error.js';
import type { Sql } from '../platform/database/sql.js';

export interface LockedAccount {
  email: string;
  closed: boolean;
  suspended: boolean;
}

/** Locks an account until the caller's transaction ends. A concurrent erasure or suspension waits until then. */
export async function lockAccount(sql: Sql, userId: string): Promise<LockedAccount | undefined> {
  const [account] = await sql.rowsInTransaction<LockedAccount>(
    `select email, closed_at is not null as closed, suspended_at is not null as suspended
     from users where id = $1 for share`,
    [userId],
  );
  return account;
}

/**
 * Locks an account, so that its erasure waits and then finds what the caller's transaction stores.
 * @throws {ApiError} 401 UNAUTHENTICATED when the account is closed
 */
export async function lockOpenAccount(sql: Sql, userId: string): Promise<void> {
  const account = await lockAccount(sql, userId);
  if (!account || account.closed) throw new ApiError(401, 'UNAUTHENTICATED', 'This account is closed.');
}

/**
 * Locks an account until the caller's transaction ends. A concurrent change of the password waits until then.
 * @param checkedHash the result of `FindMatchingHash`
 * @returns false when the password has changed since the check
 */
export async function lockPassword(sql: Sql, userId: string, checkedHash: string): Promise<boolean> {
  const [account] = await sql.rowsInTransaction<{ unchanged: boolean }>(
    'select password_hash = $2 as unchanged from users where id = $1 for share',
    [userId, checkedHash],
  );
  return account?.unchanged ?? false;
}
