import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { renderRouter, lina, openScreen, playApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { Purchase } from '../../api/types';
import { Page } from './withdraw-page';

const received = {
  reference: 'WR-2026-000042',
  receivedAt: '2026-11-21T10:00:00.000Z',
  text: 'I hereby withdraw.',
  textVersion: '2026-11-21',
  name: 'Lina Faden',
  email: 'lina@example.com',
  orderNumber: 'PP-2026-000001',
  receiptMailed: true,
};
const order = (orderNumber: string, patternTitle: string, more: object = {}) =>
  ({
    id: orderNumber,
    orderNumber,
    patternTitle,
    purchaseDate: '2026-11-20T10:00:00.000Z',
    amountCents: 1290,
    currency: 'EUR',
    status: 'paid',
    copyState: 'ready',
    refundRequestedAt: null,
    confirmation: { withdrawableUntil: '2099-12-07T23:00:00.000Z' },
    files: [],
    ...more,
  }) as unknown as Purchase;

const open = (search = '') => openScreen(<Page />, { path: '/withdraw', at: `/withdraw${search}` });
const next = () => screen.findByRole('button', { name: 'Withdraw from contract' });
const confirm = () => screen.findByRole('button', { name: 'Confirm withdrawal' });

describe('a guest', () => {
  it('declares the withdrawal in two steps, and sees the recorded declaration', async () => {
    const calls = playApi({ '/api/withdrawals': () => ({ status: 202, data: received }) });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste(' Lina Faden ');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await next());
    expect(await screen.findByText('Step 2 of 2')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Is everything right?');
    expect(calls.filter(({ path }) => path === '/api/withdrawals')).toEqual([]);
    await userEvent.click(await confirm());
    expect(await screen.findByRole('heading', { name: 'We have received your withdrawal' })).toBeTruthy();
    expect(screen.getByText('WR-2026-000042')).toBeTruthy();
    expect(screen.getByText('I hereby withdraw.')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/withdrawals')?.body).toEqual({
      name: 'Lina Faden',
      email: 'lina@example.com',
      order_number: 'PP-2026-000001',
      locale: 'en',
    });
  });

  it('gets messages beside missing fields, and is not asked for a reason', async () => {
    playApi({});
    await open();
    await userEvent.click(await next());
    expect(await screen.findByText('Please enter your name')).toBeTruthy();
    expect(screen.getByText('Please enter the order number, or what you ordered and when')).toBeTruthy();
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  });

  it('keeps all input after going back and after a failure', async () => {
    playApi({ '/api/withdrawals': () => ({ status: 500, error: { code: 'INTERNAL', message: '' } }) });
    const router = await open();
    await userEvent.click(await screen.findByLabelText('Order number'));
    await userEvent.paste('the dress of Tuesday');
    await userEvent.click(screen.getByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await next());
    await userEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('We have not received your withdrawal yet');
    await router.navigate(-1);
    expect((await screen.findByLabelText<HTMLInputElement>('Order number')).value).toBe('the dress of Tuesday');
  });

  it('loses neither the proof in the link nor the input when the second step is reloaded', async () => {
    const calls = playApi({ '/api/withdrawals': () => ({ status: 202, data: received }) });
    const router = await open('?order=PP-2026-000001&proof=signed');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina Faden');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await next());
    await confirm();
    cleanup();
    const again = createMemoryRouter([{ path: '/withdraw', element: <Page /> }], {
      initialEntries: [router.state.location],
    });
    await renderRouter(again, 'en');
    await userEvent.click(await screen.findByRole('button', { name: 'Change details' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Lina Faden');
    expect(again.state.location.search).toBe('?order=PP-2026-000001&proof=signed');
    await userEvent.click(await next());
    await userEvent.click(await confirm());
    await screen.findByText('WR-2026-000042');
    expect(calls.find(({ path }) => path === '/api/withdrawals')?.body).toMatchObject({
      order_number: 'PP-2026-000001',
      email: 'lina@example.com',
      proof: 'signed',
    });
    // A sent declaration is not offered again.
    await waitFor(() =>
      expect(again.state.location).toMatchObject({ search: expect.not.stringContaining('step'), state: null }),
    );
  });

  // Review point 15.
  it('sees that the link of an old mail has expired, and can still withdraw', async () => {
    const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
    await open(`?order=PP-2026-000001&proof=${yesterday.toString(36)}.seal`);
    expect(await screen.findByRole('heading', { name: 'Your link has expired' })).toBeTruthy();
    expect(screen.getByLabelText('Order number')).toHaveProperty('value', 'PP-2026-000001');
    cleanup();
    await open(`?order=PP-2026-000001&proof=${(yesterday + 1).toString(36)}.seal`);
    expect(await next()).toBeTruthy();
    expect(screen.queryByText('Your link has expired')).toBeNull();
  });

  it('is asked to keep the page when no mail is sent', async () => {
    playApi({ '/api/withdrawals': () => ({ status: 202, data: { ...received, receiptMailed: false } }) });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await next());
    await userEvent.click(await confirm());
    expect(await screen.findByText(/^Please save or print this page as your proof/)).toBeTruthy();
    expect(screen.queryByText(/on its way to/)).toBeNull();
    expect(screen.getByText(/^21 November 2026 at 11:00 CET$/)).toBeTruthy();
  });

  it('sees from when on the form can be sent again after a 429', async () => {
    playApi({
      '/api/withdrawals': () => ({ status: 429, error: { code: 'TOO_MANY_REQUESTS', message: '' }, retryAfter: 600 }),
    });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await next());
    await userEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toMatch(/works again from .*\d\d:\d\d\./);
  });
});

describe('a signed-in buyer', () => {
  const shop = (purchases: Purchase[]) => {
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    return playApi({
      '/api/auth/profile': () => ({ data: lina }),
      '/api/users/purchases': () => ({ data: { purchases } }),
      '/api/withdrawals': () => ({ status: 202, data: received }),
    });
  };

  it('picks one of the orders with a right of withdrawal', async () => {
    const calls = shop([
      order('PP-2026-000001', 'Lina dress'),
      order('PP-2026-000002', 'Berta blouse'),
      order('PP-2026-000003', 'Waived', { confirmation: { withdrawableUntil: null } }),
      order('PP-2026-000004', 'On its way back', { refundRequestedAt: '2026-11-20T11:00:00.000Z' }),
    ]);
    await open();
    expect(await screen.findByLabelText('Lina dress')).toBeTruthy();
    expect(screen.queryByLabelText('Waived')).toBeNull();
    expect(screen.queryByLabelText('On its way back')).toBeNull();
    expect(screen.queryByLabelText('Order number')).toBeNull();
    // The picked order is known only after the orders have loaded.
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
    await userEvent.click(await next());
    expect(await screen.findByText('Please choose the order you want to withdraw from')).toBeTruthy();
    expect(screen.getByText('Step 1 of 2')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Lina dress'));
    await userEvent.click(screen.getByLabelText('Berta blouse'));
    await userEvent.click(await next());
    await userEvent.click(await confirm());
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/withdrawals')?.body).toMatchObject({
        order_number: 'PP-2026-000002, Berta blouse',
        name: 'Lina',
        email: 'lina@example.com',
      }),
    );
  });

  it('finds the only order picked, or the one that a link names', async () => {
    const radio = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
    shop([order('PP-2026-000001', 'Lina dress')]);
    await open();
    expect((await radio('Lina dress')).checked).toBe(true);
    cleanup();
    shop([order('PP-2026-000001', 'Lina dress'), order('PP-2026-000002', 'Berta blouse')]);
    await open('?order=PP-2026-000002');
    expect((await radio('Berta blouse')).checked).toBe(true);
  });

  it('can name another contract, also without an order with a right of withdrawal', async () => {
    shop([]);
    await open();
    expect(await screen.findByLabelText('Order number')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(await screen.findByText(/The right of withdrawal has ended for every order in your account/)).toBeTruthy();
  });
});
