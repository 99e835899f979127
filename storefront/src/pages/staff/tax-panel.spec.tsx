import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi, lina, openScreen, session } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { Page } from './admin-page';

beforeEach(() => storeTokens(session()));

const overview = {
  scheme: 'oss',
  euSales: [
    { year: 2026, netCents: 850_000 },
    { year: 2025, netCents: 120_000 },
  ],
  euSalesLimitCents: 1_000_000,
  rates: [{ country: 'AT', name: 'Austria', rate: 20, validFrom: '2016-01-01' }],
  proposals: [] as object[],
  rateCountries: [{ country: 'AT', name: 'Austria' }],
  places: [
    { country: 'AT', name: 'Austria' },
    { country: 'US', name: 'United States' },
  ],
};
const proposal = {
  id: 'r1',
  country: 'AT',
  name: 'Austria',
  rate: 21.5,
  validFrom: '2090-01-01',
  proposedAt: '2026-11-25T10:00:00.000Z',
  proposedBy: 'Ada',
};
const review = {
  id: 'pu1',
  orderNumber: 'PP-2026-000042',
  stated: 'AT',
  statedName: 'Austria',
  cardName: 'United States',
  foundAt: '2026-11-25T10:00:00.000Z',
  decision: null as string | null,
  correctedToName: null as string | null,
  needsDocument: false,
  reason: null as string | null,
  decidedAt: null,
};
const fake = (responses: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    '/api/auth/profile': () => ({ data: { ...lina, role: 'admin' } }),
    '/api/admin/dashboard': () => ({ data: { totalUsers: 1, totalPatterns: 1, totalPurchases: 1, totalRevenue: 1 } }),
    '/api/admin/tax': () => ({ data: overview }),
    '/api/admin/tax/places': () => ({ data: { reviews: [review], page: 1, limit: 20, total: 1, total_pages: 1 } }),
    ...responses,
  });
const open = () => openScreen(<Page />, { at: '/en/admin?tab=tax' });
const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the sales to other EU countries', () => {
  it.each([
    ['oss', 2_000_000, null],
    ['domestic', 799_999, null],
    ['domestic', 850_000, /More than 80%/],
    ['small-business', 1_000_001, /limit is exceeded/],
  ])('lead to a warning from 80 % of the limit, but not under OSS: %s, %d cents', async (scheme, netCents, warning) => {
    const euSales = [{ year: 2026, netCents }];
    fake({ '/api/admin/tax': () => ({ data: { ...overview, scheme, euSales } }) });
    await open();
    await screen.findByText('2026 (net)');
    if (warning) expect((await screen.findByRole('alert')).textContent).toMatch(warning);
    else expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a new rate', () => {
  it('is proposed after its fields are filled in', async () => {
    const calls = fake({ '/api/admin/tax/rates': () => ({ status: 201, data: { id: 'r1' } }) });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Propose rate' }));
    expect(await screen.findByText('Please choose a country.')).toBeTruthy();
    expect(screen.getByText(/^Please enter a rate from 1 to 50/)).toBeTruthy();
    expect(screen.getByText('Please enter a day.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Country')));
    change('Country', 'AT');
    change('Rate in percent', '21,5');
    change('First day', '2090-01-01');
    fireEvent.click(screen.getByRole('button', { name: 'Propose rate' }));
    expect(await screen.findByText(/^The proposal is saved/)).toBeTruthy();
    const body = { country: 'AT', rate: 21.5, valid_from: '2090-01-01' };
    expect(calls.filter(({ path }) => path === '/api/admin/tax/rates')).toMatchObject([{ body }]);
  });

  it('shows an error at the day that the server refuses', async () => {
    const error = { code: 'VALIDATION_FAILED', message: '', details: [{ field: 'valid_from', message: '' }] };
    fake({ '/api/admin/tax/rates': () => ({ status: 400, error }) });
    await open();
    await screen.findByRole('button', { name: 'Propose rate' });
    change('Country', 'AT');
    change('Rate in percent', '21');
    change('First day', '2020-01-01');
    fireEvent.click(screen.getByRole('button', { name: 'Propose rate' }));
    expect(await screen.findByText(/^This day is not possible/)).toBeTruthy();
  });

  it('is confirmed only after a second click', async () => {
    const calls = fake({
      '/api/admin/tax': () => ({ data: { ...overview, proposals: [proposal] } }),
      '/api/admin/tax/rates/r1/confirm': () => ({ data: { id: 'r1' } }),
    });
    await open();
    const entry = 'Austria: 21.5% from 1 January 2090';
    fireEvent.click(await screen.findByRole('button', { name: `Confirm ${entry}` }));
    const question = await screen.findByRole('alertdialog');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: 'Yes, confirm' }));
    expect(await screen.findByText(`${entry}: confirmed.`)).toBeTruthy();
    expect(calls.some(({ path }) => path === '/api/admin/tax/rates/r1/confirm')).toBe(true);
  });
});

describe('a contradiction', () => {
  it('is decided with a country and a reason', async () => {
    const calls = fake({ '/api/admin/tax/places/pu1/decide': () => ({ data: { id: 'pu1' } }) });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Decide on PP-2026-000042' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    expect(await screen.findByText('Please enter a reason.')).toBeTruthy();
    change('Country or territory', 'US');
    change('Reason', 'Proof');
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    expect(await screen.findByText('The decision on PP-2026-000042 is saved.')).toBeTruthy();
    const body = { decision: 'correct', country: 'US', reason: 'Proof' };
    expect(calls.filter(({ path }) => path.endsWith('/decide'))).toMatchObject([{ body }]);
  });

  it('stays visible while its invoice needs a correction', async () => {
    const corrected = { ...review, decision: 'correct', correctedToName: 'United States', needsDocument: true };
    fake({
      '/api/admin/tax/places': () => ({ data: { reviews: [corrected], page: 1, limit: 20, total: 1, total_pages: 1 } }),
    });
    await open();
    expect(await screen.findByText('correct the invoice: United States')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
  });
});
