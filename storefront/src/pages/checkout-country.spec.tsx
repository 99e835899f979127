import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  fakeShop,
  openCheckout as open,
  orderButton as button,
  pattern,
  ready,
  setShopConfig,
} from '../../test/checkout';
import { storeTokens } from '../api/tokens';

const chooseTestCard = async (number: string) => userEvent.click(await screen.findByRole('button', { name: number }));

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('the country at the checkout', () => {
  beforeEach(() => setShopConfig({ stripePublishableKey: 'pk_test_sandbox', stripeApiBase: 'http://cards.test' }));

  it('preselects the country of the last order, and sends the country that the buyer chooses', async () => {
    const calls = fakeShop({ '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'succeeded' } }) });
    await open();
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    await waitFor(() => expect(country.value).toBe('AT'));
    await userEvent.selectOptions(country, 'France');
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    await screen.findByText('Your files are ready.');
    expect(calls.find(({ path }) => path === '/api/payments/create')?.body).toMatchObject({ country: 'FR' });
  });

  it('shows the VAT (rate, amount, country) or why there is none, and nothing about VAT for a free pattern', async () => {
    fakeShop({});
    await open();
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    await waitFor(() => expect(country.value).toBe('AT'));
    expect(screen.getByText('incl. 20% VAT (2,15 €, Austria)')).toBeTruthy();
    await userEvent.selectOptions(country, 'Norway');
    expect(screen.queryByText(/incl\./)).toBeNull();
    expect(screen.getByText(/^Not subject to German VAT/)).toBeTruthy();
    cleanup();
    fakeShop({ '/api/patterns/p1': () => ({ data: { ...pattern, price: 0 } }) });
    await open();
    expect(await screen.findAllByText('Free')).toHaveLength(2);
    expect(screen.queryByText(/VAT/)).toBeNull();
  });

  it('asks for the country when the shop does not serve the country of the last order', async () => {
    const swiss = { ...ready, confirmation: { ...ready.confirmation, country: 'CH' } };
    const calls = fakeShop({
      '/api/users/purchases': () => ({ data: { purchases: [swiss] } }),
      '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'succeeded' } }),
    });
    await open();
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    await screen.findByRole('option', { name: 'Please choose your country' });
    expect(screen.queryByRole('option', { name: 'Switzerland' })).toBeNull();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('Please choose your country.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(country));
    expect(calls.some(({ path }) => path === '/api/payments/create')).toBe(false);
    await userEvent.selectOptions(country, 'Germany');
    await userEvent.click(await button());
    await screen.findByText('Your files are ready.');
  });

  it('shows an error at the country when the server does not serve it', async () => {
    const error = { code: 'COUNTRY_NOT_SERVED', message: '', details: [{ field: 'country', message: '' }] };
    fakeShop({ '/api/payments/create': () => ({ status: 400, error }) });
    await open();
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    await waitFor(() => expect(country.value).toBe('AT'));
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('We do not sell to this country.')).toBeTruthy();
  });
});
