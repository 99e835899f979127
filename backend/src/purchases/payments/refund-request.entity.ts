import { defineEntity } from '@mikro-orm/core';
import { Purchase } from '../orders/purchase.entity.js';

export const REFUND_CAUSES = ['admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal'] as const;
type RefundCause = (typeof REFUND_CAUSES)[number];

/** How the shop learned of a refund: Stripe's response to its request, a Stripe event, or a lost dispute. */
export type RefundSource = 'response' | 'event' | 'dispute';

const RefundRequestSchema = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_requests',
  properties: (p) => ({
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id').primary(),
    cause: p.text().$type<RefundCause>(),
    reason: p.text().nullable(),
    requestedBy: p.uuid().nullable(),
    requestedAt: p.datetime(),
    /** When RefundRequested was last recorded. */
    announcedAt: p.datetime(),
    /** Part of the idempotency key; incremented when Stripe replays the error of an earlier attempt. */
    keySerial: p.integer().default(1),
    /** The refund id at Stripe. */
    refundId: p.text().nullable(),
    settledAt: p.datetime().nullable(),
    failure: p.text().nullable(),
  }),
});

/** A requested refund, stored before it is created at Stripe. One per purchase. */
export class RefundRequest extends RefundRequestSchema.class {
  settle(at: Date, source: RefundSource, refundId: string | null): void {
    const returned = this.failure !== null && this.refundId !== null;
    this.settledAt ??= at;
    this.refundId ??= refundId;
    // The event of a refund may arrive after a bank has returned the refund. Then the failure stays, except after a lost
    // dispute.
    if (!returned || source === 'dispute') this.failure = null;
  }

  /** @param refundId of the refund that Stripe made and a bank returned */
  fail(reason: string, refundId: string | null): void {
    this.failure = reason.slice(0, 500);
    this.refundId ??= refundId;
  }

  /** False for the failure of an earlier refund. */
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
