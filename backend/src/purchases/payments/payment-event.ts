export interface CardPayment {
  id: string;
  clientSecret: string;
  state: 'open' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  purchaseId: string | null;
  /** What was written on it when it was opened; other systems on the same account write what they like. */
  metadata: Record<string, string>;
}

export type PaymentEvent =
  | { kind: 'succeeded' | 'cancelled'; payment: CardPayment }
  /** The bank refused the card, or its owner did not prove to be there. */
  | { kind: 'declined'; paymentId: string; purchaseId: string | null; at: Date }
  | { kind: 'charged'; paymentId: string; purchaseId: string | null; cardCountry: string | null }
  /** `cents`: all that was paid back so far. */
  | { kind: 'refunded'; paymentId: string; purchaseId: string | null; cents: number | 'all' }
  | { kind: 'refund-failed'; paymentId: string; purchaseId: string | null; reason: string; refund: FailedRefund }
  | { kind: 'disputed'; paymentId: string; purchaseId: null; state: 'open' | 'won' | 'lost' }
  | { kind: 'other' };

/** A payment that succeeded, and what became of the money since. */
export interface SettledCard {
  payment: CardPayment;
  begunAt: Date;
  /** All that was paid back so far. */
  refundedCents: number;
  cardCountry: string | null;
  /** As it was sent with the card; nobody has proven it. */
  email: string | null;
}

/** `serial`: the try it belongs to; null for a refund that was not made by the shop. */
export interface FailedRefund {
  id: string;
  serial: number | null;
}

export interface StripeEvent {
  eventId: string;
  type: string;
  objectId: string | null;
  news: PaymentEvent;
}

/** What the shop wants to know; the webhook endpoint at the card provider should be set to the same list. */
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
