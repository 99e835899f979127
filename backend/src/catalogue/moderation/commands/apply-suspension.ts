import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccount } from '../../../accounts/accounts.writes.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Hides the patterns of a suspended designer, or restores the previous status of the patterns when the suspension was
 * lifted. The command reads the current state of the account under a lock, so a repeated or late job cannot apply an old
 * state.
 */
export class ApplySuspension extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Patterns per statement. Each update also updates the search index, so a larger batch would hold its locks for long. */
const BATCH = 100;

const PATTERNS_OF_USER = 'select p.id from patterns p join designers d on d.id = p.designer_id where d.user_id = $1';
const HIDE = `
update patterns set suspended_as = status, status = 'hidden'
where id in (${PATTERNS_OF_USER} and p.suspended_as is null and p.status <> 'draft' limit ${BATCH}) returning id`;
const RESTORE = `
update patterns set status = suspended_as, suspended_as = null
where id in (${PATTERNS_OF_USER} and p.suspended_as is not null limit ${BATCH}) returning id`;

@CommandHandler(ApplySuspension)
export class ApplySuspensionHandler implements ICommandHandler<ApplySuspension> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  async execute({ userId }: ApplySuspension): Promise<void> {
    while ((await this.applyToBatch(userId)) === BATCH);
  }

  @Transactional()
  private async applyToBatch(userId: string): Promise<number> {
    const account = await lockAccount(this.sql, userId);
    // UnpublishAll handles the patterns of a closed account.
    if (!account || account.closed) return 0;
    return (await this.sql.rows(account.suspended ? HIDE : RESTORE, [userId])).length;
  }
}
