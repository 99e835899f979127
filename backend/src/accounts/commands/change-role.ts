import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { notFound, Problem } from '../../platform/problem.js';
import type { UserAnswer } from '../accounts.contract.js';
import { userAnswer } from '../user-answer.js';
import { type Role, User } from '../user.entity.js';
import { Transactional } from '../../platform/transactional.js';

/**
 * Gives an account another role, from its next call on: the role is read with every request.
 * @throws Problem 404 USER_NOT_FOUND or 409 LAST_ADMIN
 */
export class ChangeRole extends Command<UserAnswer> {
  constructor(
    readonly actorId: string,
    readonly userId: string,
    readonly role: Role,
  ) {
    super();
  }
}

@CommandHandler(ChangeRole)
export class ChangeRoleHandler implements ICommandHandler<ChangeRole> {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actorId, userId, role }: ChangeRole) {
    // All administrators are locked, always in the same order: two who demote each other meet here.
    const locked = await this.em.find(
      User,
      { $or: [{ role: 'admin' }, { id: userId }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const user = locked.find(({ id }) => id === userId);
    if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
    const before = user.role;
    if (before === role) return userAnswer(user);
    const others = locked.filter((one) => one.role === 'admin' && !one.closedAt && one !== user);
    if (before === 'admin' && others.length === 0) throw lastAdmin();
    user.role = role;
    this.audit.record({ userId, actorId, action: 'accounts.role-changed', details: { from: before, to: role } });
    return userAnswer(user);
  }
}

const lastAdmin = () =>
  new Problem(
    409,
    'LAST_ADMIN',
    'The last administrator cannot be demoted. Make somebody else an administrator first.',
  );
