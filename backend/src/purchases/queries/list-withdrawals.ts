import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';
import type { AdminWithdrawal, AdminWithdrawalPage, WithdrawalFilters } from '../withdrawals.contract.js';

/** All withdrawals for support, newest first. */
export class ListWithdrawals extends Query<AdminWithdrawalPage> {
  constructor(readonly filters: WithdrawalFilters) {
    super();
  }
}

@QueryHandler(ListWithdrawals)
export class ListWithdrawalsHandler implements IQueryHandler<ListWithdrawals> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters: { page = 1, limit = 20 } }: ListWithdrawals): Promise<AdminWithdrawalPage> {
    const [withdrawals, count] = await Promise.all([
      this.sql.rows<AdminWithdrawal & Record<string, unknown>>(LISTING, [limit, (page - 1) * limit]),
      this.sql.row<{ total: number }>('select count(*)::int as total from withdrawals'),
    ]);
    const { total } = count!;
    const pages = Math.ceil(total / limit);
    return {
      withdrawals,
      page,
      limit,
      total,
      total_pages: pages,
      currentPage: page,
      totalPages: pages,
      totalItems: total,
      itemsPerPage: limit,
    };
  }
}

const LISTING = `
select w.id, w.reference, w.received_at as "receivedAt", w.name, w.email, w.contract, w.outcome,
       w.purchase_id as "purchaseId", u.order_number as "orderNumber", u.status as "purchaseStatus",
       w.receipt_sent_at as "receiptSentAt"
from withdrawals w left join purchases u on u.id = w.purchase_id
order by w.received_at desc, w.id desc limit $1 offset $2`;
