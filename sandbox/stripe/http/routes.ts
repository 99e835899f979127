import type { Handler } from './call.ts';
import { listDisputes, retrieveDispute } from '../payments/disputes.ts';
import { listEvents, retrieveEvent } from '../events.ts';
import { confirmPaymentIntent } from '../payments/confirm-payment-intent.ts';
import { createPaymentIntent } from '../payments/create-payment-intent.ts';
import * as intents from '../payments/payment-intents.ts';
import * as refunds from '../payments/refunds.ts';

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  handler: Handler;
  /** Allowed for browsers, with the publishable key and the client secret. */
  browser?: true;
}

/** The supported routes of Stripe's API. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handler: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', handler: intents.listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', handler: intents.retrievePaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id', handler: intents.updatePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', handler: confirmPaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handler: intents.cancelPaymentIntent },
  { method: 'POST', path: '/v1/refunds', handler: refunds.createRefund },
  { method: 'GET', path: '/v1/refunds', handler: refunds.listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', handler: refunds.retrieveRefund },
  { method: 'GET', path: '/v1/charges', handler: refunds.listCharges },
  { method: 'GET', path: '/v1/charges/:id', handler: refunds.retrieveCharge },
  { method: 'GET', path: '/v1/disputes', handler: listDisputes },
  { method: 'GET', path: '/v1/disputes/:id', handler: retrieveDispute },
  { method: 'GET', path: '/v1/events', handler: listEvents },
  { method: 'GET', path: '/v1/events/:id', handler: retrieveEvent },
];

/** @returns the route of a request and the id in its path, or undefined */
export const findRoute = (method: string, path: string): { route: Route; id: string } | undefined => {
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    const [before = '', after] = route.path.split(':id');
    if (after === undefined ? path !== before : !path.startsWith(before) || !path.endsWith(after)) continue;
    const id = after === undefined ? '' : path.slice(before.length, path.length - after.length);
    if (after === undefined || /^\w+$/.test(id)) return { route, id };
  }
  return undefined;
};
