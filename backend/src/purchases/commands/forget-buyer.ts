import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { erasedAddress } from '../../platform/erased-address.js';
import { Sql } from '../../platform/sql.js';

/**
 * Takes the buyer out of their purchases: the address goes, and so do the personal copies and what was downloaded. What
 * the books need stays, and so does the waiver, which names nobody. Invoices are kept by law and not touched.
 * @returns ids of the purchases whose stored copies have to go
 */
export class ForgetBuyer extends Command<string[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(ForgetBuyer)
export class ForgetBuyerHandler implements ICommandHandler<ForgetBuyer> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: ForgetBuyer): Promise<string[]> {
    return this.sql.transaction(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `update purchases set buyer_email = $2, buyer_email_key = $2, buyer_erased_at = coalesce(buyer_erased_at, now()),
                access_expires_at = least(access_expires_at, now())
         where buyer_id = $1 returning id`,
        [userId, erasedAddress(userId)],
      );
      const ids = rows.map(({ id }) => id);
      // The grants go with their copies.
      await client.query('delete from copies where purchase_id = any($1::uuid[])', [ids]);
      return ids;
    });
  }
}
