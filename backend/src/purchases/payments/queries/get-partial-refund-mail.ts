import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { REFUND_REQUESTED } from '../../orders/purchase-rows.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';

/** The contents of the mail about a refund that does not complete the whole amount; null for an erased buyer. */
export class GetPartialRefundMail extends Query<PartialRefundMail | null> {
  constructor(readonly refundId: string) {
    super();
  }
}

/** Amounts are in minor units. */
export interface PartialRefundMail {
  orderNumber: string;
  patternTitle: string;
  buyerEmail: string;
  locale: Language;
  cents: number;
  /** Total refunded after this refund. */
  totalCents: number;
  remainingCents: number;
  currency: string;
  refundedAt: Date;
  /** `chargeback`: the shop has lost a dispute about a part of the price. */
  why: 'refund' | 'chargeback';
  hasAccess: boolean;
}

@QueryHandler(GetPartialRefundMail)
export class GetPartialRefundMailHandler implements IQueryHandler<GetPartialRefundMail> {
  constructor(private readonly sql: Sql) {}

  execute({ refundId }: GetPartialRefundMail): Promise<PartialRefundMail | null> {
    return this.sql.row<PartialRefundMail & Record<string, unknown>>(
      `select u.order_number as "orderNumber", ${patternTitle('u.locale')} as "patternTitle",
              u.buyer_email as "buyerEmail", u.locale, f.cents, f.total_cents as "totalCents",
              u.amount_cents - f.total_cents as "remainingCents", u.currency, f.refunded_at as "refundedAt",
              case when f.source = 'dispute' then 'chargeback' else 'refund' end as why,
              u.status = 'paid' and u.access_token_hash is not null and not ${REFUND_REQUESTED} as "hasAccess"
       from refunds f join purchases u on u.id = f.purchase_id join patterns p on p.id = u.pattern_id
       where f.id = $1 and u.buyer_erased_at is null`,
      [refundId],
    );
  }
}
