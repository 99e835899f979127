import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Removes the address from guest orders that were cancelled more than 90 days ago, because a guest has no account and so
 * cannot request an erasure.
 * @returns the number of changed orders
 */
export class PurgeAbandonedOrders extends Command<number> {}

const BATCH = 500;
/** Batches per run. The next run continues with the remaining orders. */
const MAX_BATCHES = 100;

/** The replacement address contains the order id; otherwise all purged orders would appear to have the same buyer. */
const PURGE = `
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
    for (let round = 0; round < MAX_BATCHES; round += 1) {
      const [row] = await this.sql.unprepared<{ count: number }>(PURGE, [erasedAddress('?')]);
      purged += row!.count;
      if (row!.count < BATCH) break;
    }
    return purged;
  }
}
