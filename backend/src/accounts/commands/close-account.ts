import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Transactional } from '../../platform/transactional.js';
import { databaseTime } from '../../platform/database-time.js';
import { IsLastAdmin } from '../queries/is-last-admin.js';
import { Session } from '../session.entity.js';
import { User } from '../user.entity.js';

/**
 * Nobody gets into the account any more, with or without a token: what is erased after this is not filled again.
 * @returns false for the only administrator, whose account stays as it is
 */
export class CloseAccount extends Command<boolean> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  @Transactional()
  async execute({ userId }: CloseAccount): Promise<boolean> {
    // All administrators are locked, in the order of ChangeRole: two who go at once meet here.
    const locked = await this.em.find(
      User,
      { $or: [{ role: 'admin' }, { id: userId }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const user = locked.find(({ id }) => id === userId)!;
    if (user.closedAt) return true;
    if (await this.queries.execute(new IsLastAdmin(userId))) return false;
    user.closedAt = await databaseTime(this.em);
    await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null },
      { revokedAt: user.closedAt, revokedReason: 'closed' },
    );
    return true;
  }
}
