import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Removes the address from guest orders that were cancelled 90 days ago: they contain no purchase, and no account erasure
 * covers them.
 * @returns how many orders were changed
 */
export class PurgeAbandonedOrders extends Command<number> {}

const BATCH = 500;
/** The next run continues after this many batches. */
const ROUNDS = 100;

/** The order id replaces the address, because two orders must not appear to be of the same buyer. */
const STATEMENT = `
with purged as (
  update purchases set buyer_email = replace($1, '?', id::text), buyer_email_key = replace($1, '?', id::text),
         buyer_erased_at = now()
  where id = any(array(
    select id from purchases
    where status = 'cancelled' and buyer_id is null and buyer_erased_at is null
      and cancelled_at < now() - interval '90 days'
    order by cancelled_at limit ${BATCH} for update skip locked))
  returning 1
) select count(*)::int as count from purged`;

@CommandHandler(PurgeAbandonedOrders)
export class PurgeAbandonedOrdersHandler implements ICommandHandler<PurgeAbandonedOrders> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<number> {
    let purged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [row] = await this.sql.unprepared<{ count: number }>(STATEMENT, [erasedAddress('?')]);
      purged += row!.count;
      if (row!.count < BATCH) break;
    }
    return purged;
  }
}
