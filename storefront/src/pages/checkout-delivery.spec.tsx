import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeShop, openCheckout as open, orderButton as button, ready, setShopConfig } from '../../test/checkout';
import { storeTokens } from '../api/tokens';

const sandbox = { stripePublishableKey: 'pk_test_sandbox', stripeApiBase: 'http://cards.test' };
const waiting = {
  ...ready,
  copyState: 'waiting',
  canDownload: false,
  files: [],
  deliveryFrom: '2036-12-08T23:00:00.000Z',
};
const paid = { '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'succeeded' } }) };

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('the checkout of a shop that delivers an order without the waiver later', () => {
  beforeEach(() => setShopConfig({ ...sandbox, deliveryWithoutWaiver: 'after-14-days' }));

  it('sends no order until the buyer has chosen when to get the files', async () => {
    const calls = fakeShop(paid);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '4242 4242 4242 4242' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(await button());
    await screen.findByText('Please choose when you would like the files.');
    expect(calls.some(({ path }) => path === '/api/payments/create')).toBe(false);
  });

  it.each([
    [/^Download now/, true],
    [/^After the withdrawal period, from/, false],
  ])('sends the choice %s as the consent %s', async (name, consent) => {
    const calls = fakeShop(paid);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '4242 4242 4242 4242' }));
    await userEvent.click(await screen.findByRole('radio', { name }));
    await userEvent.click(await button());
    await screen.findByText('Thank you for your order');
    expect(calls.find(({ path }) => path === '/api/payments/create')!.body).toMatchObject({ consent });
  });

  it('says from which day the files of a waiting order are made, and offers no download', async () => {
    fakeShop({ '/api/downloads/pu1': () => ({ data: waiting }) });
    await open('?purchase=pu1');
    await screen.findByText(/^Paid\. From 9 December 2036 on, we prepare your files/);
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });
});

describe('the checkout of a shop that delivers at once', () => {
  beforeEach(() => setShopConfig({ ...sandbox, deliveryWithoutWaiver: 'at-once' }));

  it('shows one checkbox and no choice', async () => {
    fakeShop({});
    await open();
    await screen.findByRole('checkbox');
    expect(screen.queryByRole('radio', { name: /^Download now/ })).toBeNull();
  });
});
