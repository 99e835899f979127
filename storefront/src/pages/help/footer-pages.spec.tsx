import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen, playApi } from '../../../test/screen';
import { Page as ContactPage } from './contact-page';
import { Page as HelpPage } from './help-page';
import { Page as LegalPage } from './legal-page';
import { Page as SizeGuidePage } from './size-guide-page';

const legal = ['terms', 'widerruf', 'refunds', 'copyright', 'impressum', 'barrierefreiheit'];

describe('the legal pages', () => {
  it.each(legal)('%s marks the gaps that the operator must complete and shows a warning', async (name) => {
    playApi({});
    await openScreen(<LegalPage />, { at: `/${name}`, language: 'de' });
    expect(screen.getByText(/Der Betreiber ergänzt die Angaben in eckigen Klammern/)).toBeTruthy();
    expect(document.querySelectorAll('mark').length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toMatch(/\{\{|\]\(/);
  });

  it('the ranking criteria contain no gaps and no warning', async () => {
    playApi({});
    await openScreen(<LegalPage />, { at: '/en/ranking' });
    expect(screen.getByText(/Nobody can pay for a better place/)).toBeTruthy();
    expect(screen.queryByText(/This page is a template/)).toBeNull();
    expect(document.querySelector('mark')).toBeNull();
  });

  it.each(['/en/Impressum', '/en/IMPRESSUM/', '/EN/impressum'])('the imprint opens at %s', async (at) => {
    playApi({});
    await openScreen(<LegalPage />, { at });
    expect(screen.getByRole('heading', { level: 1, name: 'Imprint' })).toBeTruthy();
    const canonical = document.querySelector('link[rel="canonical"]')!.getAttribute('href');
    expect(canonical).toBe('http://localhost:3000/en/impressum');
  });

  it('the withdrawal instruction contains the model form and links to the online form', async () => {
    playApi({});
    await openScreen(<LegalPage />, { at: '/widerruf', language: 'de' });
    expect(screen.getByRole('link', { name: 'Vertrag widerrufen' })).toHaveProperty('pathname', '/withdraw');
    const form = screen.getByRole('region', { name: 'Muster-Widerrufsformular' });
    expect(within(form).getByText(/Hiermit widerrufe ich/)).toBeTruthy();
  });
});

describe('the help', () => {
  it('opens the question that the URL names', async () => {
    playApi({});
    await openScreen(<HelpPage />, { at: '/en/help#expired' });
    const open = [...document.querySelectorAll('details')].filter((details) => details.open);
    expect(open.map(({ id }) => id)).toEqual(['expired']);
    expect(within(open[0]!).getByText(/up to three times a calendar month/)).toBeTruthy();
  });

  it('marks a missing e-mail address as a gap and shows no mail button', async () => {
    playApi({});
    await openScreen(<ContactPage />, { at: '/en/contact' });
    expect(screen.getByText('[Email address of the operator]')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Write a mail' })).toBeNull();
  });
});

it('the size guide shows measurements in inches, rounded to quarters', async () => {
  playApi({});
  await openScreen(<SizeGuidePage />, { at: '/en/size-guide' });
  const women = screen.getByRole('region', { name: 'Women, Centimetres' });
  expect(within(women).getByRole('row', { name: /^38 88 72 97/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Inches' }));
  const inches = screen.getByRole('region', { name: 'Women, Inches' });
  expect(within(inches).getByRole('row', { name: /^38 34 ¾ 28 ¼ 38 ¼/ })).toBeTruthy();
});
