import type { Call } from '../http/call.ts';
import { findPaymentIntent, visibleFields } from './find-payment-intent.ts';
import { paginate, PAGING } from '../http/listing.ts';
import { oneOf, readParameters, text } from '../http/parameter-rules.ts';
import { UPDATE_PARAMETERS, checkAmount, withoutEmptyValues } from './payment-intent-fields.ts';
import { invalidState } from '../http/stripe-error.ts';
import { secondsNow, type PaymentIntent } from '../stripe-objects.ts';

/** GET /v1/payment_intents/{id} */
export const retrievePaymentIntent = (call: Call): object =>
  visibleFields(
    call,
    findPaymentIntent(call, readParameters(call.parameters, { client_secret: text() }).client_secret),
  );

/** GET /v1/payment_intents */
export const listPaymentIntents = ({ store, parameters }: Call): object =>
  paginate(store.rows.payment_intent, '/v1/payment_intents', readParameters(parameters, { ...PAGING }));

/** POST /v1/payment_intents/{id} */
export const updatePaymentIntent = (call: Call): object => {
  const params = readParameters(call.parameters, { ...UPDATE_PARAMETERS });
  const intent = findPaymentIntent(call);
  if (params.amount !== undefined) {
    checkAmount(params.amount, intent.currency);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`;
      throw invalidState(message, 'payment_intent_unexpected_state', { payment_intent: intent });
    }
  }
  const { metadata: pairs, ...fields } = params;
  const updated = { ...intent, ...fields, metadata: withoutEmptyValues({ ...intent.metadata, ...pairs }) };
  return call.store.put('payment_intent', intent.id, updated);
};

/** POST /v1/payment_intents/{id}/cancel */
export const cancelPaymentIntent = (call: Call): object => {
  const reason = oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned');
  const params = readParameters(call.parameters, { cancellation_reason: reason });
  const intent = findPaymentIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw invalidState(message, 'payment_intent_unexpected_state', { payment_intent: intent });
  }
  const canceled: PaymentIntent = {
    ...intent,
    canceled_at: secondsNow(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  };
  call.store.put('payment_intent', intent.id, canceled);
  call.store.emitEvent('payment_intent.canceled', canceled, call.cause);
  return canceled;
};
