import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { notFound } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { AccountRestored } from '../../accounts.events.js';
import type { SuspensionState } from '../admin-users.contract.js';
import { Suspension } from '../suspension.entity.js';
import { User } from '../../user.entity.js';

/**
 * Lifts the suspension of an account. An account that is not suspended stays unchanged.
 * @throws {ApiError} 404 USER_NOT_FOUND
 */
export class RestoreAccount extends Command<SuspensionState> {
  constructor(
    readonly actorId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RestoreAccount)
export class RestoreAccountHandler implements ICommandHandler<RestoreAccount> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actorId, userId }: RestoreAccount): Promise<SuspensionState> {
    const user = await this.em.findOne(User, userId, FOR_UPDATE);
    if (!user || user.closedAt) throw notFound('USER_NOT_FOUND', 'User');
    if (!user.suspendedAt) return { suspendedAt: null };
    user.suspendedAt = null;
    const suspension = await this.em.findOneOrFail(Suspension, { userId, liftedAt: null });
    suspension.liftedAt = await databaseTime();
    const details = { suspensionId: suspension.id };
    this.audit.record({ userId, actorId, action: 'accounts.restored', details });
    this.outbox.record(new AccountRestored(userId, suspension.id));
    return { suspendedAt: null };
  }
}
