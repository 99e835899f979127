import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import type { AdminPurchase } from '../../api/admin';
import { storeTokens } from '../../api/tokens';
import { Page } from './admin-page';

beforeEach(() => storeTokens(session()));

const paging = { page: 1, limit: 20, total: 1, total_pages: 1 };
const responses = {
  '/api/auth/profile': () => ({ data: { ...lina, role: 'admin' } }),
  '/api/admin/dashboard': () => ({
    data: { totalUsers: 1842, totalPatterns: 64, totalPurchases: 3907, totalRevenue: 4_186_530 },
  }),
};

describe('a purchase', () => {
  const purchase: AdminPurchase = {
    id: 'p1',
    orderNumber: 'PP-2026-000042',
    patternId: 'x',
    patternTitle: 'Lina',
    buyerId: null,
    buyerEmail: 'guest@example.com',
    status: 'paid',
    amountCents: 1290,
    refundedCents: 0,
    requestedCents: 0,
    currency: 'EUR',
    country: 'DE',
    cardCountry: 'AT',
    paymentId: 'pi_1',
    createdAt: '2026-11-20T10:00:00Z',
    paidAt: '2026-11-20T10:01:00Z',
    refundedAt: null,
    receiptSentAt: null,
    downloadExpiresAt: null,
    refund: null,
    refunds: [],
    dispute: null,
    disputeAmountCents: null,
    disputeFeeCents: null,
    copies: [],
    invoiceNumbers: ['RE-2026-000042'],
  };
  const failed: AdminPurchase['refunds'][number] = {
    requestId: 'r1',
    cents: 1290,
    at: '2026-11-21T10:00:00Z',
    source: 'admin',
    reason: 'Wrong size',
    state: 'failed',
    failure: 'closed account',
  };
  const withPurchase = (shown: AdminPurchase) => ({
    ...responses,
    '/api/admin/purchases': () => ({ data: { purchases: [shown], ...paging } }),
  });
  const openDetails = async () => {
    await openScreen(<Page />, { at: '/en/admin?tab=purchases' });
    fireEvent.click(await screen.findByRole('button', { name: 'Details of PP-2026-000042' }));
  };

  it('is refunded with a reason after a confirmation', async () => {
    let refunds: AdminPurchase['refunds'] = [];
    const calls = fakeApi({
      ...withPurchase(purchase),
      '/api/admin/purchases': () => ({
        data: { purchases: [{ ...purchase, requestedCents: refunds.length * 1290, refunds }], ...paging },
      }),
      '/api/admin/purchases/p1/refund': () => {
        refunds = [{ ...failed, state: 'requested', failure: null }];
        return { data: { state: 'requested' } };
      },
    });
    await openDetails();
    fireEvent.click(await screen.findByRole('button', { name: /^Refund 12,90/ }));
    expect(await screen.findByText('Please give a reason.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Wrong size ' } });
    fireEvent.click(screen.getByRole('button', { name: /^Refund 12,90/ }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, refund' }));
    expect(await screen.findByText('Refund in progress')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      amountCents: 1290,
      refundedCents: 0,
      reason: 'Wrong size',
    });
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  });

  it('with a failed refund can be refunded again', async () => {
    const calls = fakeApi({
      ...withPurchase({ ...purchase, status: 'refunded', refundedCents: 1290, refunds: [failed] }),
      '/api/admin/purchases/p1/refund': () => ({ data: { state: 'requested' } }),
    });
    await openDetails();
    expect(await screen.findByText(/^The refund of 12,90/)).toBeTruthy();
    expect(screen.getByText('closed account')).toBeTruthy();
    expect(screen.queryByLabelText('Amount in euros')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Refund 12,90.*again$/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, refund' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ requestId: 'r1' }));
  });

  it('is refunded in part: the amount must be within what is left', async () => {
    const made = { ...failed, cents: 300, state: 'refunded', failure: null } as const;
    const calls = fakeApi({
      ...withPurchase({ ...purchase, refundedCents: 300, refunds: [made] }),
      '/api/admin/purchases/p1/refund': () => ({ data: { state: 'requested' } }),
    });
    await openDetails();
    expect(await screen.findByText(/^3,00.*was refunded on/)).toBeTruthy();
    expect(screen.getByText('partly refunded')).toBeTruthy();
    const amount = screen.getByLabelText('Amount in euros');
    expect(amount).toHaveProperty('value', '9,90');
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong size' } });
    for (const text of ['9,91', '0', 'all', '1,234', '']) {
      fireEvent.change(amount, { target: { value: text } });
      fireEvent.submit(amount.closest('form')!);
      expect(await screen.findByText(/^Please enter an amount from/)).toBeTruthy();
      expect(screen.queryByRole('alertdialog')).toBeNull();
    }
    fireEvent.change(amount, { target: { value: '2.5' } });
    fireEvent.submit(amount.closest('form')!);
    expect(await screen.findByRole('alertdialog', { name: /^Refund 2,50.*The downloads remain/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Yes, refund' }));
    const body = { amountCents: 250, refundedCents: 300, reason: 'Wrong size' };
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual(body));
  });

  it('with a failed refund can be found with a filter', async () => {
    fakeApi(withPurchase(purchase));
    const fetched = vi.spyOn(globalThis, 'fetch');
    await openScreen(<Page />, { at: '/en/admin?tab=purchases' });
    const filter = await screen.findByLabelText('Filter by status');
    fireEvent.change(filter, { target: { value: 'refund-failed' } });
    const requestedUrls = () => fetched.mock.calls.map(([request]) => request instanceof Request && request.url);
    await waitFor(() =>
      expect(requestedUrls()).toContainEqual(expect.stringMatching(/admin\/purchases\?refund=failed&page=1&lang=en$/)),
    );
    expect(within(filter).getByRole('option', { name: 'Refund failed' })).toHaveProperty('selected', true);
  });

  it('that was free cannot be refunded', async () => {
    fakeApi(withPurchase({ ...purchase, amountCents: 0 }));
    await openDetails();
    expect(await screen.findByText('pi_1')).toBeTruthy();
    expect(screen.queryByLabelText('Reason')).toBeNull();
  });
});
