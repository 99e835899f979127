import { signatureHeader } from '#sandbox/stripe/webhook-sender.ts';
import type { OpenShop } from './open-shop.js';

export interface StripeEvent {
  id: string;
  type: string;
  data: { object: object };
}

/** A webhook body as Stripe sends it. */
export function stripeEvent(
  type: string,
  object: object,
  id = `evt_${type.replaceAll('.', '_')}_${Math.random()}`,
): StripeEvent {
  return {
    id,
    object: 'event',
    api_version: '2026-01-01',
    created: 1,
    livemode: false,
    type,
    data: { object },
  } as StripeEvent;
}

/**
 * Posts an event to the webhook endpoint, correctly signed by default. A `signature` of null omits the header; a `body` is
 * sent instead of the signed event.
 */
export function postWebhook(
  shop: OpenShop,
  event: StripeEvent,
  options: { signedAt?: number; secret?: string; signature?: string | null; body?: string } = {},
) {
  const signed = JSON.stringify(event);
  const {
    signedAt = Math.floor(Date.now() / 1000),
    secret = shop.config.checkout.webhookSecret,
    body = signed,
  } = options;
  const { signature = signatureHeader(signed, secret, signedAt) } = options;
  const request = shop.http.post('/api/payments/webhook').set('content-type', 'application/json');
  if (signature !== null) void request.set('stripe-signature', signature);
  return request.send(body);
}
