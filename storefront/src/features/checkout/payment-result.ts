import { type Refusal, toRefusal } from './refusal';

/** The result of the confirmation of a card payment. */
export type PaymentResult =
  | { kind: 'paid' }
  | { kind: 'redirect'; url: string }
  | { kind: 'refused'; refusal: Refusal };

interface StripeError {
  code?: string;
  decline_code?: string;
  payment_intent?: { status?: string };
}

/** Converts a Stripe error. A PaymentIntent that is already paid counts as paid; a cancelled one has its own message. */
export function toPaymentResult(error: StripeError): PaymentResult {
  const status = error.code === 'payment_intent_unexpected_state' ? error.payment_intent?.status : undefined;
  if (isPaid(status)) return { kind: 'paid' };
  if (status === 'canceled') return { kind: 'refused', refusal: { message: 'checkout:refused.closed' } };
  return { kind: 'refused', refusal: toRefusal(error) };
}

/** Whether a PaymentIntent is paid or the bank is still processing the payment. */
export const isPaid = (status: string | undefined): boolean => status === 'succeeded' || status === 'processing';

export const unsuccessful: PaymentResult = {
  kind: 'refused',
  refusal: { message: 'checkout:refused.unsuccessful' },
};
