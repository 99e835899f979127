import type { Cause, Ledger } from '../ledger.ts';
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

/** Takes the money: one charge, and the PaymentIntent has succeeded. */
export const charge = (
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  cause: Cause,
  authenticated = false,
): PaymentIntent => {
  const made = newCharge(intent, method, null, authenticated);
  ledger.put('charge', made.id, made);
  ledger.announce('charge.succeeded', made, cause);
  const succeeded: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  };
  ledger.put('payment_intent', intent.id, succeeded);
  ledger.announce('payment_intent.succeeded', succeeded, cause);
  return succeeded;
};

/** Sends the PaymentIntent back to requires_payment_method and says why. */
export const failPayment = (
  ledger: Ledger,
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
  ledger.put('payment_intent', intent.id, failed);
  ledger.announce('payment_intent.payment_failed', failed, cause);
  return failed;
};

/** Records a refusal by the bank: a failed charge, a failed attempt, and the 402 that reports them. */
export const decline = (ledger: Ledger, intent: PaymentIntent, method: PaymentMethod, why: Decline, cause: Cause) => {
  const made = newCharge(intent, method, why, false);
  ledger.put('charge', made.id, made);
  ledger.announce('charge.failed', made, cause);
  const error: LastPaymentError = {
    ...why,
    advice_code: 'try_again_later',
    charge: made.id,
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    payment_method: method,
    type: 'card_error',
  };
  return { failed: failPayment(ledger, intent, error, cause), error };
};

/** The 402 answer to a confirmation that the bank refused. */
export const cardDeclined = (error: LastPaymentError, intent: object): StripeError =>
  new StripeError(402, { ...error, payment_intent: intent } satisfies ErrorBody);
