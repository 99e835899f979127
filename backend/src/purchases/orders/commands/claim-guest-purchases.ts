import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Assigns the paid guest purchases of an address to the account whose owner has proven the mailbox. Pending purchases are
 * not assigned, because another person can still pay for them. The account gets at most one purchase of each free pattern,
 * because another user can order a free pattern for this address any number of times.
 * @returns the number of assigned purchases
 */
export class ClaimGuestPurchases extends Command<number> {
  constructor(
    readonly userId: string,
    readonly emailKey: string,
  ) {
    super();
  }
}

@CommandHandler(ClaimGuestPurchases)
export class ClaimGuestPurchasesHandler implements ICommandHandler<ClaimGuestPurchases> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, emailKey }: ClaimGuestPurchases): Promise<number> {
    const claimed = await this.sql.rows(
      `update purchases u set buyer_id = $1
       where u.buyer_id is null and u.buyer_email_key = $2 and u.status in ('paid', 'refunded')
         and (u.amount_cents > 0 or u.id = (
           select f.id from purchases f
           where f.buyer_id is null and f.buyer_email_key = $2 and f.pattern_id = u.pattern_id and f.amount_cents = 0
             and f.status = 'paid' and not exists (
               select from purchases o where o.buyer_id = $1 and o.pattern_id = f.pattern_id and o.status = 'paid')
           order by f.created_at, f.id limit 1))
       returning id`,
      [userId, emailKey],
    );
    return claimed.length;
  }
}
