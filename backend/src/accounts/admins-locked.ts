import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../platform/problem.js';
import { User } from './user.entity.js';

/**
 * Locks an account together with all administrators, always in the same order: two who act on each other meet here.
 * @returns the account, and the administrators who would be left without it
 * @throws Problem 404 USER_NOT_FOUND
 */
export async function lockedWithAdmins(em: EntityManager, userId: string): Promise<{ user: User; others: User[] }> {
  const locked = await em.find(
    User,
    { $or: [{ role: 'admin' }, { id: userId }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const user = locked.find(({ id }) => id === userId);
  if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
  const others = locked.filter((one) => one.role === 'admin' && !one.closedAt && !one.suspendedAt && one !== user);
  return { user, others };
}
