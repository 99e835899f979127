import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { cardDeclined, charge, decline, DECLINED, LACKS_FUNDS } from './charging.ts';
import { findPaymentIntent, visibleFields } from './find-payment-intent.ts';
import { clearable, email, flag, oneOf, readParameters, text, httpUrl } from '../http/parameter-rules.ts';
import { METHOD_PARAMETERS, findPaymentMethod, findTestCard } from './payment-methods.ts';
import { invalidState } from '../http/stripe-error.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

const CONFIRM_PARAMETERS = {
  ...METHOD_PARAMETERS,
  client_secret: text(),
  expected_payment_method_type: oneOf('card'),
  receipt_email: clearable(email),
  return_url: httpUrl,
  use_stripe_sdk: flag,
};

/** Confirms as the test card requires: with a charge, 3-D Secure, or a decline. @throws {StripeError} 402 for a decline */
export const confirmWithMethod = (
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  returnUrl?: string,
): PaymentIntent => {
  const { store, cause, publicUrl } = call;
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw invalidState(message, 'payment_intent_unexpected_state', { payment_intent: visibleFields(call, intent) });
  }
  const { behaviour } = findTestCard(method);
  if (behaviour === 'succeeds') return charge(store, intent, method, cause);
  if (behaviour === 'asks-for-3d-secure') {
    const secret = randomBytes(24).toString('base64url');
    store.put('challenge', secret, {
      intentId: intent.id,
      methodId: method.id,
      returnUrl: returnUrl ?? null,
      state: 'open',
    });
    const pending: PaymentIntent = {
      ...intent,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl ?? null, url: `${publicUrl}/3d-secure/${secret}` },
      },
      payment_method: method.id,
      status: 'requires_action',
    };
    store.put('payment_intent', intent.id, pending);
    store.emitEvent('payment_intent.requires_action', pending, cause);
    return pending;
  }
  const { failed, error } = decline(store, intent, method, behaviour === 'lacks-funds' ? LACKS_FUNDS : DECLINED, cause);
  throw cardDeclined(error, visibleFields(call, failed));
};

/** POST /v1/payment_intents/{id}/confirm, also from browsers */
export const confirmPaymentIntent = (call: Call): object => {
  const params = readParameters(call.parameters, CONFIRM_PARAMETERS);
  const found = findPaymentIntent(call, params.client_secret);
  if (found.status === 'succeeded' || found.status === 'canceled') {
    const message =
      found.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.';
    throw invalidState(message, 'payment_intent_unexpected_state', { payment_intent: visibleFields(call, found) });
  }
  const method = findPaymentMethod(call, params) ?? call.store.rows.payment_method.get(found.payment_method ?? '');
  const intent = params.receipt_email === undefined ? found : { ...found, receipt_email: params.receipt_email };
  return visibleFields(call, confirmWithMethod(call, intent, method, params.return_url));
};
