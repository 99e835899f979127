import { expect, it } from 'vitest';
import { isFailedRedirect, withoutPaymentParams } from './payment-redirect';

it('counts a redirect as failed only when the bank is not still processing the payment', () => {
  expect(['pending', 'processing', 'succeeded', null].map(isFailedRedirect)).toEqual([false, false, false, false]);
  expect(isFailedRedirect('failed')).toBe(true);
});

it('removes the parameters of the payment from the URL, except a failure', () => {
  const left = (status: string) =>
    String(
      withoutPaymentParams(
        new URLSearchParams(
          `purchase=p1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=${status}`,
        ),
      ),
    );
  expect(left('succeeded')).toBe('purchase=p1');
  expect(left('failed')).toBe('purchase=p1&redirect_status=failed');
});
