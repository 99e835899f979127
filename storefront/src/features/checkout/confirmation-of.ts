import { refusalOf } from './refusal';
import type { Confirmation } from './use-order';

interface CardError {
  code?: string;
  decline_code?: string;
  payment_intent?: { status?: string };
}

/** What an error of the card provider means: an intent that was paid before counts as paid, a closed one never. */
export function confirmationOf(error: CardError): Confirmation {
  const status = error.code === 'payment_intent_unexpected_state' ? error.payment_intent?.status : undefined;
  if (status === 'succeeded' || status === 'processing') return { kind: 'paid' };
  if (status === 'canceled') return { kind: 'refused', refusal: { words: 'checkout:refused.closed' } };
  return { kind: 'refused', refusal: refusalOf(error) };
}
