import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeShop, openCheckout as open, orderButton as button, pattern, setShopConfig } from '../../../test/checkout';
import { storeTokens } from '../../api/tokens';

beforeEach(async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  await setShopConfig({ stripePublishableKey: 'pk_test_sandbox', stripeApiBase: 'http://cards.test' });
});

describe('the checkout', () => {
  it('shows payment, contract language, licence and a sentence for minors directly above the order button', async () => {
    fakeShop({});
    await open();
    const order = await button();
    for (const text of [
      /^Are you under 18\?/,
      /^Credit or debit card\./,
      /^English\. To order in German/,
      /^Small series: .* up to 50 in total\./,
    ]) {
      const shown = screen.getByText(text);
      expect(shown.compareDocumentPosition(order)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(shown.compareDocumentPosition(screen.getByRole('checkbox'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    }
  });

  it('names no means of payment for a free pattern', async () => {
    fakeShop({ '/api/patterns/p1': () => ({ data: { ...pattern, price: 0 } }) });
    await open();
    expect(await screen.findByText(/^Small series: /)).toBeTruthy();
    expect(screen.queryByText(/^Credit or debit card/)).toBeNull();
  });

  it('shows a changed licence and orders under it only after a second click', async () => {
    let licence: object = { kind: 'commercial', pieces: null };
    const refusal = { status: 409, error: { code: 'LICENCE_CHANGED', message: 'changed' } as never };
    const calls = fakeShop({
      '/api/patterns/p1': () => ({ data: { ...pattern, details: { licence } } }),
      '/api/payments/create': () => refusal,
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: '4242 4242 4242 4242' }));
    expect(await screen.findByText(/^Commercial use: /)).toBeTruthy();
    licence = { kind: 'private', pieces: null };
    await userEvent.click(await button());
    expect(await screen.findByText(/^The licence of this pattern has changed/)).toBeTruthy();
    expect(await screen.findByText(/^Private use: /)).toBeTruthy();
    await userEvent.click(await button());
    const orders = calls.filter(({ path }) => path === '/api/payments/create').map(({ body }) => body);
    expect(orders).toMatchObject([{ licence: { kind: 'commercial' } }, { licence: { kind: 'private' } }]);
  });
});
