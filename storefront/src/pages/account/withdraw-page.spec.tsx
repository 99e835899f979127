import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { renderRouter, lina, openScreen, fakeApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { Purchase } from '../../api/types';
import { Page } from './withdraw-page';

const receipt = {
  reference: 'WR-2026-000042',
  receivedAt: '2026-11-21T10:00:00.000Z',
  text: 'I hereby withdraw.',
  textVersion: '2026-11-21',
  name: 'Lina Faden',
  email: 'lina@example.com',
  orderNumber: 'PP-2026-000001',
  receiptMailed: true,
};
const createOrder = (orderNumber: string, patternTitle: string, changes: object = {}) =>
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
    ...changes,
  }) as unknown as Purchase;

const open = (search = '') => openScreen(<Page />, { path: '/withdraw', at: `/withdraw${search}` });
const findNextButton = () => screen.findByRole('button', { name: 'Withdraw from contract' });
const findConfirmButton = () => screen.findByRole('button', { name: 'Confirm withdrawal' });

describe('a guest', () => {
  it('declares the withdrawal in two steps and sees the recorded declaration', async () => {
    const calls = fakeApi({ '/api/withdrawals': () => ({ status: 202, data: receipt }) });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste(' Lina Faden ');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await findNextButton());
    expect(await screen.findByText('Step 2 of 2')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Is everything correct?');
    expect(calls.filter(({ path }) => path === '/api/withdrawals')).toEqual([]);
    await userEvent.click(await findConfirmButton());
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

  it('sees an error at each missing field, and no field for a reason', async () => {
    fakeApi({});
    await open();
    await userEvent.click(await findNextButton());
    expect(await screen.findByText('Please enter your name')).toBeTruthy();
    expect(screen.getByText('Please enter the order number, or what you ordered and when')).toBeTruthy();
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  });

  it('finds all input again when the declaration fails and the guest goes back to the first step', async () => {
    fakeApi({ '/api/withdrawals': () => ({ status: 500, error: { code: 'INTERNAL', message: '' } }) });
    const router = await open();
    await userEvent.click(await screen.findByLabelText('Order number'));
    await userEvent.paste('the dress of Tuesday');
    await userEvent.click(screen.getByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await findNextButton());
    await userEvent.click(await findConfirmButton());
    expect((await screen.findByRole('alert')).textContent).toContain('We have not received your withdrawal yet');
    await router.navigate(-1);
    expect((await screen.findByLabelText<HTMLInputElement>('Order number')).value).toBe('the dress of Tuesday');
  });

  it('keeps the `proof` parameter of the mailed link and the input when the second step is reloaded', async () => {
    const calls = fakeApi({ '/api/withdrawals': () => ({ status: 202, data: receipt }) });
    const router = await open('?order=PP-2026-000001&proof=signed');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina Faden');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await findNextButton());
    await findConfirmButton();
    cleanup();
    const reloaded = createMemoryRouter([{ path: '/withdraw', element: <Page /> }], {
      initialEntries: [router.state.location],
    });
    await renderRouter(reloaded, 'en');
    await userEvent.click(await screen.findByRole('button', { name: 'Change details' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Lina Faden');
    expect(reloaded.state.location.search).toBe('?order=PP-2026-000001&proof=signed');
    await userEvent.click(await findNextButton());
    await userEvent.click(await findConfirmButton());
    await screen.findByText('WR-2026-000042');
    expect(calls.find(({ path }) => path === '/api/withdrawals')?.body).toMatchObject({
      order_number: 'PP-2026-000001',
      email: 'lina@example.com',
      proof: 'signed',
    });
    // After the guest has sent the declaration, the history of the browser no longer contains the declaration.
    await waitFor(() =>
      expect(reloaded.state.location).toMatchObject({ search: expect.not.stringContaining('step'), state: null }),
    );
  });

  it('sees that the link of an old mail has expired, and can still use the form', async () => {
    const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
    await open(`?order=PP-2026-000001&proof=${yesterday.toString(36)}.seal`);
    expect(await screen.findByRole('heading', { name: 'Your link has expired' })).toBeTruthy();
    expect(screen.getByLabelText('Order number')).toHaveProperty('value', 'PP-2026-000001');
    cleanup();
    await open(`?order=PP-2026-000001&proof=${(yesterday + 1).toString(36)}.seal`);
    expect(await findNextButton()).toBeTruthy();
    expect(screen.queryByText('Your link has expired')).toBeNull();
  });

  it('is asked to save the page when no mail is sent', async () => {
    fakeApi({ '/api/withdrawals': () => ({ status: 202, data: { ...receipt, receiptMailed: false } }) });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await findNextButton());
    await userEvent.click(await findConfirmButton());
    expect(await screen.findByText(/^Please save or print this page as proof/)).toBeTruthy();
    expect(screen.queryByText(/on its way to/)).toBeNull();
    expect(screen.getByText(/^21 November 2026 at 11:00 CET$/)).toBeTruthy();
  });

  it('sees after a 429 when the form can be sent again', async () => {
    fakeApi({
      '/api/withdrawals': () => ({ status: 429, error: { code: 'TOO_MANY_REQUESTS', message: '' }, retryAfter: 600 }),
    });
    await open('?order=PP-2026-000001');
    await userEvent.click(await screen.findByLabelText('Your name'));
    await userEvent.paste('Lina');
    await userEvent.click(screen.getByLabelText('Email address'));
    await userEvent.paste('lina@example.com');
    await userEvent.click(await findNextButton());
    await userEvent.click(await findConfirmButton());
    expect((await screen.findByRole('alert')).textContent).toMatch(/again from .*\d\d:\d\d\./);
  });
});

describe('a signed-in buyer', () => {
  const fakeShop = (purchases: Purchase[]) => {
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    return fakeApi({
      '/api/auth/profile': () => ({ data: lina }),
      '/api/users/purchases': () => ({ data: { purchases } }),
      '/api/withdrawals': () => ({ status: 202, data: receipt }),
    });
  };

  it('chooses one of the orders that still have a right of withdrawal', async () => {
    const calls = fakeShop([
      createOrder('PP-2026-000001', 'Lina dress'),
      createOrder('PP-2026-000002', 'Berta blouse'),
      createOrder('PP-2026-000003', 'Waived', { confirmation: { withdrawableUntil: null } }),
      createOrder('PP-2026-000004', 'On its way back', { refundRequestedAt: '2026-11-20T11:00:00.000Z' }),
    ]);
    await open();
    expect(await screen.findByLabelText('Lina dress')).toBeTruthy();
    expect(screen.queryByLabelText('Waived')).toBeNull();
    expect(screen.queryByLabelText('On its way back')).toBeNull();
    expect(screen.queryByLabelText('Order number')).toBeNull();
    // If there are several orders, no order is chosen in advance.
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
    await userEvent.click(await findNextButton());
    expect(await screen.findByText('Please choose the order you want to withdraw from')).toBeTruthy();
    expect(screen.getByText('Step 1 of 2')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Lina dress'));
    await userEvent.click(screen.getByLabelText('Berta blouse'));
    await userEvent.click(await findNextButton());
    await userEvent.click(await findConfirmButton());
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/withdrawals')?.body).toMatchObject({
        order_number: 'PP-2026-000002, Berta blouse',
        name: 'Lina',
        email: 'lina@example.com',
      }),
    );
  });

  it('finds the order already chosen if it is the only order or if the link names it', async () => {
    const radio = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
    fakeShop([createOrder('PP-2026-000001', 'Lina dress')]);
    await open();
    expect((await radio('Lina dress')).checked).toBe(true);
    cleanup();
    fakeShop([createOrder('PP-2026-000001', 'Lina dress'), createOrder('PP-2026-000002', 'Berta blouse')]);
    await open('?order=PP-2026-000002');
    expect((await radio('Berta blouse')).checked).toBe(true);
  });

  it('enters the contract as text when no order has a right of withdrawal', async () => {
    fakeShop([]);
    await open();
    expect(await screen.findByLabelText('Order number')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(await screen.findByText(/The right of withdrawal has ended for every order in your account/)).toBeTruthy();
  });
});
