import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { cardDeclined, charge, decline, DECLINED, LACKS_FUNDS } from './charging.ts';
import { findPaymentIntent, visible } from './find-payment-intent.ts';
import { clearable, email, flag, oneOf, read, text, webAddress } from '../http/parameter-rules.ts';
import { METHOD_PARAMETERS, methodNamedBy, testCardOf } from './payment-methods.ts';
import { refused } from '../http/stripe-error.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

const CONFIRM = {
  ...METHOD_PARAMETERS,
  client_secret: text(),
  expected_payment_method_type: oneOf('card'),
  receipt_email: clearable(email),
  return_url: webAddress,
  use_stripe_sdk: flag,
};

/** Does what the test card stands for: a charge, 3-D Secure, or a decline. @throws {StripeError} 402 */
export const confirmWith = (
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  returnUrl?: string,
): PaymentIntent => {
  const { store, cause, publicUrl } = call;
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw refused(message, 'payment_intent_unexpected_state', { payment_intent: visible(call, intent) });
  }
  const { behaviour } = testCardOf(method);
  if (behaviour === 'succeeds') return charge(store, intent, method, cause);
  if (behaviour === 'asks-for-3d-secure') {
    const secret = randomBytes(24).toString('base64url');
    store.put('challenge', secret, {
      intentId: intent.id,
      methodId: method.id,
      returnUrl: returnUrl ?? null,
      state: 'open',
    });
    const asked: PaymentIntent = {
      ...intent,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl ?? null, url: `${publicUrl}/3d-secure/${secret}` },
      },
      payment_method: method.id,
      status: 'requires_action',
    };
    store.put('payment_intent', intent.id, asked);
    store.announce('payment_intent.requires_action', asked, cause);
    return asked;
  }
  const { failed, error } = decline(store, intent, method, behaviour === 'lacks-funds' ? LACKS_FUNDS : DECLINED, cause);
  throw cardDeclined(error, visible(call, failed));
};

/** POST /v1/payment_intents/{id}/confirm, also from browsers */
export const confirmPaymentIntent = (call: Call): object => {
  const given = read(call.parameters, CONFIRM);
  const found = findPaymentIntent(call, given.client_secret);
  if (found.status === 'succeeded' || found.status === 'canceled') {
    const message =
      found.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.';
    throw refused(message, 'payment_intent_unexpected_state', { payment_intent: visible(call, found) });
  }
  const named = methodNamedBy(call, given) ?? call.store.rows.payment_method.get(found.payment_method ?? '');
  const intent = given.receipt_email === undefined ? found : { ...found, receipt_email: given.receipt_email };
  return visible(call, confirmWith(call, intent, named, given.return_url));
};
