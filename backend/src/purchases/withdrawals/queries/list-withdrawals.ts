import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type {
  AdminWithdrawal,
  AdminWithdrawalPage,
  WithdrawalFilters,
  WithdrawalState,
} from '../withdrawals.contract.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/** Withdrawals for support, the newest first. With the filter `open` (needs a decision), the oldest are first. */
export class ListWithdrawals extends Query<AdminWithdrawalPage> {
  constructor(readonly filters: WithdrawalFilters) {
    super();
  }
}

@QueryHandler(ListWithdrawals)
export class ListWithdrawalsHandler implements IQueryHandler<ListWithdrawals> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters: { state, page = 1, limit = 20 } }: ListWithdrawals): Promise<AdminWithdrawalPage> {
    const [withdrawals, count] = await Promise.all([
      this.sql.rows<AdminWithdrawal>(listStatement(state), [limit, (page - 1) * limit]),
      this.sql.row<{ total: number }>(`select count(*)::int as total from withdrawals w ${WHERE[state ?? 'all']}`),
    ]);
    return { withdrawals, ...pageNumbers(page, limit, count!.total) };
  }
}

const OPEN = `w.outcome = 'review' and w.decided_at is null`;
const WHERE = { all: '', open: `where ${OPEN}`, decided: `where not (${OPEN})` };
/** The data of an erased buyer are shown only while the withdrawal needs a decision. */
const SHOWN = `(w.restricted_at is null or ${OPEN})`;

const listStatement = (state?: WithdrawalState) => `
select w.id, w.reference, w.received_at as "receivedAt", w.outcome, w.repeats,
       case when ${SHOWN} then w.name else '' end as name,
       case when ${SHOWN} then w.email else '' end as email,
       case when ${SHOWN} then w.contract else '' end as contract,
       case when ${SHOWN} then w.decision_note end as "decisionNote",
       w.restricted_at is not null as restricted,
       w.receipt_sent_at as "receiptSentAt", w.receipt_left_out as "receiptLeftOut",
       w.decision, w.decided_at as "decidedAt", w.decided_by as "decidedBy",
       coalesce((
         select jsonb_agg(jsonb_build_object(
           'purchaseId', u.id, 'orderNumber', u.order_number, 'status', u.status,
           'refundRequested', u.status = 'refunded' or exists (
             select from refund_requests r
             where r.purchase_id = u.id and r.amount_cents is null and r.failure is null)) order by u.order_number)
         from purchases u where u.id = any(w.purchase_ids)), '[]'::jsonb) as orders
from withdrawals w ${WHERE[state ?? 'all']}
order by w.received_at ${state === 'open' ? '' : 'desc'}, w.id ${state === 'open' ? '' : 'desc'} limit $1 offset $2`;
