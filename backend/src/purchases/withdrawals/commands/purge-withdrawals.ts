import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/** Claims expire at the end of the third year after the year in which they arose (§§ 195, 199 BGB). */
export const WITHDRAWALS_KEPT_YEARS = 3;

/** Deletes the withdrawals whose retention has ended. @returns their number */
export class PurgeWithdrawals extends Command<number> {}

const PURGE = `
with purged as (
  delete from withdrawals where received_at < date_trunc('year', now(), 'Europe/Berlin') - interval '${WITHDRAWALS_KEPT_YEARS} years' returning 1
) select count(*)::int as count from purged`;

@CommandHandler(PurgeWithdrawals)
export class PurgeWithdrawalsHandler implements ICommandHandler<PurgeWithdrawals> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    return (await this.sql.row<{ count: number }>(PURGE))!.count;
  }
}
