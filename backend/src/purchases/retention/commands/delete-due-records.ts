import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { erasedAddress } from '../../../platform/mail/erased-address.js';
import { InvoiceDeleted } from '../../purchases.events.js';
import { DUE_PURCHASE, DUE_WITHDRAWAL, KEPT_ONLY_BY_RETENTION } from '../due-records.js';

/** Number of deleted rows by kind. `purchases` counts the orders whose buyer's data were removed. */
export interface DeletedRecords {
  invoices: number;
  purchases: number;
  withdrawals: number;
  /** Whether due records can remain. */
  more: boolean;
}

/**
 * Deletes a batch of the records whose retention has ended: invoices, withdrawals, and the buyer's data in the orders of
 * guests and erased accounts. An event per invoice leads to the deletion of its PDF. The database refuses to delete an
 * invoice before its day.
 */
export class DeleteDueRecords extends Command<DeletedRecords> {}

const BATCH = 200;

const DUE = `select u.id from purchases u where ${DUE_PURCHASE} limit ${BATCH} for update of u skip locked`;

/** The address contains the order id; otherwise all these orders would appear to have the same buyer. */
const REMOVE_BUYER = `
update purchases u set buyer_email = replace($2, '?', u.id::text), buyer_email_key = replace($2, '?', u.id::text),
       buyer_erased_at = coalesce(u.buyer_erased_at, now()), payment_intent_id = null, declared_country = null,
       card_country = null, access_token_hash = null, access_expires_at = least(u.access_expires_at, now())
where u.id = any($1::uuid[]) and ${KEPT_ONLY_BY_RETENTION} returning u.id`;

const DELETE_WITHDRAWALS = `
delete from withdrawals where id = any(array(
  select w.id from withdrawals w where ${DUE_WITHDRAWAL} limit ${BATCH} for update of w skip locked)) returning id`;

@CommandHandler(DeleteDueRecords)
export class DeleteDueRecordsHandler implements ICommandHandler<DeleteDueRecords> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute(): Promise<DeletedRecords> {
    const withdrawals = await this.sql.unprepared(DELETE_WITHDRAWALS);
    const due = (await this.sql.unprepared<{ id: string }>(DUE)).map(({ id }) => id);
    const invoices = await this.sql.rows<{ id: string }>(
      'delete from invoices where purchase_id = any($1::uuid[]) returning id',
      [due],
    );
    for (const { id } of invoices) this.outbox.record(new InvoiceDeleted(id));
    await this.sql.rows('update purchases set records_ended_at = now() where id = any($1::uuid[])', [due]);
    const purchases = await this.removeBuyers(due);
    await this.em.flush();
    const more = due.length === BATCH || withdrawals.length === BATCH;
    return { invoices: invoices.length, purchases, withdrawals: withdrawals.length, more };
  }

  /** The daily sweep removes the stored files of the deleted copies. */
  private async removeBuyers(due: string[]): Promise<number> {
    const rows = await this.sql.rows<{ id: string }>(REMOVE_BUYER, [due, erasedAddress('?')]);
    const ids = rows.map(({ id }) => id);
    await this.sql.rows('delete from copies where purchase_id = any($1::uuid[])', [ids]);
    await this.sql.rows('delete from link_renewals where purchase_id = any($1::uuid[])', [ids]);
    await this.sql.rows('update refund_requests set reason = null where purchase_id = any($1::uuid[])', [ids]);
    return ids.length;
  }
}
