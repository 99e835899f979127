import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdAccount } from '../../../accounts/accounts.writes.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Hides the patterns of a suspended designer, or brings them back as they were: whichever the account says now. Safe to
 * repeat, and in any order, as each step holds a lock that keeps the account as it is.
 */
export class ApplySuspension extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Each change also changes what searches find, so one statement takes no more than this. */
const AT_ONCE = 100;

const OWN = 'select p.id from patterns p join designers d on d.id = p.designer_id where d.user_id = $1';
const HIDE = `
update patterns set suspended_as = status, status = 'hidden'
where id in (${OWN} and p.suspended_as is null and p.status <> 'draft' limit ${AT_ONCE}) returning id`;
const SHOW = `
update patterns set status = suspended_as, suspended_as = null
where id in (${OWN} and p.suspended_as is not null limit ${AT_ONCE}) returning id`;

@CommandHandler(ApplySuspension)
export class ApplySuspensionHandler implements ICommandHandler<ApplySuspension> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  async execute({ userId }: ApplySuspension): Promise<void> {
    while ((await this.step(userId)) === AT_ONCE);
  }

  @Transactional()
  private async step(userId: string): Promise<number> {
    const account = await holdAccount(this.sql, userId);
    // A closed account sells nothing any more (TakeOffSale).
    if (!account || account.closed) return 0;
    return (await this.sql.rows(account.suspended ? HIDE : SHOW, [userId])).length;
  }
}
