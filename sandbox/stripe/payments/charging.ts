import type { Cause, Store } from '../store.ts';
import { newCharge, type Decline } from './new-charge.ts';
import { StripeError, type ErrorBody } from '../http/stripe-error.ts';
import type { LastPaymentError, PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

export const DECLINED: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
export const LACKS_FUNDS: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

/** Charges the card. @returns the PaymentIntent, which has succeeded */
export const charge = (
  store: Store,
  intent: PaymentIntent,
  method: PaymentMethod,
  cause: Cause,
  authenticated = false,
): PaymentIntent => {
  const created = newCharge(intent, method, null, authenticated);
  store.put('charge', created.id, created);
  store.emitEvent('charge.succeeded', created, cause);
  const succeeded: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: created.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  };
  store.put('payment_intent', intent.id, succeeded);
  store.emitEvent('payment_intent.succeeded', succeeded, cause);
  return succeeded;
};

/** Fails the payment. @returns the PaymentIntent, which waits for another card (requires_payment_method) */
export const failPayment = (
  store: Store,
  intent: PaymentIntent,
  error: LastPaymentError,
  cause: Cause,
): PaymentIntent => {
  const failed: PaymentIntent = {
    ...intent,
    last_payment_error: error,
    latest_charge: error.charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  store.put('payment_intent', intent.id, failed);
  store.emitEvent('payment_intent.payment_failed', failed, cause);
  return failed;
};

/** Records a declined attempt. @returns the failed PaymentIntent and its error */
export const decline = (store: Store, intent: PaymentIntent, method: PaymentMethod, reason: Decline, cause: Cause) => {
  const created = newCharge(intent, method, reason, false);
  store.put('charge', created.id, created);
  store.emitEvent('charge.failed', created, cause);
  const error: LastPaymentError = {
    ...reason,
    advice_code: 'try_again_later',
    charge: created.id,
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    payment_method: method,
    type: 'card_error',
  };
  return { failed: failPayment(store, intent, error, cause), error };
};

/** @returns the 402 for a declined confirmation */
export const cardDeclined = (error: LastPaymentError, intent: object): StripeError =>
  new StripeError(402, { ...error, payment_intent: intent } satisfies ErrorBody);
