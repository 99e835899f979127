import { charge, failPayment } from './charging.ts';
import type { Challenge, Ledger } from '../ledger.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

const FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
} as const;

export interface AskedChallenge {
  challenge: Challenge;
  intent: PaymentIntent;
  method: PaymentMethod;
}

/** Finds the question behind an address; undefined for an address nobody was given. */
export const challengeAt = (ledger: Ledger, secret: string): AskedChallenge | undefined => {
  const challenge = ledger.rows.challenge.get(secret);
  const intent = ledger.rows.payment_intent.get(challenge?.intentId ?? '');
  const method = ledger.rows.payment_method.get(challenge?.methodId ?? '');
  return challenge && intent && method ? { challenge, intent, method } : undefined;
};

/**
 * Records the buyer's answer and says how the step ended. A question that is already answered, or that a cancellation
 * or another card has overtaken, changes nothing.
 */
export const answerChallenge = (ledger: Ledger, secret: string, completed: boolean): 'succeeded' | 'failed' => {
  const found = challengeAt(ledger, secret);
  if (!found) return 'failed';
  const { challenge, intent, method } = found;
  if (challenge.state !== 'open') return challenge.state === 'completed' ? 'succeeded' : 'failed';
  const current = intent.status === 'requires_action' && intent.next_action?.redirect_to_url.url.endsWith(`/${secret}`);
  const passed = completed && current === true;
  ledger.put('challenge', secret, { ...challenge, state: passed ? 'completed' : 'failed' });
  const cause = { id: null, idempotency_key: null };
  if (passed) charge(ledger, intent, method, cause, true);
  else if (current) failPayment(ledger, intent, { ...FAILED, payment_method: method }, cause);
  ledger.commit();
  return passed ? 'succeeded' : 'failed';
};

/** Where the browser goes afterwards, with the parameters Stripe adds. */
export const returnAddress = (returnUrl: string, intent: PaymentIntent, status: 'succeeded' | 'failed'): string => {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', status);
  return address.href;
};
