import type { Purchase } from '../orders/purchase.entity.js';
import type { Refund, RefundSource } from './refund.entity.js';
import type { RefundRequest } from './refund-request.entity.js';

/** What Stripe reports of a refund. */
export interface ReportedRefund {
  /** Total refunded so far in minor units; for a lost dispute the disputed amount. */
  cents: number | 'all';
  source: RefundSource;
  /** The request whose response this is. */
  request: RefundRequest | null;
}

const sum = (refunds: Refund[]) => refunds.reduce((total, { cents }) => total + cents, 0);

/**
 * Computes the refunded total of a purchase after a refund, in minor units. Stripe's total differs from it in two ways:
 * - Stripe does not count what a lost dispute has taken.
 * - Stripe subtracts a refund that the bank has returned. The shop still owes that amount, so it stays in the shop's total.
 *   Only the response to a request tells that another refund was made after that, because events arrive in any order.
 */
export function totalAfter(
  { amountCents, refundedCents: known }: Pick<Purchase, 'amountCents' | 'refundedCents'>,
  refunds: Refund[],
  requests: RefundRequest[],
  { cents, source, request }: ReportedRefund,
): number {
  if (cents === 'all') return amountCents;
  const disputed = sum(refunds.filter((refund) => refund.source === 'dispute'));
  if (source === 'dispute') return known + Math.max(0, cents - disputed);
  const total = cents + disputed;
  // The row of the request counts already, whether its event came first or a returned refund is made again.
  if (!request || refunds.some(({ requestId }) => requestId === request.id)) return total;
  const returned = sum(refunds.filter((refund) => isOwed(refund, requests)));
  return Math.min(known + (request.amountCents ?? amountCents), total + returned);
}

/** Whether a bank has returned the refund, and the shop has not made it again. */
function isOwed({ requestId, refundedAt }: Refund, requests: RefundRequest[]): boolean {
  const request = requests.find(({ id }) => id === requestId);
  if (!request) return false;
  return request.failure != null || (!request.settledAt && request.requestedAt > refundedAt);
}
