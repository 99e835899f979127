import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { AdminPurchase, AdminPurchaseFilters, AdminPurchasePage } from '../admin.contract.js';
import { kindOrder, patternTitle } from '../../../platform/database/shop-columns.js';
import { REFUND_LIST, REQUESTED_CENTS } from '../../payments/refund-rows.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/** The purchases of all buyers that match the filters, newest first. Administrators read the list for support. */
export class ListAllPurchases extends Query<AdminPurchasePage> {
  constructor(readonly filters: AdminPurchaseFilters) {
    super();
  }
}

@QueryHandler(ListAllPurchases)
export class ListAllPurchasesHandler implements IQueryHandler<ListAllPurchases> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters }: ListAllPurchases): Promise<AdminPurchasePage> {
    const { page = 1, limit = 20, search, status = null, refund, lang = 'de' } = filters;
    const values = search ? [status, `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, search] : [status];
    const condition = (search ? SEARCH_CONDITION : STATUS_CONDITION) + (refund ? FAILED_REFUND_CONDITION : '');
    const [purchases, count] = await Promise.all([
      this.sql.rows<AdminPurchase>(listStatement(condition, values.length), [
        ...values,
        limit,
        (page - 1) * limit,
        lang,
      ]),
      this.sql.row<{ total: number }>(countStatement(condition), values),
    ]);
    return { purchases, ...pageNumbers(page, limit, count!.total) };
  }
}

const STATUS_CONDITION = `where ($1::text is null or u.status = $1)`;

/** PostgreSQL uses the index purchases_search only when the expression is identical to that of the index. */
export const SEARCH_CONDITION = `${STATUS_CONDITION}
  and ((lower(u.order_number) || ' ' || lower(u.buyer_email)) like $2::text or u.payment_intent_id = $3::text)`;

const FAILED_REFUND_CONDITION = `
  and u.id in (select purchase_id from refund_requests where failure is not null)`;

export const countStatement = (condition: string) => `select count(*)::int as total from purchases u ${condition}`;

/** Selects the page first, so that the joins read only the rows of the page. */
const listStatement = (condition: string, values: number) => `
with shown as (
  select u.* from purchases u ${condition}
  order by u.created_at desc, u.id desc limit $${values + 1} offset $${values + 2}
)
select u.id, u.order_number as "orderNumber", u.pattern_id as "patternId",
       ${patternTitle(`$${values + 3}::text`)} as "patternTitle",
       u.buyer_id as "buyerId", u.buyer_email as "buyerEmail", u.status, u.amount_cents as "amountCents",
       u.refunded_cents as "refundedCents", ${REQUESTED_CENTS} as "requestedCents", u.currency, u.country, u.card_country as "cardCountry",
       u.payment_intent_id as "paymentId", u.created_at as "createdAt", u.paid_at as "paidAt",
       u.refunded_at as "refundedAt", u.receipt_sent_at as "receiptSentAt",
       u.access_expires_at as "downloadExpiresAt", u.dispute_state as dispute,
       u.dispute_amount_cents as "disputeAmountCents", u.dispute_fee_cents as "disputeFeeCents",
       case when r.purchase_id is not null then jsonb_build_object(
         'cause', r.cause, 'reason', r.reason, 'requestedAt', r.requested_at, 'failure', r.failure,
         'state', case when r.failure is not null then 'failed' when r.settled_at is not null then 'refunded'
                       else 'requested' end) end as refund,
       ${REFUND_LIST} as refunds,
       coalesce((
         select jsonb_agg(jsonb_build_object('id', c.id, 'kind', f.kind, 'fileName', f.file_name, 'state', c.state,
           'failures', c.failures, 'downloadCount', c.grants)
           order by ${kindOrder('f.kind')})
         from copies c join pattern_files f on f.id = c.file_id where c.purchase_id = u.id), '[]'::jsonb) as copies,
       array(select i.number from invoices i where i.purchase_id = u.id order by i.number) as "invoiceNumbers"
from shown u join patterns p on p.id = u.pattern_id left join refund_requests r on r.purchase_id = u.id and r.amount_cents is null
order by u.created_at desc, u.id desc`;
