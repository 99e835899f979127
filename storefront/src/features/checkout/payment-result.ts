import { type Refusal, toRefusal } from './refusal';

/** The result of the confirmation of a card payment. `redirect`: the bank asks for 3-D Secure at `url`. */
export type PaymentResult =
  | { kind: 'paid' }
  | { kind: 'redirect'; url: string }
  | { kind: 'refused'; refusal: Refusal };

interface StripeError {
  code?: string;
  decline_code?: string;
  payment_intent?: { status?: string };
}

/**
 * Converts a Stripe error. A PaymentIntent that is already paid or processing counts as paid. The message for a cancelled
 * PaymentIntent tells the buyer to order again.
 */
export function toPaymentResult(error: StripeError): PaymentResult {
  const status = error.code === 'payment_intent_unexpected_state' ? error.payment_intent?.status : undefined;
  if (isPaidOrProcessing(status)) return { kind: 'paid' };
  if (status === 'canceled') return { kind: 'refused', refusal: { message: 'checkout:refused.closed' } };
  return { kind: 'refused', refusal: toRefusal(error) };
}

/** Whether the payment has succeeded, or the bank is still processing it. */
export const isPaidOrProcessing = (status: string | undefined): boolean =>
  status === 'succeeded' || status === 'processing';

/** The result when Stripe returns no error, but the payment is neither paid nor processing. */
export const unsuccessful: PaymentResult = {
  kind: 'refused',
  refusal: { message: 'checkout:refused.unsuccessful' },
};
