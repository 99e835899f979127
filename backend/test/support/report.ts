import { signatureHeader } from '#sandbox/stripe/webhook-sender.ts';
import type { OpenShop } from './open-shop.js';

export interface Report {
  id: string;
  type: string;
  data: { object: object };
}

/** A webhook body as the card provider would send it. */
export function aReport(
  type: string,
  object: object,
  id = `evt_${type.replaceAll('.', '_')}_${Math.random()}`,
): Report {
  return {
    id,
    object: 'event',
    api_version: '2026-01-01',
    created: 1,
    livemode: false,
    type,
    data: { object },
  } as Report;
}

/** Posts a report to the shop, rightly signed unless told otherwise. `signature` null leaves the header out. */
export function post(
  shop: OpenShop,
  report: Report,
  how: { signedAt?: number; secret?: string; signature?: string | null; body?: string } = {},
) {
  const signed = JSON.stringify(report);
  const { signedAt = Math.floor(Date.now() / 1000), secret = shop.config.checkout.webhookSecret, body = signed } = how;
  const { signature = signatureHeader(signed, secret, signedAt) } = how;
  const request = shop.http.post('/api/payments/webhook').set('content-type', 'application/json');
  if (signature !== null) void request.set('stripe-signature', signature);
  return request.send(body);
}
