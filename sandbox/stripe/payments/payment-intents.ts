import type { Call } from '../http/call.ts';
import { findPaymentIntent, visible } from './find-payment-intent.ts';
import { page, PAGING } from '../http/listing.ts';
import { oneOf, read, text } from '../http/parameter-rules.ts';
import { CHANGEABLE, checkAmount, withoutGaps } from './payment-intent-fields.ts';
import { refused } from '../http/stripe-error.ts';
import { secondsNow, type PaymentIntent } from '../stripe-objects.ts';

/** GET /v1/payment_intents/{id} */
export const retrievePaymentIntent = (call: Call): object =>
  visible(call, findPaymentIntent(call, read(call.parameters, { client_secret: text() }).client_secret));

/** GET /v1/payment_intents */
export const listPaymentIntents = ({ store, parameters }: Call): object =>
  page(store.rows.payment_intent, '/v1/payment_intents', read(parameters, { ...PAGING }));

/** POST /v1/payment_intents/{id} */
export const updatePaymentIntent = (call: Call): object => {
  const given = read(call.parameters, { ...CHANGEABLE });
  const intent = findPaymentIntent(call);
  if (given.amount !== undefined) {
    checkAmount(given.amount, intent.currency);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`;
      throw refused(message, 'payment_intent_unexpected_state', { payment_intent: intent });
    }
  }
  const { metadata: pairs, ...fields } = given;
  const updated = { ...intent, ...fields, metadata: withoutGaps({ ...intent.metadata, ...pairs }) };
  return call.store.put('payment_intent', intent.id, updated);
};

/** POST /v1/payment_intents/{id}/cancel */
export const cancelPaymentIntent = (call: Call): object => {
  const reason = oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned');
  const given = read(call.parameters, { cancellation_reason: reason });
  const intent = findPaymentIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw refused(message, 'payment_intent_unexpected_state', { payment_intent: intent });
  }
  const canceled: PaymentIntent = {
    ...intent,
    canceled_at: secondsNow(),
    cancellation_reason: given.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  };
  call.store.put('payment_intent', intent.id, canceled);
  call.store.announce('payment_intent.canceled', canceled, call.cause);
  return canceled;
};
