import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { type AccountRecipient, recipientColumns } from '../../platform/mail/account-recipient.js';

export interface Erasure extends AccountRecipient {
  requestedAt: Date;
  begunAt: Date;
  /** Names of the completed steps. */
  done: string[];
  /** The date until which the newest invoice must be retained; null without invoices. */
  keptUntil: Date | null;
}

/** Returns the account and the progress of an erasure, or null when it has not begun, is cancelled or is complete. */
export class GetErasure extends Query<Erasure | null> {
  constructor(readonly deletionId: string) {
    super();
  }
}

/** SQL condition: a guest purchase, without `buyer_id`, that is anonymised with the account (see `AnonymiseBuyer`). */
const UNCLAIMED = `p.buyer_id is null and p.buyer_email_key = u.email_key and u.mailbox_proven_at is not null
                  and p.created_at <= d.requested_at`;

@QueryHandler(GetErasure)
export class GetErasureHandler implements IQueryHandler<GetErasure> {
  constructor(private readonly sql: Sql) {}

  execute({ deletionId }: GetErasure): Promise<Erasure | null> {
    return this.sql.row<Erasure>(
      `select ${recipientColumns()}, d.requested_at as "requestedAt", d.begun_at as "begunAt",
              array(select step from erasure_steps s where s.user_id = u.id) as done,
              (select max(i.delete_after) from invoices i join purchases p on p.id = i.purchase_id
                where p.buyer_id = u.id or ${UNCLAIMED}) as "keptUntil"
       from deletions d join users u on u.id = d.user_id
       where d.id = $1 and d.begun_at is not null and d.undone_at is null and d.erased_at is null`,
      [deletionId],
    );
  }
}
