import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paidPurchase, daysFromNow, file } from '../../../test/purchases';
import { Refetchable, refetchAll, lina, openScreen, fakeApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { Purchase } from '../../api/types';
import { Page } from './downloads-page';

const waiver = {
  text: 'I expressly agree.',
  version: '2026-11-21',
  locale: 'en',
  acceptedAt: paidPurchase.purchaseDate,
} as const;

const fakeShop = (purchases: Purchase[], responses: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/purchases': () => ({ data: { purchases } }),
    '/api/users/downloads/recent': () => ({ data: { downloads: [] } }),
    ...responses,
  });
const open = (token = '') =>
  openScreen(<Refetchable screen={<Page />} />, {
    path: token ? '/en/download/:token' : '/en/downloads',
    at: token ? `/en/download/${token}` : '/en/downloads',
  });

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('a purchase', () => {
  it('with an expired download link shows a message, and the link can be renewed', async () => {
    let renewed = false;
    const calls = fakeShop([], {
      '/api/users/purchases': () => ({
        data: {
          purchases: [
            renewed
              ? paidPurchase
              : { ...paidPurchase, canDownload: false, downloadExpiresAt: daysFromNow(-1), renewalsLeft: 2 },
          ],
        },
      }),
      '/api/users/purchases/pu1/renew-link': () => {
        renewed = true;
        return { data: paidPurchase };
      },
    });
    await open();
    expect(await screen.findByText('Download Expired, Contact support for assistance')).toBeTruthy();
    expect(screen.getByText('2 renewals left this month')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Renew link' }));
    expect(await screen.findByText('ready')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew link' })).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('/renew-link'))).toHaveLength(1);
  });

  it('with no renewals left shows the date from which its link can be renewed again', async () => {
    fakeShop([{ ...paidPurchase, canDownload: false, downloadExpiresAt: daysFromNow(-1), renewalsLeft: 0 }]);
    await open();
    expect(await screen.findByText(/do so again from 1 \w+ \d{4}/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew link' })).toBeNull();
  });

  it('with a file that has no downloads left offers the renewal, and the other files can still be downloaded', async () => {
    fakeShop([
      {
        ...paidPurchase,
        files: [
          { ...file, downloadCount: 5 },
          { ...file, id: 'f2', kind: 'a0' },
        ],
      },
    ]);
    await open();
    expect(await screen.findByRole('button', { name: 'Renew link' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download A4' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download A0' }).disabled).toBe(false);
  });

  it('shows a new version of a file and what has changed', async () => {
    fakeShop([{ ...paidPurchase, files: [{ ...file, version: 2, changelog: 'The zip mark sits higher.' }] }]);
    await open();
    expect(await screen.findByText('New: version 2. The zip mark sits higher.')).toBeTruthy();
  });

  it('shows how long its link is still valid, in days, hours or minutes', async () => {
    const expiringIn = (id: string, minutes: number) => ({
      ...paidPurchase,
      id,
      downloadExpiresAt: daysFromNow(minutes / 1440),
    });
    fakeShop([expiringIn('a', 2879.5), expiringIn('b', 185), expiringIn('c', 20.5), expiringIn('d', -1)]);
    await open();
    for (const left of ['2 days left', '3 hours left', '20 minutes left', 'Expired'])
      expect(await screen.findByText(new RegExp(left))).toBeTruthy();
  });

  it('has a confirmation with price, VAT and the accepted waiver', async () => {
    fakeShop([{ ...paidPurchase, confirmation: { ...paidPurchase.confirmation, waiver } }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText('12,90 € incl. 19% VAT (2,06 €, Germany)')).toBeTruthy();
    expect(screen.getByText('I expressly agree.').getAttribute('lang')).toBe('en');
    expect(screen.queryByRole('link', { name: 'Withdraw from contract' })).toBeNull();
  });

  it('has a confirmation that says why no VAT was charged', async () => {
    const noVat = { country: 'NO', vatRate: null, vatCents: null, taxNote: 'Not subject to German VAT' };
    const confirmation = { ...paidPurchase.confirmation, ...noVat };
    fakeShop([{ ...paidPurchase, confirmation }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText('12,90 € – Not subject to German VAT')).toBeTruthy();
  });

  it('with a right of withdrawal links to the withdrawal form for its order number', async () => {
    fakeShop([{ ...paidPurchase, confirmation: { ...paidPurchase.confirmation, withdrawableUntil: daysFromNow(5) } }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    const link = screen.getByRole('link', { name: 'Withdraw from contract' });
    expect(link.getAttribute('href')).toBe('/en/withdraw?order=PP-2026-000042');
  });

  it('that is being refunded shows the refund instead of the right of withdrawal', async () => {
    const confirmation = { ...paidPurchase.confirmation, withdrawableUntil: daysFromNow(5) };
    fakeShop([{ ...paidPurchase, refundRequestedAt: daysFromNow(0), confirmation }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText(/^We are refunding this purchase\./)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Withdraw from contract' })).toBeNull();
    expect(screen.queryByText(/withdrawal period of 14 days is over/)).toBeNull();
  });

  it('shows whether its refund is on its way or complete', async () => {
    fakeShop([
      { ...paidPurchase, id: 'a', refundRequestedAt: daysFromNow(0) },
      {
        ...paidPurchase,
        id: 'b',
        status: 'refunded',
        copyState: 'none',
        canDownload: false,
        files: [],
        downloadToken: null,
      },
    ]);
    await open();
    expect(await screen.findByText(/Your money is on its way back/)).toBeTruthy();
    expect(screen.getByText(/It usually takes 5 to 10 business days/)).toBeTruthy();
  });

  it('of which a part was refunded shows the part and its document, and can still be downloaded', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    const invoices = ['invoice', 'correction', 'correction'].map((kind, index) => {
      const number = `RE-${index + 1}`;
      return { number, kind, issuedAt: daysFromNow(0), downloadUrl: `http://s3/${number}`, expiresIn: 60 };
    });
    fakeShop([{ ...paidPurchase, refundedCents: 300 }], {
      '/api/users/purchases/pu1/invoice': () => ({ data: { invoices } }),
    });
    await open();
    expect(await screen.findByText(/3,00\s€ of it refunded/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Invoice correction RE-3 (PDF)' }));
    await waitFor(() => expect(tab).toHaveBeenCalledWith('http://s3/RE-3', '_blank'));
    expect(screen.getByRole('button', { name: 'Invoice correction RE-2 (PDF)' })).toBeTruthy();
    expect(screen.getByText('ready')).toBeTruthy();
  });

  it('opens its invoice, or says that the invoice does not exist yet', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    let isWritten = false;
    const dates = { issuedAt: paidPurchase.purchaseDate, expiresIn: 60 };
    const invoice = { ...dates, number: 'RE-1', kind: 'invoice', downloadUrl: 'http://s3/re' };
    fakeShop([paidPurchase], {
      '/api/users/purchases/pu1/invoice': () =>
        isWritten
          ? { data: { invoices: [invoice] } }
          : { status: 409, error: { code: 'INVOICE_NOT_READY', message: '' } },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Invoice (PDF)' }));
    expect(await screen.findByText('Your invoice is being prepared. It will be ready in a moment.')).toBeTruthy();
    isWritten = true;
    await userEvent.click(screen.getByRole('button', { name: 'Invoice (PDF)' }));
    await waitFor(() => expect(tab).toHaveBeenCalledWith('http://s3/re', '_blank'));
  });

  it('whose download fails shows an error', async () => {
    fakeShop([paidPurchase], {
      '/api/downloads/secure': () => ({ status: 500, error: { code: 'INTERNAL', message: '' } }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download A4' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Download failed. Please try again.');
  });
});

describe('the downloads page', () => {
  it('shows on each tab the number of its entries, and the size and result of each download', async () => {
    const download = {
      id: 'd',
      patternTitle: 'Lina dress',
      fileName: 'a4.pdf',
      downloadDate: paidPurchase.purchaseDate,
    };
    fakeShop([paidPurchase], {
      '/api/users/downloads/recent': () => ({
        data: {
          downloads: [
            { ...download, id: 'd1', bytesDownloaded: 3_400_000, success: true },
            { ...download, id: 'd2', bytesDownloaded: 20, success: false },
          ],
        },
      }),
    });
    await open();
    expect(await screen.findByRole('tab', { name: 'My Purchases (1)' })).toBeTruthy();
    await userEvent.click(await screen.findByRole('tab', { name: 'Recent Downloads (2)' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText(/3 MB · downloaded/)).toBeTruthy();
    expect(panel.getByText(/1 kB · interrupted/)).toBeTruthy();
  });

  it('keeps its content when a refetch fails', async () => {
    let isDown = false;
    const unlessDown = (data: object) => () =>
      isDown ? { status: 500, error: { code: 'INTERNAL', message: '' } } : { data };
    fakeShop([], {
      '/api/users/purchases': unlessDown({ purchases: [paidPurchase] }),
      '/api/users/downloads/recent': unlessDown({ downloads: [] }),
      '/api/downloads/tok': unlessDown(paidPurchase),
    });
    await open('tok');
    await userEvent.click(await screen.findByRole('tab', { name: /Recent Downloads/ }));
    expect(await screen.findByText('“Lina dress” is ready to download')).toBeTruthy();
    expect(await screen.findByText('No downloads yet')).toBeTruthy();
    isDown = true;
    await refetchAll();
    expect(screen.getByText('“Lina dress” is ready to download')).toBeTruthy();
    expect(screen.getByText('No downloads yet')).toBeTruthy();
  });

  it('shows an error when it fails to load, and can be loaded again', async () => {
    let isDown = true;
    fakeShop([], {
      '/api/users/purchases': () =>
        isDown ? { status: 500, error: { code: 'INTERNAL', message: '' } } : { data: { purchases: [] } },
    });
    await open();
    expect(await screen.findByText('Failed to load purchase information. Please try again.')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No purchases yet')).toBeTruthy();
  });
});

describe('the download link of a mail', () => {
  it('offers a second file of the purchase when the main file has no downloads left; the link can be renewed', async () => {
    const files = [
      { ...file, downloadCount: 5 },
      { ...file, id: 'f2', kind: 'a0' as const },
    ];
    const calls = fakeShop([], {
      '/api/downloads/tok': () => ({ data: { ...paidPurchase, files } }),
      '/api/downloads/new': () => ({ data: { ...paidPurchase, downloadToken: 'new' } }),
      '/api/downloads/secure': () => ({ status: 409, error: { code: 'DOWNLOAD_LIMIT', message: '' } }),
      '/api/users/purchases/pu1/renew-link': () => ({ data: { ...paidPurchase, downloadToken: 'new' } }),
    });
    const router = await open('tok');
    expect(await screen.findByText(/1 of 5 used/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Download A0' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/downloads/secure')?.body).toEqual({ token: 'tok', file: 'f2' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Renew link' }));
    expect(await screen.findByRole('button', { name: 'Download A4' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/download/new');
  });

  it('can be renewed after it has expired, and the URL then contains the new token', async () => {
    const expired = { ...paidPurchase, canDownload: false, downloadExpiresAt: daysFromNow(-1) };
    fakeShop([expired], {
      '/api/downloads/old': () => ({ data: expired }),
      '/api/downloads/new': () => ({ data: { ...paidPurchase, downloadToken: 'new' } }),
      '/api/users/purchases/pu1/renew-link': () => ({ data: { ...paidPurchase, downloadToken: 'new' } }),
    });
    const router = await open('old');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Download Expired, Contact support for assistance',
    );
    await userEvent.click(screen.getAllByRole('button', { name: 'Renew link' })[0]!);
    expect(await screen.findByText('“Lina dress” is ready to download')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/download/new');
  });
});
