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
  if (!request) return total;
  if (refunds.some(({ requestId }) => requestId === request.id)) return known;
  const owed = new Set(requests.filter(({ failure, settledAt }) => failure || !settledAt).map(({ id }) => id));
  const returned = sum(refunds.filter(({ requestId }) => requestId && owed.has(requestId)));
  return Math.min(known + (request.amountCents ?? amountCents), total + returned);
}
