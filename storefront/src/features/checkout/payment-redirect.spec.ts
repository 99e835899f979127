import { expect, it } from 'vitest';
import { isFailedRedirect, withoutPaymentParams } from './payment-redirect';

it('a redirect counts as failed unless its status is missing, pending, processing or succeeded', () => {
  expect(['pending', 'processing', 'succeeded', null].map(isFailedRedirect)).toEqual([false, false, false, false]);
  expect(isFailedRedirect('failed')).toBe(true);
});

it('withoutPaymentParams removes Stripe’s parameters from the URL but keeps a failed status', () => {
  const cleanedQuery = (status: string) =>
    String(
      withoutPaymentParams(
        new URLSearchParams(
          `purchase=p1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=${status}`,
        ),
      ),
    );
  expect(cleanedQuery('succeeded')).toBe('purchase=p1');
  expect(cleanedQuery('failed')).toBe('purchase=p1&redirect_status=failed');
});
