import { defineEntity } from '@mikro-orm/core';
import { Purchase } from '../orders/purchase.entity.js';

export const REFUND_CAUSES = ['admin', 'paid-twice', 'buyer-erased', 'pattern-hidden', 'withdrawal'] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

/** Who says that money went back: the provider's answer to our own call, one of its reports, or the bank in a dispute. */
export type RefundWord = 'answer' | 'report' | 'bank';

const RefundRequestSchema = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_requests',
  properties: (p) => ({
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id').primary(),
    cause: p.text().$type<RefundCause>(),
    reason: p.text().nullable(),
    requestedBy: p.uuid().nullable(),
    requestedAt: p.datetime(),
    /** When the wish was last handed to the workers. */
    announcedAt: p.datetime(),
    /** Part of the idempotency key; grows when the card provider keeps repeating an old failure. */
    keySerial: p.integer().default(1),
    /** At the card provider. */
    refundId: p.text().nullable(),
    settledAt: p.datetime().nullable(),
    failure: p.text().nullable(),
  }),
});

/** The wish to give a buyer the money back, recorded before the card provider hears of it. One for each purchase. */
export class RefundRequest extends RefundRequestSchema.class {
  settle(at: Date, by: RefundWord, refundId: string | null): void {
    const sentBack = this.failure !== null && this.refundId !== null;
    this.settledAt ??= at;
    this.refundId ??= refundId;
    // A refund that a bank has sent back may be reported as made after that; only a lost dispute ends the matter.
    if (!sentBack || by === 'bank') this.failure = null;
  }

  /** @param refundId where the card provider had made a refund that a bank then sent back */
  fail(reason: string, refundId: string | null): void {
    this.failure = reason.slice(0, 500);
    this.refundId ??= refundId;
  }

  /** A failure of an earlier try says nothing about the one that is under way. */
  isAbout(refundId: string, serial: number | null): boolean {
    if (this.refundId) return this.refundId === refundId;
    return this.settledAt !== null || serial === this.keySerial;
  }

  /** After a refusal somebody may ask once more. */
  askAgain(by: string | null, at: Date): void {
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
