import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

/** The contents of the confirmation of receipt; null when the withdrawal is deleted, or when no confirmation is mailed. */
export class GetWithdrawalMail extends Query<WithdrawalMail | null> {
  constructor(readonly withdrawalId: string) {
    super();
  }
}

export interface WithdrawalMail {
  reference: string;
  name: string;
  email: string;
  contract: string;
  locale: Language;
  textVersion: string;
  receivedAt: Date;
  sentAt: Date | null;
  outcome: 'refund' | 'review';
  /** Whether the review is only about a second automatic refund. */
  repeated: boolean;
  /** Whether the sender has proven the address. Only then does the mail repeat the sender's text. */
  proven: boolean;
  /** The numbers of the orders that were recognised. */
  orders: string[];
  /** The numbers of those recognised orders whose refund is requested or made. */
  refunded: string[];
}

@QueryHandler(GetWithdrawalMail)
export class GetWithdrawalMailHandler implements IQueryHandler<GetWithdrawalMail> {
  constructor(private readonly sql: Sql) {}

  execute({ withdrawalId }: GetWithdrawalMail): Promise<WithdrawalMail | null> {
    return this.sql.row<WithdrawalMail>(
      `select reference, name, email, contract, locale, text_version as "textVersion", received_at as "receivedAt",
              receipt_sent_at as "sentAt", outcome, repeats <> '{}' as repeated, proven,
              array(select u.order_number from purchases u where u.id = any(w.purchase_ids)
                    order by u.order_number) as orders,
              array(select u.order_number from purchases u join refund_requests r on r.purchase_id = u.id
                    where u.id = any(w.purchase_ids) and r.amount_cents is null and r.failure is null order by u.order_number) as refunded
       from withdrawals w where id = $1 and not receipt_left_out`,
      [withdrawalId],
    );
  }
}
