import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { setShopConfig, openCheckout, orderButton, fakeShop } from '../../../test/checkout';
import { switchLanguage } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';

beforeEach(async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  await setShopConfig({ stripePublishableKey: 'pk_test_51AbCdEfGhIjKlMnOp', stripeApiBase: null });
});

it('the order form shows that the payment system is not ready while Stripe’s script loads', async () => {
  const calls = fakeShop({});
  await openCheckout();
  await userEvent.click(await orderButton());
  expect(await screen.findByText('Payment system not ready. Please try again.')).toBeTruthy();
  expect(calls.some(({ path }) => path === '/api/payments/create')).toBe(false);
});

describe('the order form with Stripe’s card fields', () => {
  const locales: unknown[] = [];
  let createdFields = 0;
  /** Fakes those functions of Stripe's script that the shop uses. @param confirmed Stripe's response to a confirmation */
  const loadFakeStripe = (confirmed: unknown) => {
    const handlers: Record<string, () => void> = {};
    const field = {
      mount: () => undefined,
      destroy: () => undefined,
      update: () => undefined,
      on: (event: string, handler: () => void) => ((handlers[event] = handler), field),
      off: () => field,
    };
    const elements = {
      create: () => {
        createdFields += 1;
        return field;
      },
      getElement: () => null,
      update: ({ locale }: { locale?: string }) => locales.push(locale),
      submit: async () => ({}),
    };
    /** `loadStripe` checks that these functions exist. */
    const requiredFunctions = ['createToken', 'createPaymentMethod', 'confirmCardPayment'];
    const stripe = {
      ...Object.fromEntries(requiredFunctions.map((name) => [name, () => undefined])),
      elements: () => elements,
      confirmPayment: async () => confirmed,
    };
    Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
    // The test above has added the script element. Its `load` event makes `loadStripe` use the fake.
    for (const script of document.querySelectorAll('script[src*="js.stripe.com"]')) {
      script.dispatchEvent(new Event('load'));
    }
    return handlers;
  };
  const order = async () => userEvent.click(await orderButton());

  it('shows that the form is not ready until Stripe’s fields have loaded, and then shows a failed payment', async () => {
    fakeShop({});
    const handlers = loadFakeStripe({ paymentIntent: { status: 'requires_payment_method' } });
    await openCheckout();
    await waitFor(() => expect(handlers.ready).toBeTypeOf('function'));
    await order();
    expect(await screen.findByText('Payment form not ready. Please refresh and try again.')).toBeTruthy();
    handlers.ready!();
    await order();
    expect(await screen.findByText('Payment was not successful')).toBeTruthy();
  });

  it('passes a new language to Stripe’s fields and keeps all input', async () => {
    fakeShop({});
    const before = createdFields;
    await openCheckout();
    await waitFor(() => expect(createdFields).toBe(before + 1));
    await userEvent.click(screen.getByRole('checkbox'));
    await switchLanguage('de');
    await waitFor(() => expect(locales.at(-1)).toBe('de'));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    expect(createdFields).toBe(before + 1);
  });
});
