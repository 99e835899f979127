import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Takes the address out of guests' orders that were called off 90 days ago: nothing was bought, and no account will ever
 * ask for it to be forgotten. @returns how many orders
 */
export class PurgeAbandonedOrders extends Command<number> {}

const BATCH = 500;
/** What is left after so many batches waits for the next run. */
const ROUNDS = 100;

/** Its id stands where the address stood, as two orders must not look like those of one person. */
const STATEMENT = `
with forgotten as (
  update purchases set buyer_email = replace($1, '?', id::text), buyer_email_key = replace($1, '?', id::text),
         buyer_erased_at = now()
  where id = any(array(
    select id from purchases
    where status = 'cancelled' and buyer_id is null and buyer_erased_at is null
      and cancelled_at < now() - interval '90 days'
    order by cancelled_at limit ${BATCH} for update skip locked))
  returning 1
) select count(*)::int as count from forgotten`;

@CommandHandler(PurgeAbandonedOrders)
export class PurgeAbandonedOrdersHandler implements ICommandHandler<PurgeAbandonedOrders> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    let forgotten = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [row] = await this.sql.unprepared<{ count: number }>(STATEMENT, [erasedAddress('?')]);
      forgotten += row!.count;
      if (row!.count < BATCH) break;
    }
    return forgotten;
  }
}
