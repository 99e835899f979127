import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/**
 * Deletes the addresses that never said yes within seven days, and proofs that nobody can need any more: claims end
 * with the third year after the one in which a subscription ended (§§ 195, 199 BGB). @returns how many
 */
export class PurgeSubscriptions extends Command<number> {}

const STATEMENT = `
with forgotten as (
  delete from newsletter_subscriptions
  where state = 'pending' and requested_at < now() - interval '7 days'
     or state = 'ended' and ended_at < date_trunc('year', now()) - interval '3 years'
  returning 1
)
select count(*)::int as subscriptions from forgotten`;

@CommandHandler(PurgeSubscriptions)
export class PurgeSubscriptionsHandler implements ICommandHandler<PurgeSubscriptions> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    return (await this.sql.row<{ subscriptions: number }>(STATEMENT))!.subscriptions;
  }
}
