import { defineEntity } from '@mikro-orm/core';
import { Purchase } from './purchase.entity.js';

const RefundRequestSchema = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_requests',
  properties: (p) => ({
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id').primary(),
    cause: p.text().$type<'admin' | 'paid-twice'>(),
    reason: p.text().nullable(),
    requestedBy: p.uuid().nullable(),
    requestedAt: p.datetime(),
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
  settle(at: Date, refundId: string | null): void {
    this.settledAt ??= at;
    this.refundId ??= refundId;
    this.failure = null;
  }

  fail(reason: string): void {
    this.failure = reason.slice(0, 500);
  }

  /** After a refusal somebody may ask once more. */
  askAgain(by: string | null, at: Date): void {
    this.failure = null;
    this.settledAt = null;
    this.requestedBy = by;
    this.requestedAt = at;
    this.keySerial += 1;
  }
}
RefundRequestSchema.setClass(RefundRequest);
