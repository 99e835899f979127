import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { configure, openCheckout, orderButton, shop } from '../../../test/checkout';
import { storeTokens } from '../../api/tokens';

beforeEach(async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  await configure({ stripePublishableKey: 'pk_test_51AbCdEfGhIjKlMnOp', stripeApiBase: null });
});

it('says that the payment system is not ready while the card provider has not answered', async () => {
  const calls = shop({});
  await openCheckout();
  await userEvent.click(await orderButton());
  expect(await screen.findByText('Payment system not ready. Please try again.')).toBeTruthy();
  expect(calls.some(({ path }) => path === '/api/payments/create')).toBe(false);
});

describe('with the card provider’s own fields', () => {
  /** The provider's script, as far as the shop speaks to it. */
  const provider = (confirmed: unknown) => {
    const heard: Record<string, () => void> = {};
    const field = {
      mount: () => undefined,
      destroy: () => undefined,
      update: () => undefined,
      on: (event: string, hearer: () => void) => ((heard[event] = hearer), field),
      off: () => field,
    };
    const elements = { create: () => field, getElement: () => null, update: () => undefined, submit: async () => ({}) };
    const asked = ['createToken', 'createPaymentMethod', 'confirmCardPayment'];
    const stripe = {
      ...Object.fromEntries(asked.map((name) => [name, () => undefined])),
      elements: () => elements,
      confirmPayment: async () => confirmed,
    };
    Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
    // The test above has left the script waiting.
    for (const script of document.querySelectorAll('script[src*="js.stripe.com"]')) {
      script.dispatchEvent(new Event('load'));
    }
    return heard;
  };
  const order = async () => userEvent.click(await orderButton());

  it('says that the form is not ready until its fields have come, and then why a payment failed', async () => {
    shop({});
    const heard = provider({ paymentIntent: { status: 'requires_payment_method' } });
    await openCheckout();
    await waitFor(() => expect(heard.ready).toBeTypeOf('function'));
    await order();
    expect(await screen.findByText('Payment form not ready. Please refresh and try again.')).toBeTruthy();
    heard.ready!();
    await order();
    expect(await screen.findByText('Payment was not successful')).toBeTruthy();
  });
});
