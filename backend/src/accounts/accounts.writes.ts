import type { Sql } from '../platform/database/sql.js';

export interface LockedAccount {
  email: string;
  closed: boolean;
  suspended: boolean;
}

/** Locks an account until the caller's transaction ends. A concurrent erasure or suspension waits for that end. */
export async function lockAccount(sql: Sql, userId: string): Promise<LockedAccount | undefined> {
  const [account] = await sql.rowsInTransaction<LockedAccount>(
    `select email, closed_at is not null as closed, suspended_at is not null as suspended
     from users where id = $1 for share`,
    [userId],
  );
  return account;
}
