import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { Footer } from '../../app/footer';
import { Page as HelpPage } from './help-page';
import { Page as LegalPage } from './legal-page';
import { Page as SizeGuidePage } from './size-guide-page';

const text = {
  version: '2026-11-25',
  title: 'Widerrufsbelehrung',
  lead: 'Wann und wie du widerrufen kannst.',
  sections: [
    { id: 'right', title: 'Widerrufsrecht', text: ['Online unter [Vertrag widerrufen](/withdraw).', '– eine Zeile'] },
    {
      id: 'form',
      title: 'Muster-Widerrufsformular',
      text: ['Bitte ausfüllen.'],
      form: ['Hiermit widerrufe ich', 'Datum'],
    },
  ],
};

describe('the legal page', () => {
  it('shows the text of the server with its version, its links and its form', async () => {
    const requested: string[] = [];
    fakeApi({
      '/api/legal/widerruf': (_, query) => {
        requested.push(query.get('lang')!);
        return { data: text };
      },
    });
    await openScreen(<LegalPage />, { at: '/widerruf', language: 'de' });
    await screen.findByRole('heading', { level: 1, name: 'Widerrufsbelehrung' });
    expect(requested).toEqual(['de']);
    expect(screen.getByText('Wann und wie du widerrufen kannst.')).toBeTruthy();
    expect(screen.getByText('Stand: 25. November 2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Vertrag widerrufen' })).toHaveProperty('pathname', '/withdraw');
    expect(screen.getByRole('listitem').textContent).toBe('eine Zeile');
    const form = screen.getByRole('region', { name: 'Muster-Widerrufsformular' });
    expect(within(form).getByText('Hiermit widerrufe ich')).toBeTruthy();
  });

  it('offers to load the text again when the server does not respond', async () => {
    let fails = true;
    fakeApi({
      '/api/legal/terms': () =>
        fails
          ? { status: 503, error: { code: 'UNAVAILABLE', message: 'down' } }
          : { data: { ...text, title: 'Terms' } },
    });
    await openScreen(<LegalPage />, { at: '/en/terms' });
    await screen.findByRole('heading', { name: 'This page can’t be loaded right now' });
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Last changed: 25 November 2026')).toBeTruthy();
  });

  it.each(['/en/Impressum', '/en/IMPRESSUM/', '/EN/impressum'])('of the imprint opens at %s', async (at) => {
    fakeApi({ '/api/legal/impressum': () => ({ data: { ...text, title: 'Legal notice (Impressum)' } }) });
    await openScreen(<LegalPage />, { at });
    expect(await screen.findByRole('heading', { level: 1, name: 'Legal notice (Impressum)' })).toBeTruthy();
    const canonical = document.querySelector('link[rel="canonical"]')!.getAttribute('href');
    expect(canonical).toBe('http://localhost:3000/en/impressum');
  });
});

describe('the footer', () => {
  it.each([
    ['de', '/', 'Vertrag widerrufen', '/withdraw'],
    ['en', '/en', 'Withdraw from a contract', '/en/withdraw'],
  ] as const)('has a button that leads to the withdrawal function, in %s', async (language, at, name, pathname) => {
    fakeApi({});
    await openScreen(<Footer />, { at, language });
    const buttons = screen.getAllByRole('link', { name });
    expect(buttons).toHaveLength(1);
    expect(buttons[0]).toHaveProperty('pathname', pathname);
    expect(buttons[0]!.className).toContain('withdraw');
  });
});

describe('the help pages', () => {
  it('open the question that the URL names', async () => {
    fakeApi({});
    await openScreen(<HelpPage />, { at: '/en/help#expired' });
    const open = [...document.querySelectorAll('details')].filter((details) => details.open);
    expect(open.map(({ id }) => id)).toEqual(['expired']);
    expect(within(open[0]!).getByText(/up to three times per calendar month/)).toBeTruthy();
  });
});

it('the size guide shows measurements in inches, rounded to quarters', async () => {
  fakeApi({});
  await openScreen(<SizeGuidePage />, { at: '/en/size-guide' });
  const women = screen.getByRole('region', { name: 'Women, Centimetres' });
  expect(within(women).getByRole('row', { name: /^38 88 72 97/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Inches' }));
  const inches = screen.getByRole('region', { name: 'Women, Inches' });
  expect(within(inches).getByRole('row', { name: /^38 34 ¾ 28 ¼ 38 ¼/ })).toBeTruthy();
});
