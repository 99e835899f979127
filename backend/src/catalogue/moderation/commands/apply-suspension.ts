import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PoolClient } from 'pg';
import { Sql } from '../../../platform/database/sql.js';

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
where id in (${OWN} and p.suspended_as is null and p.status <> 'draft' limit ${AT_ONCE})`;
const SHOW = `
update patterns set status = suspended_as, suspended_as = null
where id in (${OWN} and p.suspended_as is not null limit ${AT_ONCE})`;

@CommandHandler(ApplySuspension)
export class ApplySuspensionHandler implements ICommandHandler<ApplySuspension> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: ApplySuspension): Promise<void> {
    while ((await this.sql.transaction((client) => this.step(client, userId))) === AT_ONCE);
  }

  private async step(client: PoolClient, userId: string): Promise<number> {
    const account = await client.query<{ suspended: boolean }>(
      'select suspended_at is not null as suspended from users where id = $1 and closed_at is null for share',
      [userId],
    );
    // A closed account sells nothing any more (TakeOffSale).
    if (account.rows.length === 0) return 0;
    const { rowCount } = await client.query(account.rows[0]!.suspended ? HIDE : SHOW, [userId]);
    return rowCount ?? 0;
  }
}
