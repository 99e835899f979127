import { charge, failPayment } from './charging.ts';
import type { Challenge, Store } from '../store.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

const FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
} as const;

export interface ChallengeContext {
  challenge: Challenge;
  intent: PaymentIntent;
  method: PaymentMethod;
}

/** @param secret the last part of the URL of a challenge page @returns the challenge, or undefined for an unknown secret */
export const findChallenge = (store: Store, secret: string): ChallengeContext | undefined => {
  const challenge = store.rows.challenge.get(secret);
  const intent = store.rows.payment_intent.get(challenge?.intentId ?? '');
  const method = store.rows.payment_method.get(challenge?.methodId ?? '');
  return challenge && intent && method ? { challenge, intent, method } : undefined;
};

/**
 * Records the choice of the buyer. The choice has no effect if the challenge was settled before, or if the payment was
 * canceled or paid with another card.
 * @returns the result of the challenge
 */
export const settleChallenge = (store: Store, secret: string, completed: boolean): 'succeeded' | 'failed' => {
  const found = findChallenge(store, secret);
  if (!found) return 'failed';
  const { challenge, intent, method } = found;
  if (challenge.state !== 'open') return challenge.state === 'completed' ? 'succeeded' : 'failed';
  const current = intent.status === 'requires_action' && intent.next_action?.redirect_to_url.url.endsWith(`/${secret}`);
  const passed = completed && current === true;
  store.put('challenge', secret, { ...challenge, state: passed ? 'completed' : 'failed' });
  const cause = { id: null, idempotency_key: null };
  if (passed) charge(store, intent, method, cause, true);
  else if (current) failPayment(store, intent, { ...FAILED, payment_method: method }, cause);
  store.commit();
  return passed ? 'succeeded' : 'failed';
};

/** @returns the return URL with the parameters of Stripe */
export const buildReturnUrl = (returnUrl: string, intent: PaymentIntent, status: 'succeeded' | 'failed'): string => {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', status);
  return address.href;
};
