import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '../../../accounts/registration/queries/find-proven-account.js';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';

/**
 * Takes the buyer out of their purchases, and out of what was ordered without the account from the address that it has
 * proven: the address goes, and so do the personal copies, what was downloaded and the words about a refund. What the books
 * need stays, and so does the waiver, which contains no name. Invoices are kept by law and not touched, and an unanswered
 * withdrawal stays until its answer alone (Art. 17 (3) b and e GDPR).
 * @returns ids of the purchases whose stored copies have to go
 */
export class AnonymiseBuyer extends Command<string[]> {
  /** @param until what was ordered or declared after this moment without the account, from its address, stays */
  constructor(
    readonly userId: string,
    readonly until: Date | null = null,
  ) {
    super();
  }
}

const THEIRS = `(user_id = $1 or purchase_ids && $3::uuid[]
  or email_key = any($2::text[]) and received_at <= coalesce($4::timestamptz, 'infinity'))`;
const UNANSWERED = `outcome = 'review' and decided_at is null`;

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
    const erased = erasedAddress(userId);
    // What an earlier try has come to is found again, as its copies may still lie in the storage.
    const addresses = account ? [account.emailKey, erased] : [erased];
    const rows = await this.sql.rows<{ id: string }>(
      `update purchases set buyer_email = $2, buyer_email_key = $2, buyer_erased_at = coalesce(buyer_erased_at, now()),
              access_expires_at = least(access_expires_at, now())
       where buyer_id = $1
          or buyer_id is null and buyer_email_key = any($3::text[])
             and created_at <= coalesce($4::timestamptz, 'infinity')
       returning id`,
      [userId, erased, addresses, until],
    );
    const ids = rows.map(({ id }) => id);
    // The grants go with their copies.
    await this.sql.rows('delete from copies where purchase_id = any($1::uuid[])', [ids]);
    await this.sql.rows('update refund_requests set reason = null where purchase_id = any($1::uuid[])', [ids]);
    const theirs = [userId, addresses, ids, until];
    await this.sql.rows(
      `update withdrawals set restricted_at = coalesce(restricted_at, now()), user_id = null
       where ${THEIRS} and ${UNANSWERED}`,
      theirs,
    );
    // Of a withdrawal stays that there was one; what belongs to no order has nothing left to say.
    await this.sql.rows(
      `update withdrawals set name = '', contract = '', email = $5, email_key = $5, user_id = null, decision_note = null
       where ${THEIRS} and purchase_ids <> '{}' and restricted_at is null`,
      [...theirs, erased],
    );
    await this.sql.rows(
      `delete from withdrawals where ${THEIRS} and purchase_ids = '{}' and restricted_at is null`,
      theirs,
    );
    return ids;
  }
}
