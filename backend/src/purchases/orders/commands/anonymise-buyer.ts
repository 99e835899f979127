import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '../../../accounts/registration/queries/find-proven-account.js';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Removes the buyer's personal data from the purchases of the account. If the account's owner has proven the mailbox, the
 * same data are removed from guest orders of the account's address. The data are the address, the personal copies, the
 * download history and the reason of a refund.
 *
 * The invoices and the data that bookkeeping needs are kept, because the law requires it. The buyer's waiver of the right of
 * withdrawal is kept too, because it names no person. A withdrawal from an order is a business letter: it is kept until its
 * retention ends, restricted and without the administrator's note (§ 147 AO). A withdrawal without a known order is kept
 * until it is decided (Art. 17 (3) b and e GDPR).
 * @returns ids of the purchases whose stored copies the caller must delete
 */
export class AnonymiseBuyer extends Command<string[]> {
  /**
   * @param until a time: the guest orders and withdrawals with the account's address that are newer than this time are kept;
   * null keeps none of them
   */
  constructor(
    readonly userId: string,
    readonly until: Date | null = null,
  ) {
    super();
  }
}

const BUYERS_WITHDRAWALS = `(user_id = $1 or purchase_ids && $3::uuid[]
  or email_key = any($2::text[]) and received_at <= coalesce($4::timestamptz, 'infinity'))`;
const UNDECIDED = `outcome = 'review' and decided_at is null`;

@CommandHandler(AnonymiseBuyer)
export class AnonymiseBuyerHandler implements ICommandHandler<AnonymiseBuyer> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly queries: QueryBus,
  ) {}

  @Transactional()
  async execute({ userId, until }: AnonymiseBuyer): Promise<string[]> {
    const account = await this.queries.execute(new FindProvenAccount({ userId }));
    const replacement = erasedAddress(userId);
    // A repeated attempt also returns the rows of the previous attempt: their copies can still be in storage.
    const addresses = account ? [account.emailKey, replacement] : [replacement];
    const rows = await this.sql.rows<{ id: string }>(
      `update purchases set buyer_email = $2, buyer_email_key = $2, buyer_erased_at = coalesce(buyer_erased_at, now()),
              access_expires_at = least(access_expires_at, now()), card_key = null
       where buyer_id = $1
          or buyer_id is null and buyer_email_key = any($3::text[])
             and created_at <= coalesce($4::timestamptz, 'infinity')
       returning id`,
      [userId, replacement, addresses, until],
    );
    const ids = rows.map(({ id }) => id);
    // Deleting a copy deletes its grants.
    await this.sql.rows('delete from copies where purchase_id = any($1::uuid[])', [ids]);
    await this.sql.rows('delete from automatic_refunds where purchase_id = any($1::uuid[])', [ids]);
    await this.sql.rows('update refund_requests set reason = null where purchase_id = any($1::uuid[])', [ids]);
    await this.restrictWithdrawals([userId, addresses, ids, until]);
    return ids;
  }

  private async restrictWithdrawals(values: unknown[]): Promise<void> {
    await this.sql.rows(
      `update withdrawals set restricted_at = coalesce(restricted_at, now()), user_id = null,
              decision_note = case when ${UNDECIDED} then decision_note end
       where ${BUYERS_WITHDRAWALS} and (purchase_ids <> '{}' or ${UNDECIDED})`,
      values,
    );
    await this.sql.rows(`delete from withdrawals where ${BUYERS_WITHDRAWALS} and restricted_at is null`, values);
  }
}
