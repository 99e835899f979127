import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import type { UserAnswer } from '../../accounts.contract.js';
import { type ActingAdmin, lockForAdmin, refuseLastAdmin } from '../lock-with-admins.js';
import { userAnswer } from '../../user-answer.js';
import type { Role } from '../../user.entity.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Changes the role of an account. The new role applies from the next request, because every request reads the role from the
 * database.
 * @throws {ApiError} as `lockForAdmin`, 409 LAST_ADMIN
 */
export class ChangeRole extends Command<UserAnswer> {
  constructor(
    readonly actor: ActingAdmin,
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
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actor, userId, role }: ChangeRole) {
    const user = await lockForAdmin(this.em, this.sql, actor, userId);
    const before = user.role;
    if (before === role) return userAnswer(user);
    await refuseLastAdmin(this.sql, userId);
    user.role = role;
    this.audit.record({
      userId,
      actorId: actor.id,
      action: 'accounts.role-changed',
      details: { from: before, to: role },
    });
    return userAnswer(user);
  }
}
