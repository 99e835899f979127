import { describe, expect, it } from 'vitest';
import { confirmationOf } from './confirmation-of';

const unexpected = (status?: string) =>
  confirmationOf({ code: 'payment_intent_unexpected_state', payment_intent: status ? { status } : undefined });

describe('a payment in an unexpected state', () => {
  it('is paid only when its intent says so', () => {
    expect(unexpected('succeeded')).toEqual({ kind: 'paid' });
    expect(unexpected()).toMatchObject({ kind: 'refused' });
    expect(unexpected('requires_payment_method')).toMatchObject({ kind: 'refused' });
  });
  it('says that it was closed when its intent was cancelled', () => {
    expect(unexpected('canceled')).toEqual({ kind: 'refused', refusal: { words: 'checkout:refused.closed' } });
  });
});
