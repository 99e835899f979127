import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paidPurchase, daysFromNow, file } from '../../../test/purchases';
import { Refetchable, refetchAll, lina, openScreen, playApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { Purchase } from '../../api/types';
import { Page } from './downloads-page';

const waiver = {
  text: 'I expressly agree.',
  version: '2026-11-21',
  locale: 'en',
  acceptedAt: paidPurchase.purchaseDate,
} as const;

const playShop = (purchases: Purchase[], answers: Parameters<typeof playApi>[0] = {}) =>
  playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/users/purchases': () => ({ data: { purchases } }),
    '/api/users/downloads/recent': () => ({ data: { downloads: [] } }),
    ...answers,
  });
const open = (token = '') =>
  openScreen(<Refetchable screen={<Page />} />, {
    path: token ? '/en/download/:token' : '/en/downloads',
    at: token ? `/en/download/${token}` : '/en/downloads',
  });

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('a purchase', () => {
  it('with an expired download link shows a message and can be renewed', async () => {
    let renewed = false;
    const calls = playShop([], {
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
    expect(screen.getByText('2 times left this month')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Renew link' }));
    expect(await screen.findByText('ready')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew link' })).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('/renew-link'))).toHaveLength(1);
  });

  it('without renewals left shows from when on its link can be renewed again', async () => {
    playShop([{ ...paidPurchase, canDownload: false, downloadExpiresAt: daysFromNow(-1), renewalsLeft: 0 }]);
    await open();
    expect(await screen.findByText(/possible again from 1 \w+ \d{4}/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew link' })).toBeNull();
  });

  it('with downloads left for only some files can be renewed, and the other files can be downloaded', async () => {
    playShop([
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
    playShop([{ ...paidPurchase, files: [{ ...file, version: 2, changelog: 'The zip mark sits higher.' }] }]);
    await open();
    expect(await screen.findByText('New: version 2. The zip mark sits higher.')).toBeTruthy();
  });

  it('shows the time left in days, hours or minutes', async () => {
    const expiringIn = (id: string, minutes: number) => ({
      ...paidPurchase,
      id,
      downloadExpiresAt: daysFromNow(minutes / 1440),
    });
    playShop([expiringIn('a', 2879.5), expiringIn('b', 185), expiringIn('c', 20.5), expiringIn('d', -1)]);
    await open();
    for (const left of ['2 days left', '3 hours left', '20 minutes left', 'Expired'])
      expect(await screen.findByText(new RegExp(left))).toBeTruthy();
  });

  it('has a confirmation with price, VAT and the accepted waiver', async () => {
    playShop([{ ...paidPurchase, confirmation: { ...paidPurchase.confirmation, waiver } }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText('12,90 € incl. 19 % VAT (2,06 €, Germany)')).toBeTruthy();
    expect(screen.getByText('I expressly agree.').getAttribute('lang')).toBe('en');
    expect(screen.queryByRole('link', { name: 'Withdraw from contract' })).toBeNull();
  });

  it('has a confirmation without VAT when none was charged', async () => {
    const confirmation = { ...paidPurchase.confirmation, country: 'US', vatRate: 0, vatCents: 0 };
    playShop([{ ...paidPurchase, confirmation }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText('12,90 €')).toBeTruthy();
    expect(screen.queryByText(/VAT/)).toBeNull();
  });

  it('with a right of withdrawal links to the withdrawal with its order number', async () => {
    playShop([{ ...paidPurchase, confirmation: { ...paidPurchase.confirmation, withdrawableUntil: daysFromNow(5) } }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    const link = screen.getByRole('link', { name: 'Withdraw from contract' });
    expect(link.getAttribute('href')).toBe('/en/withdraw?order=PP-2026-000042');
  });

  it('that is being refunded shows the refund instead of the right of withdrawal', async () => {
    const confirmation = { ...paidPurchase.confirmation, withdrawableUntil: daysFromNow(5) };
    playShop([{ ...paidPurchase, refundRequestedAt: daysFromNow(0), confirmation }]);
    await open();
    await userEvent.click(await screen.findByText('Order confirmation'));
    expect(screen.getByText(/^We are refunding this purchase\./)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Withdraw from contract' })).toBeNull();
    expect(screen.queryByText(/withdrawal period of 14 days is over/)).toBeNull();
  });

  it('that is being refunded or was refunded explains its state', async () => {
    playShop([
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
    expect(screen.getByText(/it takes 5 to 10 bank working days/)).toBeTruthy();
  });

  it('opens its invoice, or says that it does not exist yet', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    let isWritten = false;
    const invoice = {
      number: 'RE-1',
      kind: 'invoice',
      issuedAt: paidPurchase.purchaseDate,
      downloadUrl: 'http://s3/re',
      expiresIn: 60,
    };
    playShop([paidPurchase], {
      '/api/users/purchases/pu1/invoice': () =>
        isWritten
          ? { data: { invoices: [invoice] } }
          : { status: 409, error: { code: 'INVOICE_NOT_READY', message: '' } },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Invoice (PDF)' }));
    expect(await screen.findByText('Your invoice is being written. It will be ready in a moment.')).toBeTruthy();
    isWritten = true;
    await userEvent.click(screen.getByRole('button', { name: 'Invoice (PDF)' }));
    await waitFor(() => expect(tab).toHaveBeenCalledWith('http://s3/re', '_blank'));
  });

  it('whose download fails shows an error', async () => {
    playShop([paidPurchase], {
      '/api/downloads/secure': () => ({ status: 500, error: { code: 'INTERNAL', message: '' } }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download A4' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Download failed. Please try again.');
  });
});

describe('the downloads page', () => {
  it('counts the entries of both tabs and shows size and result of each download', async () => {
    const download = {
      id: 'd',
      patternTitle: 'Lina dress',
      fileName: 'a4.pdf',
      downloadDate: paidPurchase.purchaseDate,
    };
    playShop([paidPurchase], {
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
    playShop([], {
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
    playShop([], {
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
  it('offers another file when the main one has no downloads left, and can be renewed', async () => {
    const files = [
      { ...file, downloadCount: 5 },
      { ...file, id: 'f2', kind: 'a0' as const },
    ];
    const calls = playShop([], {
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

  it('can be renewed after it has expired, and the new link replaces it in the URL', async () => {
    const expired = { ...paidPurchase, canDownload: false, downloadExpiresAt: daysFromNow(-1) };
    playShop([expired], {
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
