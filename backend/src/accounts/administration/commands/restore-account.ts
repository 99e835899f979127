import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { AccountRestored } from '../../accounts.events.js';
import type { SuspensionState } from '../admin-users.contract.js';
import { type ActingAdmin, lockForAdmin } from '../lock-with-admins.js';
import { Suspension } from '../suspension.entity.js';

/**
 * Lifts the suspension of an account. An account that is not suspended stays unchanged.
 * @throws {ApiError} as `lockForAdmin`
 */
export class RestoreAccount extends Command<SuspensionState> {
  constructor(
    readonly actor: ActingAdmin,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RestoreAccount)
export class RestoreAccountHandler implements ICommandHandler<RestoreAccount> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actor, userId }: RestoreAccount): Promise<SuspensionState> {
    const user = await lockForAdmin(this.em, this.sql, actor, userId);
    if (!user.suspendedAt) return { suspendedAt: null };
    user.suspendedAt = null;
    const suspension = await this.em.findOneOrFail(Suspension, { userId, liftedAt: null });
    suspension.liftedAt = await databaseTime();
    const details = { suspensionId: suspension.id };
    this.audit.record({ userId, actorId: actor.id, action: 'accounts.restored', details });
    this.outbox.record(new AccountRestored(userId, suspension.id));
    return { suspendedAt: null };
  }
}
