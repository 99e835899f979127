import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  setShopConfig,
  openCheckout as open,
  orderButton as button,
  pattern,
  ready,
  fakeShop,
  started,
} from '../../test/checkout';
import { refetchAll, switchLanguage } from '../../test/screen';
import { storeTokens } from '../api/tokens';

const chooseTestCard = async (number: string) => userEvent.click(await screen.findByRole('button', { name: number }));

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('the checkout of the test shop', () => {
  beforeEach(() => setShopConfig({ stripePublishableKey: 'pk_test_sandbox', stripeApiBase: 'http://cards.test' }));

  it('creates one order after a double click, and then shows the download', async () => {
    const calls = fakeShop({ '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'succeeded' } }) });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.dblClick(await button());
    expect(await screen.findByRole('button', { name: 'Download A4 file (3 MB)' })).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/api/payments/create').map(({ body }) => body)).toEqual([
      expect.objectContaining({ pattern_id: 'p1', buyer_email: 'lina@example.com', consent: false, country: 'AT' }),
    ]);
  });

  it('disables the order button during the redirect to the bank, and enables it when the buyer returns', async () => {
    const authentication = { status: 'requires_action', next_action: { redirect_to_url: { url: '#bank' } } };
    fakeShop({ '/v1/payment_intents/pi_1/confirm': () => ({ data: authentication }) });
    await open();
    await chooseTestCard('4000 0000 0000 3220');
    await userEvent.click(await button());
    await waitFor(() => expect(window.location.hash).toBe('#bank'));
    const isLoading = async () => (await button()).hasAttribute('data-loading');
    expect(await isLoading()).toBe(true);
    act(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await waitFor(async () => expect(await isLoading()).toBe(false));
    window.location.hash = '';
  });

  it('shows at the card number that the card is declined, and the buyer can try again', async () => {
    fakeShop({
      '/v1/payment_intents/pi_1/confirm': () => ({
        status: 402,
        error: { code: 'card_declined', message: 'no', decline_code: 'insufficient_funds' } as never,
      }),
    });
    await open();
    await chooseTestCard('4000 0000 0000 9995');
    await userEvent.click(await button());
    expect(await screen.findByText('Insufficient funds on your card.')).toBeTruthy();
    await waitFor(async () => expect((await button()).hasAttribute('data-loading')).toBe(false));
  });

  it('shows a changed price and charges it only after a second click', async () => {
    let price = 1290;
    const calls = fakeShop({
      '/api/patterns/p1': () => ({ data: { ...pattern, price } }),
      '/api/payments/create': () => ({ status: 201, data: { ...started, amount: 1490 } }),
      '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'succeeded' } }),
    });
    const countPayments = () => calls.filter(({ path }) => path.endsWith('/confirm')).length;
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    price = 1490;
    await userEvent.click(await button());
    expect(await screen.findByText(/The price has changed/)).toBeTruthy();
    expect((await screen.findAllByText(/14,90/)).length).toBeGreaterThan(0);
    expect(countPayments()).toBe(0);
    await userEvent.click(await button());
    expect(await screen.findByText('Your files are ready.', undefined, { timeout: 3000 })).toBeTruthy();
    expect(countPayments()).toBe(1);
  });

  it('shows the download without a payment when the order is already paid, even if its price differs', async () => {
    const paid = { ...started, client_secret: null, status: 'succeeded', amount: 990 };
    const calls = fakeShop({ '/api/payments/create': () => ({ status: 201, data: paid }) });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('Your files are ready.')).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/confirm'))).toBe(false);
  });

  it('shows that an order was cancelled', async () => {
    fakeShop({ '/api/downloads/pu1': () => ({ data: { ...ready, status: 'cancelled', copyState: 'none' } }) });
    await open('?purchase=pu1');
    expect(await screen.findByText('This order was cancelled')).toBeTruthy();
    expect(screen.queryByText('Thank you for your order')).toBeNull();
    expect(screen.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toBe('/en/downloads');
  });

  it('shows errors for missing input and sends no order', async () => {
    const calls = fakeShop({});
    await open();
    await userEvent.clear(await screen.findByLabelText('Email address'));
    await userEvent.click(await button());
    expect(await screen.findByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Please check the card number')).toBeTruthy();
    expect(calls.some(({ path }) => path === '/api/payments/create')).toBe(false);
  });

  it('leaves the waiver unchecked by default', async () => {
    fakeShop({});
    await open();
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false);
  });

  it('shows that the buyer already owns the pattern', async () => {
    fakeShop({ '/api/payments/create': () => ({ status: 409, error: { code: 'ALREADY_OWNED', message: 'owned' } }) });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('You already own “Lina dress”')).toBeTruthy();
  });

  it('removes the parameters of Stripe from the URL after 3-D Secure', async () => {
    fakeShop({});
    const secret = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
    const router = await open(`?purchase=pu1&${secret}&redirect_status=succeeded`);
    expect(await screen.findByText('Your files are ready.')).toBeTruthy();
    expect([router.state.location.search, router.state.historyAction]).toEqual(['?purchase=pu1', 'REPLACE']);
  });

  it('shows after a failed 3-D Secure that the payment was not confirmed, and the form after Try Again', async () => {
    fakeShop({});
    await open('?purchase=pu1&redirect_status=failed');
    expect(await screen.findByText('Payment was not successful')).toBeTruthy();
    expect(screen.getByText(/You did not complete the confirmation with your bank/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.queryByText('Payment was not successful')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email address')));
  });

  it('keeps the input when a payment fails and no field has an error', async () => {
    fakeShop({ '/v1/payment_intents/pi_1/confirm': () => ({ data: { status: 'requires_payment_method' } }) });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('Payment was not successful')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  });

  it('keeps the input when a refetch fails and when the language changes', async () => {
    let failure: (() => object) | undefined;
    const unlessFailing = (data: object) => () => failure?.() ?? { data };
    fakeShop({
      '/api/patterns/p1': unlessFailing(pattern),
      '/api/users/purchases': unlessFailing({ purchases: [ready] }),
    });
    await open();
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    await waitFor(() => expect(country.value).toBe('AT'));
    const email = await screen.findByLabelText<HTMLInputElement>('Email address');
    await userEvent.clear(email);
    await userEvent.paste('mara@example.com');
    await userEvent.click(screen.getByRole('checkbox'));
    await chooseTestCard('4242 4242 4242 4242');
    const readInput = () => [
      email.isConnected && email.value,
      country.value,
      screen.getByRole<HTMLInputElement>('checkbox').checked,
      screen.queryAllByDisplayValue('4242 4242 4242 4242').length,
    ];
    failure = () => ({ status: 503, error: { code: 'UNAVAILABLE', message: 'later' } });
    await refetchAll();
    expect(readInput()).toEqual(['mara@example.com', 'AT', true, 1]);
    failure = () => new Promise(() => undefined);
    await switchLanguage('de');
    expect(await screen.findByRole('button', { name: 'Zahlungspflichtig bestellen' })).toBeTruthy();
    expect(readInput()).toEqual(['mara@example.com', 'AT', true, 1]);
  });

  it('shows after a 429 when an order is possible again', async () => {
    fakeShop({
      '/api/payments/create': () => ({
        status: 429,
        error: { code: 'TOO_MANY_REQUESTS', message: '' },
        retryAfter: 3000,
      }),
    });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText(/you can try again from .*\d\d:\d\d\. Nothing was charged/)).toBeTruthy();
  });

  it('shows an error at the field of the e-mail address when the server refuses the address', async () => {
    const error = { code: 'VALIDATION_FAILED', message: '', details: [{ field: 'buyer_email', message: '' }] };
    fakeShop({ '/api/payments/create': () => ({ status: 400, error }) });
    await open();
    await chooseTestCard('4242 4242 4242 4242');
    await userEvent.click(await button());
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  });

  it('lists the files, and shows the order confirmation when the confirmation mail was not sent', async () => {
    fakeShop({ '/api/downloads/pu1': () => ({ data: { ...ready, receiptSentAt: null } }) });
    await open('?purchase=pu1');
    expect(await screen.findByText('What your purchase contains')).toBeTruthy();
    expect(screen.getByText('3 sheets, 3 MB')).toBeTruthy();
    expect(screen.getByText(/email with your order confirmation is not getting through/)).toBeTruthy();
    expect(screen.getByText('12,90 € incl. 20% VAT (2,15 €, Austria)')).toBeTruthy();
    expect(screen.getByText(/up to and including 8 December 2036 without/)).toBeTruthy();
  });

  it('unfolds the confirmation of a free order, without a word about a mail that the server does not disclose', async () => {
    fakeShop({ '/api/downloads/pu1': () => ({ data: { ...ready, amountCents: 0, receiptSentAt: null } }) });
    await open('?purchase=pu1');
    expect((await screen.findByText('Order confirmation')).closest('details')!.open).toBe(true);
    expect(screen.queryByText(/not getting through/)).toBeNull();
  });

  it('shows that the download link has expired, and renews it', async () => {
    let access = { ...ready, canDownload: false, downloadExpiresAt: '2026-01-01T00:00:00.000Z' };
    fakeShop({
      '/api/downloads/pu1': () => ({ data: access }),
      '/api/users/purchases/pu1/renew-link': () => ({ data: (access = ready as typeof access) }),
    });
    await open('?purchase=pu1');
    expect(await screen.findByText(/The 30 days are over/)).toBeTruthy();
    const mainButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download A4 file (3 MB)' });
    expect(mainButton().disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Renew link' }));
    expect(await screen.findByText('Your files are ready.')).toBeTruthy();
    expect(mainButton().disabled).toBe(false);
  });

  it('shows that the copy is being marked, and shows the download when the copy is ready', async () => {
    let requests = 0;
    fakeShop({
      '/api/downloads/pu1': () => ({
        data: { ...ready, copyState: (requests += 1) < 3 ? 'marking' : 'ready', canDownload: requests >= 3 },
      }),
    });
    await open('?purchase=pu1');
    expect(await screen.findByText(/being marked with your order number/)).toBeTruthy();
    expect(await screen.findByText('Your files are ready.', undefined, { timeout: 3000 })).toBeTruthy();
  });

  it('shows that the pattern does not exist, with a link to all patterns', async () => {
    fakeShop({ '/api/patterns/p1': () => ({ status: 404, error: { code: 'PATTERN_NOT_FOUND', message: 'no' } }) });
    await open();
    expect(await screen.findByText('Pattern Not Found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse All Patterns' }).getAttribute('href')).toBe('/en/patterns');
  });
});

it('the checkout shows that payment is unavailable when the operator has configured no Stripe key', async () => {
  await setShopConfig({ stripePublishableKey: null, stripeApiBase: null });
  fakeShop({});
  await open();
  expect(await screen.findByText('Payment System Unavailable')).toBeTruthy();
  expect(screen.getByText(/Stripe key not configured properly/)).toBeTruthy();
});
