import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen, session } from '../../../../test/screen';
import { storeTokens } from '../../../api/tokens';
import { BookExport } from './book-export';
import { lastQuarter } from './book-periods';

const downloads: { name: string; size: number }[] = [];
let requested: string[] = [];

beforeEach(() => {
  storeTokens(session());
  downloads.length = 0;
  requested = [];
  let file: Blob | undefined;
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => {
        file = blob;
        return 'blob:1';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, size: file!.size });
  });
});

/** Lets the API respond to each request with `respond`. */
const respondWith = (respond: () => Response) => {
  globalThis.fetch = async (input) => {
    const url = new URL((input as Request).url);
    if (url.pathname !== '/api/admin/books') return Response.json({ success: true, data: {} });
    requested.push(url.search);
    return respond();
  };
};
const csv = (name: string) =>
  new Response('Belegnummer\r\n', {
    headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` },
  });
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const download = () => fireEvent.click(screen.getByRole('button', { name: 'Download file' }));

describe('the export of the books', () => {
  it('downloads the chosen format and period', async () => {
    respondWith(() => csv('EXTF_Buchungsstapel_2026-02.csv'));
    await openScreen(<BookExport />, { at: '/en/admin?tab=books' });
    fireEvent.change(await screen.findByLabelText('Format'), { target: { value: 'datev' } });
    expect(await screen.findByText(/DATEV recommends one file per month/)).toBeTruthy();
    choose('Year', '2026');
    choose('Period', '02');
    download();
    expect(await screen.findByText('EXTF_Buchungsstapel_2026-02.csv has been downloaded.')).toBeTruthy();
    expect(requested).toEqual(['?format=datev&period=2026-02']);
    expect(downloads).toEqual([{ name: 'EXTF_Buchungsstapel_2026-02.csv', size: 13 }]);
  });

  it('offers only quarters for the OSS return', async () => {
    respondWith(() => csv('OSS.csv'));
    await openScreen(<BookExport />, { at: '/en/admin?tab=books&format=oss' });
    const part = await screen.findByLabelText('Period');
    expect([...part.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
      [1, 2, 3, 4].map((number) => `Quarter ${number}`),
    );
  });

  it('shows why the file could not be created', async () => {
    const error = { code: 'DATEV_NOT_CONFIGURED', message: 'No' };
    respondWith(() => Response.json({ success: false, error }, { status: 409 }));
    await openScreen(<BookExport />, { at: '/en/admin?tab=books&format=datev' });
    await screen.findByLabelText('Format');
    download();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('consultant and client numbers'));
    expect(downloads).toEqual([]);
  });
});

it.each([
  ['2026-11-25', '2026', 'Q3'],
  ['2026-04-01', '2026', 'Q1'],
  ['2026-02-28', '2025', 'Q4'],
])('on %s the last complete quarter is in %s', (day, year, part) => {
  expect(lastQuarter(new Date(`${day}T12:00:00`))).toEqual({ year, part });
});
