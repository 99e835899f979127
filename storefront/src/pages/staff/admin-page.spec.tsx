import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import type { AdminPurchase, AdminWithdrawal } from '../../api/admin';
import { storeTokens } from '../../api/tokens';
import type { User } from '../../api/types';
import { readView, writeView } from '../../features/admin/use-admin-view';
import { Page } from './admin-page';

beforeEach(() => storeTokens(session()));

const paging = (total: number) => ({ page: 1, limit: 20, total, total_pages: Math.ceil(total / 20) });
const toListedUser = (user: Partial<User>) => ({ ...lina, ...user, lastSignInAt: null, purchaseCount: 2 });
const admin = toListedUser({ id: 'me', displayName: 'Ada', role: 'admin' });
const theo = toListedUser({ id: 'theo', displayName: 'Theo' });
const serverError = { status: 500, error: { code: 'INTERNAL_ERROR', message: 'Broken' } };
const responses = {
  '/api/auth/profile': () => ({ data: admin }),
  '/api/admin/dashboard': () => ({
    data: { totalUsers: 1842, totalPatterns: 64, totalPurchases: 3907, totalRevenue: 4_186_530 },
  }),
  '/api/admin/users': () => ({ data: { users: [admin, theo], ...paging(2) } }),
};
const open = (at = '/en/admin') => openScreen(<Page />, { at });

describe('the accounts', () => {
  it('are shown with the number of accounts and the revenue in euros', async () => {
    fakeApi(responses);
    await open();
    expect(await screen.findByText('1,842')).toBeTruthy();
    expect(await screen.findByText(/^41\.865,30\s€$/)).toBeTruthy();
    expect(await screen.findByText('2 accounts')).toBeTruthy();
  });

  it('get a new role from the dropdown, and the table is not fetched again', async () => {
    const calls = fakeApi({
      ...responses,
      '/api/admin/users/theo/role': () => ({ data: { ...theo, role: 'moderator' } }),
    });
    await open();
    const role = await screen.findByLabelText('Theo’s role');
    fireEvent.change(role, { target: { value: 'moderator' } });
    expect(await screen.findByText('Theo now has the role “Moderator”.')).toBeTruthy();
    expect(role).toHaveProperty('value', 'moderator');
    const change = calls.filter(({ method }) => method === 'PUT');
    expect(change).toMatchObject([{ path: '/api/admin/users/theo/role', body: { role: 'moderator' } }]);
    expect(calls.filter(({ path }) => path === '/api/admin/users')).toHaveLength(1);
  });

  it('become administrators only after a confirmation', async () => {
    const calls = fakeApi({ ...responses, '/api/admin/users/theo/role': () => ({ data: { ...theo, role: 'admin' } }) });
    await open();
    const role = await screen.findByLabelText('Theo’s role');
    fireEvent.change(role, { target: { value: 'admin' } });
    const question = await screen.findByRole('alertdialog', { name: /^Make Theo an administrator/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(role).toHaveProperty('value', 'user');
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);

    fireEvent.change(role, { target: { value: 'admin' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, assign the role “Administrator”' }));
    expect(await screen.findByText('Theo now has the role “Administrator”.')).toBeTruthy();
  });

  it('show an error when the last administrator would lose the role', async () => {
    const error = { code: 'LAST_ADMIN', message: 'No' };
    fakeApi({ ...responses, '/api/admin/users/me/role': () => ({ status: 409, error }) });
    await open();
    const role = await screen.findByLabelText('Ada’s role');
    fireEvent.change(role, { target: { value: 'user' } });
    await screen.findByRole('alertdialog', { name: /^Remove your own administrator rights/ });
    fireEvent.click(screen.getByRole('button', { name: /^Yes, assign the role/ }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'Failed to update user role This is the last administrator. Make another account an administrator first.',
    );
    expect(role).toHaveProperty('value', 'admin');
  });
});

describe('a failure', () => {
  it('is shown for the figures and for the accounts, with a retry button', async () => {
    let users = 0;
    fakeApi({
      ...responses,
      '/api/admin/dashboard': () => serverError,
      '/api/admin/users': () => ((users += 1) === 1 ? serverError : responses['/api/admin/users']()),
    });
    await open();
    expect(await screen.findByText('Failed to fetch dashboard stats')).toBeTruthy();
    const failed = await screen.findByText('Failed to fetch users');
    fireEvent.click(within(failed.parentElement!).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 accounts')).toBeTruthy();
  });

  it('is shown when the access token is missing', async () => {
    fakeApi({ ...responses, '/api/admin/users': () => serverError });
    await open();
    const failed = await screen.findByText('Failed to fetch users');
    localStorage.clear();
    fireEvent.click(within(failed.parentElement!).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No authentication token')).toBeTruthy();
  });
});

describe('a purchase', () => {
  const noRefunds = { requestedCents: 0, refunds: [], disputeAmountCents: null, disputeFeeCents: null };
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
    dispute: null,
    ...noRefunds,
    copies: [],
    invoiceNumbers: ['RE-2026-000042'],
  };
  const withPurchase = (shown: AdminPurchase) => ({
    ...responses,
    '/api/admin/purchases': () => ({ data: { purchases: [shown], ...paging(1) } }),
  });
  const openDetails = async () => {
    await open('/en/admin?tab=purchases');
    fireEvent.click(await screen.findByRole('button', { name: 'Details of PP-2026-000042' }));
  };

  it('is refunded with a reason after a confirmation', async () => {
    let refund: AdminPurchase['refund'] = null;
    const calls = fakeApi({
      ...withPurchase(purchase),
      '/api/admin/purchases': () => ({ data: { purchases: [{ ...purchase, refund }], ...paging(1) } }),
      '/api/admin/purchases/p1/refund': () => {
        const requestedAt = '2026-11-21T10:00:00Z';
        refund = { cause: 'admin', state: 'requested', reason: 'Wrong size', requestedAt, failure: null };
        return { data: { state: 'requested', requestedAt } };
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
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Wrong size' });
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  });

  it('with a failed refund can be refunded again', async () => {
    const refund = {
      cause: 'admin',
      state: 'failed',
      reason: 'Wrong size',
      requestedAt: '2026-11-21T10:00:00Z',
    } as const;
    fakeApi(withPurchase({ ...purchase, status: 'refunded', refund: { ...refund, failure: 'closed account' } }));
    await openDetails();
    expect(await screen.findByText(/The refund of 12,90.*closed account/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Refund 12,90.*again$/ })).toBeTruthy();
  });

  it('with a failed refund can be found with a filter', async () => {
    fakeApi(withPurchase(purchase));
    const fetched = vi.spyOn(globalThis, 'fetch');
    await open('/en/admin?tab=purchases');
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

describe('a withdrawal', () => {
  const review: AdminWithdrawal = {
    id: 'w1',
    reference: 'WR-2026-000042',
    receivedAt: '2026-11-21T23:30:00Z',
    name: 'Grete Gast',
    email: 'grete@example.com',
    contract: 'PP-2026-000042 and the summer dress',
    outcome: 'review',
    repeats: [],
    orders: [{ purchaseId: 'p1', orderNumber: 'PP-2026-000042', status: 'paid', refundRequested: false }],
    receiptSentAt: null,
    receiptLeftOut: true,
    decision: null,
    decisionNote: null,
    decidedAt: null,
    decidedBy: null,
    restricted: false,
  };
  const withdrawals = (list: AdminWithdrawal[]) => ({ data: { withdrawals: list, ...paging(list.length) } });
  const openDecision = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Decide on withdrawal WR-2026-000042' }));

  it('is decided with a note after a confirmation, and leaves the list of open withdrawals', async () => {
    let openWithdrawals = [review];
    const calls = fakeApi({
      ...responses,
      '/api/admin/withdrawals': () => withdrawals(openWithdrawals),
      '/api/admin/withdrawals/w1/decide': () => {
        openWithdrawals = [];
        return { data: { id: 'w1', decision: 'refunded', decidedAt: '2026-11-22T10:00:00Z' } };
      },
    });
    await open('/en/admin?tab=withdrawals&state=open');
    expect(await screen.findByText(/^PP-2026-000042 and the summer dress/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'PP-2026-000042' })).toBeTruthy();
    expect(screen.getByText(/too many had already been sent to this address that day/)).toBeTruthy();
    await openDecision();
    fireEvent.click(await screen.findByRole('button', { name: 'Save decision' }));
    expect(await screen.findByText('Please choose a decision.')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Accept and refund'));
    fireEvent.change(screen.getByLabelText('Note (optional)'), { target: { value: ' Goodwill ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    await screen.findByRole('alertdialog', { name: /The money for PP-2026-000042 goes back/ });
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Yes, accept and refund' }));
    expect(await screen.findByText('Nothing open')).toBeTruthy();
    expect(screen.getByText('The decision on WR-2026-000042 has been saved.')).toBe(document.activeElement);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ decision: 'refunded', note: 'Goodwill' });
  });

  it('without a known order must be refunded by hand', async () => {
    fakeApi({ ...responses, '/api/admin/withdrawals': () => withdrawals([{ ...review, orders: [] }]) });
    await open('/en/admin?tab=withdrawals');
    await openDecision();
    fireEvent.click(await screen.findByLabelText('Accept and refund'));
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    expect(await screen.findByRole('alertdialog', { name: /refund the money yourself/ })).toBeTruthy();
  });

  it('that another administrator has already decided shows an error', async () => {
    const error = { code: 'WITHDRAWAL_DECIDED', message: 'No' };
    fakeApi({
      ...responses,
      '/api/admin/withdrawals': () => withdrawals([review]),
      '/api/admin/withdrawals/w1/decide': () => ({ status: 409, error }),
    });
    await open('/en/admin?tab=withdrawals');
    await openDecision();
    fireEvent.click(await screen.findByLabelText('Reject'));
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, reject' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This withdrawal has already been decided.');
  });

  it('shows its decision, but no data of an erased person', async () => {
    const decided = { ...review, decision: 'declined', decidedAt: '2026-11-22T10:00:00Z' } as const;
    fakeApi({
      ...responses,
      '/api/admin/withdrawals': () =>
        withdrawals([
          { ...decided, decisionNote: 'Too late' },
          { ...decided, id: 'w2', reference: 'WR-2026-000043', name: '', email: '', contract: '', restricted: true },
        ]),
    });
    await open('/en/admin?tab=withdrawals&state=decided');
    expect(await screen.findByText('Note: Too late')).toBeTruthy();
    expect(screen.getAllByText('rejected')).toHaveLength(2);
    expect(screen.getByText('deleted account')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Decide on/ })).toBeNull();
  });
});

it('the administration page stores its tab, search, filter and page number in the URL, and ignores invalid values', () => {
  const read = (query: string) => readView(new URLSearchParams(query));
  const view = { tab: 'purchases', search: 'PP-7', filter: 'paid', page: 3 } as const;
  expect(read('tab=purchases&search=PP-7&status=paid&page=3')).toEqual(view);
  expect(writeView(view).toString()).toBe('tab=purchases&search=PP-7&status=paid&page=3');
  expect(read('tab=purchases&status=refund-failed').filter).toBe('refund-failed');
  expect(writeView(read('tab=withdrawals&state=open')).toString()).toBe('tab=withdrawals&state=open');
  expect(writeView(read('tab=other&role=king&page=-1')).toString()).toBe('');
});
