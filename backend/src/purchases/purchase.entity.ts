import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../platform/language.js';
import { PurchaseCompleted } from './purchases.events.js';

/** Consent to immediate delivery and knowledge that the right of withdrawal ends (§ 356 (5) BGB), as it was given. */
export interface Waiver {
  version: string;
  locale: Language;
  acceptedAt: string;
}

/** What the card provider says was paid; amounts in minor units. */
export interface SettledPayment {
  amountCents: number;
  currency: string;
}

/** A download link lives this long after the payment. */
export const ACCESS_DAYS = 30;

const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: (p) => ({
    id: p.uuid().primary(),
    orderNumber: p.text(),
    patternId: p.uuid(),
    /** Null for a guest. */
    buyerId: p.uuid().nullable(),
    buyerEmail: p.text(),
    buyerEmailKey: p.text(),
    locale: p.text().$type<Language>(),
    amountCents: p.integer(),
    currency: p.text(),
    status: p.text().$type<'pending' | 'paid' | 'refunded' | 'cancelled'>(),
    paymentIntentId: p.text().nullable(),
    consent: p.json<Waiver | null>().nullable(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    refundedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    receiptSentAt: p.datetime().nullable(),
    nextPaymentCheckAt: p.datetime().nullable(),
    accessSerial: p.integer().default(1),
    accessTokenHash: p.text().nullable(),
    accessExpiresAt: p.datetime().nullable(),
  }),
});

/** pending → paid → refunded, or pending → cancelled. Never backwards, whatever order the card provider reports in. */
export class Purchase extends PurchaseSchema.class {
  /** @returns the fact, or null when it was true before or the order has ended otherwise */
  complete(at: Date, accessTokenHash: string): PurchaseCompleted | null {
    if (this.status !== 'pending' && this.status !== 'cancelled') return null;
    this.nextPaymentCheckAt = null;
    this.paidAt = at;
    if (this.refundedAt) {
      // The refund was reported before the payment.
      this.status = 'refunded';
      return null;
    }
    this.status = 'paid';
    this.cancelledAt = null;
    this.accessTokenHash = accessTokenHash;
    this.accessExpiresAt = new Date(at.getTime() + ACCESS_DAYS * 86_400_000);
    return new PurchaseCompleted(this.id);
  }

  owes(payment: SettledPayment): boolean {
    const currency = String(payment.currency).toLowerCase();
    return payment.amountCents === this.amountCents && currency === this.currency.toLowerCase();
  }

  refund(at: Date): void {
    if (this.refundedAt) return;
    this.refundedAt = at;
    if (this.status === 'paid') this.status = 'refunded';
  }

  cancel(at: Date): void {
    if (this.status !== 'pending') return;
    this.status = 'cancelled';
    this.cancelledAt = at;
    this.nextPaymentCheckAt = null;
  }
}
PurchaseSchema.setClass(Purchase);
