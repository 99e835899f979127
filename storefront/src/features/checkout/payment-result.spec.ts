import { describe, expect, it } from 'vitest';
import { toPaymentResult } from './payment-result';

const resultFor = (status?: string) =>
  toPaymentResult({ code: 'payment_intent_unexpected_state', payment_intent: status ? { status } : undefined });

describe('a payment in an unexpected state', () => {
  it('counts as paid when the PaymentIntent has succeeded, and as refused when it is missing or unpaid', () => {
    expect(resultFor('succeeded')).toEqual({ kind: 'paid' });
    expect(resultFor()).toMatchObject({ kind: 'refused' });
    expect(resultFor('requires_payment_method')).toMatchObject({ kind: 'refused' });
  });
  it('is refused with a special message when the PaymentIntent was cancelled', () => {
    expect(resultFor('canceled')).toEqual({ kind: 'refused', refusal: { message: 'checkout:refused.closed' } });
  });
});
