import type Stripe from 'stripe';
import { type CardPayment, type PaymentEvent, type StripeEvent, toCardFacts } from './payment-event.js';

export function toCardPayment(intent: Stripe.PaymentIntent): CardPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret!,
    state: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'cancelled' : 'open',
    amountCents: intent.amount,
    currency: intent.currency,
    purchaseId: intent.metadata?.purchase_id ?? null,
    metadata: intent.metadata ?? {},
  };
}

/** @returns null when the object is not a Stripe event */
export function toStripeEvent(event: Stripe.Event): StripeEvent | null {
  const object = event?.data?.object as { id?: unknown } | null | undefined;
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || typeof object?.id !== 'string') return null;
  return { eventId: event.id, type: event.type, objectId: object.id, paymentEvent: toPaymentEvent(event) };
}

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : reference?.id;

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  if (event.type === 'payment_intent.succeeded')
    return { kind: 'succeeded', payment: toCardPayment(event.data.object) };
  if (event.type === 'payment_intent.canceled') return { kind: 'cancelled', payment: toCardPayment(event.data.object) };
  if (event.type === 'payment_intent.payment_failed') {
    const { id: paymentId, purchaseId } = toCardPayment(event.data.object);
    return { kind: 'declined', paymentId, purchaseId, at: new Date(event.created * 1000) };
  }
  const object = event.data.object as { payment_intent?: string | { id: string } | null };
  const paymentId = toId(object.payment_intent);
  if (typeof paymentId !== 'string') return { kind: 'other' };
  switch (event.type) {
    case 'charge.succeeded': {
      const { metadata, payment_method_details: method } = event.data.object;
      return { kind: 'charged', paymentId, purchaseId: metadata?.purchase_id ?? null, ...toCardFacts(method) };
    }
    case 'charge.refunded': {
      const { metadata, refunded, amount_refunded: total } = event.data.object;
      const cents = refunded ? 'all' : Number.isSafeInteger(total) ? total : 0;
      return { kind: 'refunded', paymentId, purchaseId: metadata?.purchase_id ?? null, cents };
    }
    case 'refund.failed': {
      const { id, amount: amountCents, metadata, failure_reason: reason } = event.data.object;
      const serial = metadata?.serial ? Number(metadata.serial) : null;
      const refund = { id, serial, amountCents, requestId: metadata?.request_id ?? null };
      const purchaseId = metadata?.purchase_id ?? null;
      return { kind: 'refund-failed', paymentId, purchaseId, reason: reason ?? 'failed', refund };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { status, amount: amountCents, currency, balance_transactions: bookings } = event.data.object;
      const state = status === 'lost' ? 'lost' : DISPUTES_WON.has(status) ? 'won' : 'open';
      const feeCents = bookings?.length ? bookings.reduce((sum, { fee }) => sum + fee, 0) : null;
      return { kind: 'disputed', paymentId, purchaseId: null, state, amountCents, feeCents, currency };
    }
    default:
      return { kind: 'other' };
  }
}

/** Dispute states in which the shop keeps the money. */
const DISPUTES_WON = new Set<string>(['won', 'warning_closed', 'prevented']);
