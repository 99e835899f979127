import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** The contents of the refund mail; null unless the whole amount is refunded, and null for an erased buyer. */
export class GetRefundMail extends Query<RefundMail | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface RefundMail {
  orderNumber: string;
  patternTitle: string;
  buyerEmail: string;
  locale: Language;
  /** The refund that completed the whole amount, in minor units. */
  cents: number;
  amountCents: number;
  currency: string;
  refundedAt: Date;
  /** The reason in the mail. `chargeback`: the shop has lost a dispute. `refund`: every cause without its own text. */
  why: 'refund' | 'chargeback' | 'paid-twice' | 'pattern-hidden';
}

@QueryHandler(GetRefundMail)
export class GetRefundMailHandler implements IQueryHandler<GetRefundMail> {
  constructor(private readonly sql: Sql) {}

  execute({ purchaseId }: GetRefundMail): Promise<RefundMail | null> {
    return this.sql.row<RefundMail>(
      `select u.order_number as "orderNumber",
              ${patternTitle('u.locale')} as "patternTitle",
              u.buyer_email as "buyerEmail", u.locale, coalesce(f.cents, u.amount_cents) as cents,
              u.amount_cents as "amountCents", u.currency,
              u.refunded_at as "refundedAt",
              case when f.source = 'dispute' then 'chargeback'
                   when r.cause in ('paid-twice', 'pattern-hidden') then r.cause
                   else 'refund' end as why
       from purchases u join patterns p on p.id = u.pattern_id
       left join refunds f on f.purchase_id = u.id and f.total_cents = u.amount_cents
       left join refund_requests r on r.purchase_id = u.id and r.amount_cents is null
       where u.id = $1 and u.status = 'refunded' and u.buyer_erased_at is null`,
      [purchaseId],
    );
  }
}
