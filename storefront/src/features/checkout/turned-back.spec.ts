import { expect, it } from 'vitest';
import { turnedBack, withoutPayment } from './turned-back';

it('waits for a payment that the bank still processes, and shows the form again only after a failure', () => {
  expect(['pending', 'processing', 'succeeded', null].map(turnedBack)).toEqual([false, false, false, false]);
  expect(turnedBack('failed')).toBe(true);
});

it('keeps nothing of the payment in the address but that it failed', () => {
  const left = (status: string) =>
    String(
      withoutPayment(
        new URLSearchParams(
          `purchase=p1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret&redirect_status=${status}`,
        ),
      ),
    );
  expect(left('succeeded')).toBe('purchase=p1');
  expect(left('failed')).toBe('purchase=p1&redirect_status=failed');
});
