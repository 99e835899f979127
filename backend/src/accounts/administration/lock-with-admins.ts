import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import { forbidden, notFound } from '../../platform/api-error.js';
import { ADMIN_REMOVAL_LOCK, isLastAdmin, lastAdmin } from './queries/is-last-admin.js';
import { refuseEndedSession } from '../sessions/sessions.writes.js';
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

/** The administrator who sends a request, and the session of the request. */
export interface ActingAdmin {
  id: string;
  sessionId: string;
}

/**
 * Locks an account that an administrator changes, and checks the administrator again: the session may have ended or the role
 * may have changed since the request was authenticated.
 * @throws {ApiError} 401 UNAUTHENTICATED, 403 FORBIDDEN or 404 USER_NOT_FOUND
 */
export async function lockForAdmin(em: EntityManager, sql: Sql, actor: ActingAdmin, userId: string): Promise<User> {
  const user = await lockWithAdmins(em, userId);
  await refuseEndedSession(sql, actor.sessionId);
  // Locked above, unless another administrator has changed the role.
  const { role } = await em.findOneOrFail(User, actor.id);
  if (role !== 'admin') throw forbidden();
  if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
  return user;
}

/** Call it after `lockWithAdmins`. @throws {ApiError} 409 LAST_ADMIN when the account is the last administrator */
export async function refuseLastAdmin(sql: Sql, userId: string): Promise<void> {
  if (await isLastAdmin(sql, userId)) throw lastAdmin();
}
