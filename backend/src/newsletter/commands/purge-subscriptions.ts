import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { UNCONFIRMED_DAYS } from '../../platform/shop-rules.js';

/**
 * Deletes requests that are still unconfirmed after `UNCONFIRMED_DAYS`. Also deletes ended subscriptions with their proofs
 * after the limitation period: three years from the end of the year in which the subscription ended (§§ 195, 199 BGB).
 * @returns the number of deleted rows
 */
export class PurgeSubscriptions extends Command<number> {}

const STATEMENT = `
with purged as (
  delete from newsletter_subscriptions
  where state = 'pending' and requested_at < now() - interval '${UNCONFIRMED_DAYS} days'
     or state = 'ended' and ended_at < date_trunc('year', now()) - interval '3 years'
  returning 1
)
select count(*)::int as subscriptions from purged`;

@CommandHandler(PurgeSubscriptions)
export class PurgeSubscriptionsHandler implements ICommandHandler<PurgeSubscriptions> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    return (await this.sql.row<{ subscriptions: number }>(STATEMENT))!.subscriptions;
  }
}
