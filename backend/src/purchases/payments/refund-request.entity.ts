import { defineEntity } from '@mikro-orm/core';
import { Purchase } from '../orders/purchase.entity.js';
import type { RefundSource } from './refund.entity.js';

/**
 * `admin`: an administrator requests the refund. `withdrawal`: the buyer withdraws from the contract. In the other cases the
 * shop refunds a payment instead of delivering the copies: the buyer had paid for the pattern before (`paid-twice`), the
 * buyer's account was erased (`buyer-erased`), or the pattern is hidden (`pattern-hidden`).
 */
export const REFUND_CAUSES = ['admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal'] as const;
type RefundCause = (typeof REFUND_CAUSES)[number];

const RefundRequestSchema = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_requests',
  properties: (p) => ({
    id: p.uuid().primary(),
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id'),
    /** Minor units; null: all that is left. A purchase has at most one request with null. */
    amountCents: p.integer().nullable(),
    cause: p.text().$type<RefundCause>(),
    /** For support: the administrator's text, or the number of the withdrawal. */
    reason: p.text().nullable(),
    requestedBy: p.uuid().nullable(),
    requestedAt: p.datetime(),
    /** The time at which the event RefundRequested was last recorded. */
    announcedAt: p.datetime(),
    /** Part of the idempotency key. A new number lets Stripe create a new refund instead of repeating an earlier result. */
    keySerial: p.integer().default(1),
    /** The refund id at Stripe. */
    refundId: p.text().nullable(),
    settledAt: p.datetime().nullable(),
    /** Why Stripe refused the refund or a bank returned it. Null while the refund has not failed. */
    failure: p.text().nullable(),
  }),
});

/** A requested refund, stored before the refund is created at Stripe. */
export class RefundRequest extends RefundRequestSchema.class {
  /** Records that the refund is made. */
  settle(at: Date, source: RefundSource, refundId: string | null): void {
    const returned = this.failure !== null && this.refundId !== null;
    this.settledAt ??= at;
    this.refundId ??= refundId;
    // The event of a refund may arrive after a bank has returned the refund. The failure is then kept, except after a lost
    // dispute.
    if (!returned || source === 'dispute') this.failure = null;
  }

  /** Records that the amount is returned by other refunds or by a dispute. */
  cover(at: Date): void {
    this.settledAt ??= at;
    this.failure = null;
  }

  /** @param refundId the id of the refund that Stripe created and a bank returned; null when Stripe refused to create one */
  fail(reason: string, refundId: string | null): void {
    this.failure = reason.slice(0, 500);
    this.refundId ??= refundId;
  }

  /** Whether the failure of a refund concerns the current refund, not an earlier one. */
  concernsCurrentRefund(refundId: string, serial: number | null): boolean {
    if (this.refundId) return this.refundId === refundId;
    return this.settledAt !== null || serial === this.keySerial;
  }

  /** Requests a refused or returned refund again. */
  requestAgain(by: string | null, at: Date): void {
    this.failure = null;
    this.settledAt = null;
    this.refundId = null;
    this.requestedBy = by;
    this.requestedAt = at;
    this.announcedAt = at;
    this.keySerial += 1;
  }
}
RefundRequestSchema.setClass(RefundRequest);
