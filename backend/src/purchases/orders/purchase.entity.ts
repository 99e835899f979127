import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';
import { CopiesMade, PurchaseCompleted, PurchaseRefunded, RefundRequested } from '../purchases.events.js';

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

export type DisputeState = 'open' | 'won' | 'lost';

/** The shop's own; a buyer who says nothing is taken to live here. */
export const HOME_COUNTRY = 'DE';

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
    /** Of the click that began the order: the payment is reported from outside, and what follows belongs to the click. */
    traceParent: p.text().nullable(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    refundedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    receiptSentAt: p.datetime().nullable(),
    nextPaymentCheckAt: p.datetime().nullable(),
    /** How often, and when last, the card provider was asked because the buyer waited. */
    buyerChecks: p.smallint().default(0),
    buyerCheckedAt: p.datetime().nullable(),
    accessSerial: p.integer().default(1),
    accessTokenHash: p.text().nullable(),
    accessExpiresAt: p.datetime().nullable(),
    /** Where the buyer lives, ISO 3166 alpha-2; decides the VAT. */
    country: p.text().default(HOME_COUNTRY),
    /** Evidence for it: what the buyer said, and where the card is from. */
    declaredCountry: p.text().nullable(),
    cardCountry: p.text().nullable(),
    /** A guest's network, as a keyed hash; for a day. */
    openedFrom: p.text().nullable(),
    /** The /48 around it, when it is one of IPv6. */
    openedFromWide: p.text().nullable(),
    /** The random id of a guest's browser, as a keyed hash; for a day. */
    guestKey: p.text().nullable(),
    /** What is mailed about it: of an order for nothing to an address that is not proven, the confirmation at most. */
    mails: p.text().$type<'all' | 'receipt' | 'none'>().default('all'),
    /** The files that were on offer when the buyer last began to pay. */
    offeredFiles: p.array<string>().columnType('uuid[]').nullable(),
    copiesMadeAt: p.datetime().nullable(),
    refundedCents: p.integer().default(0),
    disputedAt: p.datetime().nullable(),
    disputeState: p.text().$type<DisputeState>().nullable(),
    /** The account was erased: nobody is written to any more. */
    buyerErasedAt: p.datetime().nullable(),
  }),
});

/** pending → paid → refunded, or pending → cancelled. Never backwards, whatever order the card provider reports in. */
export class Purchase extends PurchaseSchema.class {
  /**
   * @param obstacle the buyer owns the pattern by another order, or moderators have hidden it: the money goes back and
   * nothing is delivered, as it does when the account was erased meanwhile
   * @returns what became true; nothing when it was true before or the order has ended otherwise
   */
  complete(
    at: Date,
    accessTokenHash: string,
    obstacle: 'paid-twice' | 'pattern-hidden' | null,
  ): PurchaseCompleted | PurchaseRefunded | RefundRequested | null {
    if (this.status !== 'pending' && this.status !== 'cancelled') return null;
    if (obstacle && this.amountCents === 0) {
      this.cancel(at);
      return null;
    }
    this.nextPaymentCheckAt = null;
    this.paidAt = at;
    this.cancelledAt = null;
    if (this.refundedAt) {
      // The refund was reported before the payment.
      this.status = 'refunded';
      return new PurchaseRefunded(this.id);
    }
    this.status = 'paid';
    if (this.buyerErasedAt && this.amountCents === 0) return null;
    if (obstacle || this.buyerErasedAt) return new RefundRequested(this.id);
    this.openAccess(at, accessTokenHash);
    return new PurchaseCompleted(this.id);
  }

  /** A fresh link: the one before it opens nothing any more. */
  renewAccess(at: Date, accessTokenHash: string): void {
    this.accessSerial += 1;
    this.openAccess(at, accessTokenHash);
  }

  private openAccess(at: Date, accessTokenHash: string): void {
    this.accessTokenHash = accessTokenHash;
    this.accessExpiresAt = new Date(at.getTime() + ACCESS_DAYS * 86_400_000);
  }

  /** @returns the fact, once; null when it was true before or nobody waits for the copies any more */
  copiesMade(at: Date): CopiesMade | null {
    if (this.copiesMadeAt || this.status !== 'paid') return null;
    this.copiesMadeAt = at;
    return new CopiesMade(this.id);
  }

  /** An invoice is owed for what was delivered for money; an order that was paid twice or too late never was. */
  isInvoiced(): boolean {
    return this.amountCents > 0 && this.accessTokenHash !== null;
  }

  owes(payment: SettledPayment): boolean {
    const currency = String(payment.currency).toLowerCase();
    return payment.amountCents === this.amountCents && currency === this.currency.toLowerCase();
  }

  /**
   * @param cents all that was paid back so far; reports may come out of order
   * @returns the fact once the whole sum went back and the access has ended
   */
  refund(cents: number, at: Date): PurchaseRefunded | null {
    this.refundedCents = Math.min(this.amountCents, Math.max(this.refundedCents, cents));
    if (this.refundedAt || this.refundedCents < this.amountCents) return null;
    this.refundedAt = at;
    if (this.status !== 'paid') return null;
    this.status = 'refunded';
    return new PurchaseRefunded(this.id);
  }

  /** The end of a dispute is final, also when its beginning is reported after it. */
  dispute(state: DisputeState, at: Date): void {
    this.disputedAt ??= at;
    if (state === 'open' && this.disputeState) return;
    this.disputeState = state;
  }

  cancel(at: Date): void {
    if (this.status !== 'pending') return;
    this.status = 'cancelled';
    this.cancelledAt = at;
    this.nextPaymentCheckAt = null;
  }
}
PurchaseSchema.setClass(Purchase);
