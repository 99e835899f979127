import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/**
 * Gives the paid guest purchases of an address to the account whose owner reads its mails; only that proof makes them visible
 * to anybody. Open ones are left: their buyer may still be somebody else. @returns how many
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
      `update purchases set buyer_id = $1
       where buyer_id is null and buyer_email_key = $2 and status in ('paid', 'refunded') returning id`,
      [userId, emailKey],
    );
    return claimed.length;
  }
}
