export interface CardPayment {
  id: string;
  clientSecret: string;
  state: 'open' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  purchaseId: string | null;
  /**
   * A payment of this shop has the fields of payment-metadata.ts. Other systems on the same Stripe account write other
   * metadata.
   */
  metadata: Record<string, string>;
}

/** What Stripe knows about a card. */
export interface CardFacts {
  cardCountry: string | null;
  /** The same for each payment with the card. */
  cardFingerprint: string | null;
}

/** @param method the payment method of a charge */
export const toCardFacts = (
  method: { card?: { country: string | null; fingerprint?: string | null } } | null,
): CardFacts => ({
  cardCountry: method?.card?.country ?? null,
  cardFingerprint: method?.card?.fingerprint ?? null,
});

export type PaymentEvent =
  | { kind: 'succeeded' | 'cancelled'; payment: CardPayment }
  /** The bank refused the card, or 3-D Secure failed. */
  | { kind: 'declined'; paymentId: string; purchaseId: string | null; at: Date }
  /** Comes in addition to `succeeded` and only adds the country and the fingerprint of the card. */
  | ({ kind: 'charged'; paymentId: string; purchaseId: string | null } & CardFacts)
  /** `cents`: total refunded so far. */
  | { kind: 'refunded'; paymentId: string; purchaseId: string | null; cents: number | 'all' }
  | { kind: 'refund-failed'; paymentId: string; purchaseId: string | null; reason: string; refund: FailedRefund }
  | ({ kind: 'disputed'; paymentId: string; purchaseId: null; state: 'open' | 'won' | 'lost' } & DisputeFacts)
  | { kind: 'other' };

/** A paid payment with its refunds. */
export interface SettledCardPayment extends CardFacts {
  payment: CardPayment;
  createdAt: Date;
  /** Total refunded so far. */
  refundedCents: number;
  /** The e-mail address that was entered with the card; unproven. */
  email: string | null;
}

/** What Stripe knows about a dispute, in minor units. Events that an earlier version stored have no amounts. */
export interface DisputeFacts {
  amountCents?: number;
  /** Null while Stripe has booked nothing. */
  feeCents?: number | null;
  currency?: string;
}

export interface FailedRefund {
  id: string;
  /** The number of the attempt that created the refund; null for a refund that the shop did not create. */
  serial: number | null;
  /** Minor units. Events that an earlier version stored have no amount and no request. */
  amountCents?: number;
  /** The request of a partial refund. */
  requestId?: string | null;
}

export interface StripeEvent {
  eventId: string;
  type: string;
  objectId: string | null;
  paymentEvent: PaymentEvent;
}

/** The event types that the shop processes; configure the webhook endpoint at Stripe with the same list. */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.failed',
];
