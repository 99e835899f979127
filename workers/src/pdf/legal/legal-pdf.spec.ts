import type { ContractText } from '#backend/legal/contract-text.js';
import { toContractText } from '#backend/legal/contract-text.js';
import { loadConfig } from '#backend/platform/config/config.js';
import { PRODUCTION_FACTS } from '../../../../backend/test/support/production-facts.js';
import { readPdf } from '../../../../backend/test/support/pdf-text.js';
import { runQpdf } from '../document/qpdf.js';
import { legalPdf } from './legal-pdf.js';

const sections = (texts: string[][]) =>
  texts.map((text, index) => ({ id: `part-${index}`, title: `${index + 1}. Abschnitt`, text }));

const withSections = (content: ContractText['content']['sections']): ContractText => ({
  id: 'terms-de-2026-11-25-0123456789ab',
  kind: 'terms',
  locale: 'de',
  version: '2026-11-25-0123456789ab',
  content: {
    title: 'AGB',
    lead: 'Die Bedingungen.',
    sections: content,
    shop: 'Nähwerk',
    seller: 'Nähwerk Schnittmuster GmbH',
    address: 'Nadelgasse 7, 10115 Berlin',
    site: 'https://shop.example/de',
  },
});
const bodies = async (pdf: Buffer) => (await readPdf(pdf)).pages.map(({ body }) => body);

describe('the document with a legal text', () => {
  const config = loadConfig({
    needs: ['seller', 'delivery'],
    env: { ...PRODUCTION_FACTS, PUBLIC_URL: 'https://schnitte.shop' },
  });

  it.each([
    ['terms', 'de'],
    ['terms', 'en'],
    ['withdrawal', 'de'],
    ['withdrawal', 'en'],
  ] as const)('contains every character of the text %s in %s', async (kind, locale) => {
    const text = toContractText(kind, locale, config);
    const body = (await bodies(legalPdf(text))).join('');
    expect(body).not.toContain('\\u{');
    expect(body).toContain('NadelundFadenGmbH·Nadelgasse7·10115Berlin');
    const withdrawUrl = { de: 'https://schnitte.shop/de/', en: 'https://schnitte.shop/en/' }[locale];
    expect(body).toContain(withdrawUrl);
    expect(legalPdf({ ...text }).equals(legalPdf(text))).toBe(true);
  });

  it('prints the items of a list with their dashes, and the address of each link', async () => {
    const lines = ['Du darfst:', '– nähen,', '– [verschenken](/copyright).', 'Siehe [https://shop.example](/terms).'];
    const [body] = await bodies(legalPdf(withSections(sections([lines]))));
    expect(body).toContain('1.AbschnittDudarfst:–nähen,–verschenken(https://shop.example/de/copyright).');
    expect(body).toMatch(/Siehehttps:\/\/shop\.example\.$/);
  });

  it('loses no line on many pages, and leaves no heading alone at the end of a page', async () => {
    const paragraph = (n: number) => Array.from({ length: 10 + (n % 90) }, (_, word) => `Wort${n}x${word}`).join(' ');
    const parts = Array.from({ length: 60 }, (_, n) => [paragraph(2 * n), `– ${paragraph(2 * n + 1)}`]);
    const pdf = legalPdf(withSections(sections(parts)));
    const pages = await readPdf(pdf);
    const body = pages.pages.map((page) => page.body).join('');
    for (const [title, ...rest] of sections(parts).map(({ title: heading, text }) => [heading, ...text]))
      expect(body).toContain([title, ...rest].join('').replaceAll(' ', ''));
    expect(pages.pages.length).toBeGreaterThan(5);
    for (const page of pages.pages.slice(0, -1)) expect(page.body).not.toMatch(/\d+\.Abschnitt$/);
    expect(await runQpdf(['--check', 'INPUT'], pdf)).toMatchObject({ exitCode: 0 });
  });

  it('does not divide a form, and does not end a line between a number and its unit', async () => {
    const filler = Array.from({ length: 33 }, (_, n) => `Absatz ${n}.`);
    const form = ['An uns:', 'Name', 'Anschrift', 'Datum', '(*) Unzutreffendes streichen.'];
    const [first, second] = await bodies(
      legalPdf(withSections([{ id: 'form', title: 'Formular', text: [...filler], form }])),
    );
    expect(first).toContain('Absatz20.');
    expect(second!.endsWith('Anuns:NameAnschriftDatum(*)Unzutreffendesstreichen.')).toBe(true);
  });
});
