import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { placeName } from '#backend/platform/tax/place-name.js';
import { TAX_SCHEMES, taxNote, type TaxScheme, vatKeyFor } from '#backend/platform/tax/tax-scheme.js';
import { vatIncluded } from '#backend/purchases/invoices/vat.js';
import { type InvoiceContent, invoicePdf } from './invoice-pdf.js';

const RATES: Record<string, string> = { DE: '19.00', AT: '20.00', FR: '20.00', 'PT-30': '22.00' };
const GROSS = 1290;

function content(scheme: TaxScheme, country: string, locale: 'de' | 'en'): InvoiceContent {
  const vatKey = vatKeyFor(scheme, country);
  const vatRate = vatKey ? RATES[vatKey]! : '0';
  const vatCents = vatIncluded(GROSS, vatRate);
  return {
    number: 'RE-2026-000042',
    kind: 'invoice',
    cancelledNumber: null,
    cancelledOn: null,
    orderNumber: 'PP-2026-000107',
    patternTitle: 'Sommerkleid Lina',
    locale,
    buyerName: 'Käthe Müller',
    buyerEmail: 'kaethe.mueller@example.com',
    countryName: placeName(country, locale),
    seller: {
      shopName: 'Nähwerk',
      name: 'Nähwerk GmbH',
      address: 'Nadelgasse 7, 10115 Berlin',
      vatId: 'DE123456789',
      taxNumber: null,
      email: 'hallo@example.com',
    },
    netCents: GROSS - vatCents,
    vatCents,
    grossCents: GROSS,
    remaining: null,
    vatRate,
    vatCountryName: vatKey && placeName(vatKey, locale),
    taxNote: taxNote(scheme, vatKey, locale),
    currency: 'EUR',
    suppliedOn: '2026-11-20',
    deliveryOn: null,
    issuedOn: '2026-11-21',
  };
}

async function readText(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ');
}

const OUTSIDE = 'Nicht steuerbar in Deutschland (§ 3a Abs. 5 UStG).';
const SMALL = 'Umsatzsteuerfrei: Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).';
const GERMAN = 'Umsatzsteuer 19 % (Deutschland) 2,06 €';
/** For each place: its name on the invoice, and the tax line under `domestic` and under `oss`. */
const PLACES: Record<string, [name: string, domestic: string, oss: string]> = {
  DE: ['Deutschland', GERMAN, GERMAN],
  AT: ['Österreich', GERMAN, 'Umsatzsteuer 20 % (Österreich) 2,15 €'],
  FR: ['Frankreich', GERMAN, 'Umsatzsteuer 20 % (Frankreich) 2,15 €'],
  MC: ['Monaco', GERMAN, 'Umsatzsteuer 20 % (Frankreich) 2,15 €'],
  'PT-30': ['Madeira, Portugal', GERMAN, 'Umsatzsteuer 22 % (Madeira, Portugal) 2,33 €'],
  IM: ['Isle of Man', OUTSIDE, OUTSIDE],
  GB: ['Vereinigtes Königreich', OUTSIDE, OUTSIDE],
  CH: ['Schweiz', OUTSIDE, OUTSIDE],
  US: ['Vereinigte Staaten', OUTSIDE, OUTSIDE],
  'ES-CN': ['Kanarische Inseln, Spanien', OUTSIDE, OUTSIDE],
};

describe.each(TAX_SCHEMES)('the invoice under the scheme %s', (scheme) => {
  it.each(Object.entries(PLACES))('has the right tax line for a buyer in %s', async (place, [name, domestic, oss]) => {
    const line = { 'small-business': SMALL, domestic, oss }[scheme];
    const text = await readText(invoicePdf(content(scheme, place, 'de')));
    for (const part of [name, 'Gesamtbetrag 12,90 €', line]) expect(text).toContain(part);
    const notes = [SMALL, OUTSIDE].filter((note) => text.includes(note));
    if (notes.includes(line)) {
      expect(notes).toEqual([line]);
      expect(text).not.toMatch(/Nettobetrag|Umsatzsteuer \d|brutto/);
    } else {
      expect(notes).toEqual([]);
      expect(text).toContain('Nettobetrag');
    }
  });

  it('has the same lines in English', async () => {
    const [british, austrian] = await Promise.all(
      ['GB', 'AT'].map((place) => readText(invoicePdf(content(scheme, place, 'en')))),
    );
    const small = 'No VAT: the exemption for small businesses applies (§ 19 UStG, the German VAT Act).';
    const outside = 'Not subject to German VAT (§ 3a (5) UStG, the German VAT Act).';
    expect(british).toContain(scheme === 'small-business' ? small : outside);
    const vat = { 'small-business': small, domestic: 'VAT 19% (Germany) 2,06 €', oss: 'VAT 20% (Austria) 2,15 €' };
    expect(austrian).toContain(vat[scheme]);
  });
});
