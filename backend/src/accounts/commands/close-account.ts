import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { lockWithAdmins } from '../administration/lock-with-admins.js';
import { isLastAdmin } from '../administration/queries/is-last-admin.js';
import { Session } from '../sessions/session.entity.js';

/**
 * Closes an account and ends its sessions, so that no data is added during or after the erasure.
 * @returns false for the last administrator, whose account stays unchanged
 */
export class CloseAccount extends Command<boolean> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  @Transactional()
  async execute({ userId }: CloseAccount): Promise<boolean> {
    const user = (await lockWithAdmins(this.em, userId))!;
    if (user.closedAt) return true;
    if (await isLastAdmin(this.sql, userId)) return false;
    user.closedAt = await databaseTime();
    await this.em.nativeUpdate(
      Session,
      { userId, revokedAt: null },
      { revokedAt: user.closedAt, revokedReason: 'closed' },
    );
    return true;
  }
}
