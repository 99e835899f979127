import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import { notFound } from '../../platform/api-error.js';
import { ADMIN_REMOVAL_LOCK, isLastAdmin, lastAdmin } from './queries/is-last-admin.js';
import { User } from '../user.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

/**
 * Locks an account and all administrators, always in the same order. Concurrent requests that could together remove the
 * last administrator wait for each other.
 */
export async function lockWithAdmins(em: EntityManager, userId: string): Promise<User | undefined> {
  await advisoryLock(ADMIN_REMOVAL_LOCK);
  const locked = await em.find(
    User,
    { $or: [{ role: 'admin' }, { id: userId }] },
    { ...FOR_UPDATE, orderBy: { id: 'asc' } },
  );
  return locked.find(({ id }) => id === userId);
}

/** Like `lockWithAdmins`, for an account that is not closed. @throws {ApiError} 404 USER_NOT_FOUND */
export async function lockOpenAccountWithAdmins(em: EntityManager, userId: string): Promise<User> {
  const user = await lockWithAdmins(em, userId);
  if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
  return user;
}

/** Call it after `lockWithAdmins`. @throws {ApiError} 409 LAST_ADMIN when the account is the last administrator */
export async function refuseLastAdmin(sql: Sql, userId: string): Promise<void> {
  if (await isLastAdmin(sql, userId)) throw lastAdmin();
}
