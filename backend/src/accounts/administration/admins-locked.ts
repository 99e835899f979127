import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import { notFound } from '../../platform/api-error.js';
import { ADMINS_GO, lastAdmin, wouldLeaveNoAdmin } from './queries/is-last-admin.js';
import { User } from '../user.entity.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';

/**
 * Locks an account together with all administrators, always in the same order. This serialises two administrators who
 * change each other's account, and an administrator who deletes their own.
 */
export async function lockedWithAdmins(em: EntityManager, userId: string): Promise<User | undefined> {
  await advisoryLock(ADMINS_GO);
  const locked = await em.find(
    User,
    { $or: [{ role: 'admin' }, { id: userId }] },
    { ...FOR_UPDATE, orderBy: { id: 'asc' } },
  );
  return locked.find(({ id }) => id === userId);
}

/** Locks an open account as above. @throws {ApiError} 404 USER_NOT_FOUND */
export async function openLockedWithAdmins(em: EntityManager, userId: string): Promise<User> {
  const user = await lockedWithAdmins(em, userId);
  if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
  return user;
}

/** Requires that lock. @throws {ApiError} 409 LAST_ADMIN */
export async function refuseLastAdmin(sql: Sql, userId: string): Promise<void> {
  if (await wouldLeaveNoAdmin(sql, userId)) throw lastAdmin();
}
