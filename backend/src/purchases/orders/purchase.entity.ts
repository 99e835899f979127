import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';
import type { TaxScheme } from '../../platform/tax/tax-scheme.js';
import {
  CopiesMade,
  DeliveryBegun,
  PurchaseCompleted,
  PurchaseRefunded,
  RefundRequested,
} from '../purchases.events.js';
import type { SoldLicence } from './licence-text.js';
import { ACCESS_DAYS } from '../../platform/shop-rules.js';

/** Consent to immediate delivery and acknowledgement that the right of withdrawal ends (§ 356 (5) BGB). */
export interface Waiver {
  version: string;
  locale: Language;
  acceptedAt: string;
}

/** The amount that Stripe reports as paid, in minor units. */
export interface SettledPayment {
  amountCents: number;
  currency: string;
}

export const PURCHASE_STATES = ['pending', 'paid', 'refunded', 'cancelled'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** State of a chargeback. `won`: the shop keeps the money. `lost`: the bank has returned the money to the cardholder. */
export type DisputeState = 'open' | 'won' | 'lost';

/** The shop's country; the default for a buyer who states none. */
export const HOME_COUNTRY = 'DE';

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
    status: p.text().$type<PurchaseState>(),
    paymentIntentId: p.text().nullable(),
    consent: p.json<Waiver | null>().nullable(),
    /** The licence as ordered; null for orders from before the shop had licences. */
    licence: p.json<SoldLicence | null>().nullable(),
    /** The legal texts as ordered (`legal_texts`); null for orders from before the shop stored these texts. */
    termsTextId: p.text().nullable(),
    withdrawalTextId: p.text().nullable(),
    /** Trace of the request that started the order; the payment event and the later jobs continue it. */
    traceParent: p.text().nullable(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    refundedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    receiptSentAt: p.datetime().nullable(),
    nextPaymentCheckAt: p.datetime().nullable(),
    /** Number of payment checks while the buyer waits, and the time of the last check. */
    buyerChecks: p.smallint().default(0),
    buyerCheckedAt: p.datetime().nullable(),
    accessSerial: p.integer().default(1),
    accessTokenHash: p.text().nullable(),
    accessExpiresAt: p.datetime().nullable(),
    /** The buyer's country or territory (platform/tax/places.ts); determines the VAT. */
    country: p.text().default(HOME_COUNTRY),
    /** The shop's tax scheme at the time of the order; null for an order of an earlier version, which knew only `oss`. */
    taxScheme: p.text().$type<TaxScheme>().nullable(),
    /** The key of the VAT rate; null for a sale without VAT, and for an order of an earlier version. */
    vatKey: p.text().nullable(),
    /** Evidence for `country`: the buyer's statement, and the country of the card. */
    declaredCountry: p.text().nullable(),
    cardCountry: p.text().nullable(),
    /** Keyed hash of the fingerprint of the card at Stripe; kept for 30 days (withdrawals/automatic-refunds.ts). */
    cardKey: p.text().nullable(),
    /** Keyed hash of a guest's network; kept for 24 hours. */
    openedFrom: p.text().nullable(),
    /** For IPv6 only: keyed hash of the /48 network that contains the guest's network. */
    openedFromWide: p.text().nullable(),
    /** Keyed hash of the random id of a guest's browser; kept for 24 hours. */
    guestKey: p.text().nullable(),
    /** Which mails are sent. A free order to an unproven address gets `receipt` (only the confirmation) or `none`. */
    mails: p.text().$type<'all' | 'receipt' | 'none'>().default('all'),
    /** The files that the shop offered when the buyer last opened the payment form. */
    offeredFiles: p.array<string>().columnType('uuid[]').nullable(),
    copiesMadeAt: p.datetime().nullable(),
    /** Whether the order is delivered only after the right of withdrawal has ended. Decided at the payment. */
    deliveryDeferred: p.boolean().default(false),
    /** When the delivery of a deferred order began. */
    deliveryBegunAt: p.datetime().nullable(),
    refundedCents: p.integer().default(0),
    disputedAt: p.datetime().nullable(),
    disputeState: p.text().$type<DisputeState>().nullable(),
    /** The disputed amount and the fees of the dispute as Stripe reports them, in minor units. */
    disputeAmountCents: p.integer().nullable(),
    disputeFeeCents: p.integer().nullable(),
    /** Set when the buyer's account is erased; no more mail is sent. */
    buyerErasedAt: p.datetime().nullable(),
    /** Set when the retention of its documents has ended and they are deleted. */
    recordsEndedAt: p.datetime().nullable(),
  }),
});

/**
 * States: pending → paid → refunded, or pending → cancelled. A payment that succeeds after the cancellation still completes
 * the purchase. Stripe's events may arrive in any order.
 */
export class Purchase extends PurchaseSchema.class {
  /**
   * @param obstacle why the purchase is refunded instead of delivered: the buyer has the pattern from another order, or the
   * pattern is hidden. A purchase of an erased buyer is refunded too.
   * @param deferrable whether the shop delivers an order without the waiver only after the right of withdrawal has ended
   * @returns the event to record; null when there is none, for example when the purchase was already paid
   */
  complete(
    at: Date,
    accessTokenHash: string,
    obstacle: 'paid-twice' | 'pattern-hidden' | null,
    deferrable: boolean,
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
      // The refund event arrived before the payment event.
      this.status = 'refunded';
      return new PurchaseRefunded(this.id);
    }
    this.status = 'paid';
    if (this.buyerErasedAt && this.amountCents === 0) return null;
    if (obstacle || this.buyerErasedAt) return new RefundRequested(this.id);
    // A buyer who need not pay has no right of withdrawal.
    this.deliveryDeferred = deferrable && !this.consent && this.amountCents > 0;
    if (this.deliveryDeferred) this.accessTokenHash = accessTokenHash;
    else this.openAccess(at, accessTokenHash);
    return new PurchaseCompleted(this.id);
  }

  /** Ends the wait of a deferred order. @returns the event to record; an order that cannot be delivered is refunded */
  beginDelivery(at: Date, accessTokenHash: string, obstacle: 'pattern-hidden' | null): DeliveryBegun | RefundRequested {
    if (obstacle || this.buyerErasedAt) return new RefundRequested(this.id);
    this.deliveryBegunAt = at;
    this.openAccess(at, accessTokenHash);
    return new DeliveryBegun(this.id);
  }

  /** Issues a new download link and revokes the previous one. */
  renewAccess(at: Date, accessTokenHash: string): void {
    this.accessSerial += 1;
    this.openAccess(at, accessTokenHash);
  }

  private openAccess(at: Date, accessTokenHash: string): void {
    this.accessTokenHash = accessTokenHash;
    this.accessExpiresAt = new Date(at.getTime() + ACCESS_DAYS * 86_400_000);
  }

  /** @returns the event for the first call; null for a repeated call, or when the purchase is no longer paid */
  copiesMade(at: Date): CopiesMade | null {
    if (this.copiesMadeAt || this.status !== 'paid') return null;
    this.copiesMadeAt = at;
    return new CopiesMade(this.id);
  }

  /** A paid purchase gets an invoice, also before a deferred delivery. One that was refunded at its payment gets none. */
  needsInvoice(): boolean {
    return this.amountCents > 0 && this.accessTokenHash !== null && !this.recordsEndedAt;
  }

  /** Whether a payment has the amount and the currency of this purchase. */
  matchesAmount(payment: SettledPayment): boolean {
    const currency = String(payment.currency).toLowerCase();
    return payment.amountCents === this.amountCents && currency === this.currency.toLowerCase();
  }

  /**
   * @param cents the total refunded so far, in minor units; events may arrive out of order
   * @returns the event if this refund completes the full amount of a paid purchase; otherwise null
   */
  refund(cents: number, at: Date): PurchaseRefunded | null {
    this.refundedCents = Math.min(this.amountCents, Math.max(this.refundedCents, cents));
    if (this.refundedAt || this.refundedCents < this.amountCents) return null;
    this.refundedAt = at;
    if (this.status !== 'paid') return null;
    this.status = 'refunded';
    return new PurchaseRefunded(this.id);
  }

  /** A closed dispute stays closed, even when the event of its opening arrives later. */
  dispute(state: DisputeState, at: Date, facts: { amountCents?: number; feeCents?: number | null }): void {
    this.disputedAt ??= at;
    if (state === 'open' && this.disputeState && this.disputeState !== 'open') return;
    this.disputeState = state;
    this.disputeAmountCents = facts.amountCents ?? this.disputeAmountCents;
    this.disputeFeeCents = facts.feeCents ?? this.disputeFeeCents;
  }

  cancel(at: Date): void {
    if (this.status !== 'pending') return;
    this.status = 'cancelled';
    this.cancelledAt = at;
    this.nextPaymentCheckAt = null;
  }
}
PurchaseSchema.setClass(Purchase);
