import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';

/** The contents of the confirmation of receipt; null when the withdrawal is deleted or is not confirmed by mail. */
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
  /** The address is proven to be the sender's: only then the mail repeats the sender's text. */
  proven: boolean;
  /** The numbers of the orders that were recognised. */
  orders: string[];
  /** The orders that are refunded automatically. */
  refunded: string[];
}

@QueryHandler(GetWithdrawalMail)
export class GetWithdrawalMailHandler implements IQueryHandler<GetWithdrawalMail> {
  constructor(private readonly sql: Sql) {}

  execute({ withdrawalId }: GetWithdrawalMail): Promise<WithdrawalMail | null> {
    return this.sql.row<WithdrawalMail>(
      `select reference, name, email, contract, locale, text_version as "textVersion", received_at as "receivedAt",
              receipt_sent_at as "sentAt", outcome, proven,
              array(select u.order_number from purchases u where u.id = any(w.purchase_ids)
                    order by u.order_number) as orders,
              array(select u.order_number from purchases u join refund_requests r on r.purchase_id = u.id
                    where u.id = any(w.purchase_ids) and r.failure is null order by u.order_number) as refunded
       from withdrawals w where id = $1 and not receipt_left_out`,
      [withdrawalId],
    );
  }
}
