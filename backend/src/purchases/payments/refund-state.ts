import type { Sql } from '../../platform/database/sql.js';
import type { RefundState } from '../orders/admin.contract.js';
import type { Purchase } from '../orders/purchase.entity.js';
import { REQUESTED_CENTS } from './refund-rows.js';
import type { RefundRequest } from './refund-request.entity.js';

/** @returns what is requested and not refunded of a purchase, in minor units. The caller has flushed its changes. */
export async function readRequestedCents(sql: Sql, purchaseId: string): Promise<number> {
  const row = await sql.row<{ cents: number }>(`select ${REQUESTED_CENTS} as cents from purchases u where u.id = $1`, [
    purchaseId,
  ]);
  return row!.cents;
}

/** The response to a refund request. The caller has flushed its changes. */
export async function readRefundState(
  sql: Sql,
  purchase: Purchase,
  request: RefundRequest | null,
): Promise<RefundState> {
  return {
    purchaseId: purchase.id,
    orderNumber: purchase.orderNumber,
    state: request && !request.settledAt ? 'requested' : 'refunded',
    requestId: request?.id ?? null,
    amountCents: purchase.amountCents,
    refundedCents: purchase.refundedCents,
    requestedCents: await readRequestedCents(sql, purchase.id),
    currency: purchase.currency,
    requestedAt: request?.requestedAt.toISOString() ?? null,
    refundedAt: purchase.refundedAt?.toISOString() ?? null,
  };
}
