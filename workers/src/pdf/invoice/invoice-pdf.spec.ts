import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type InvoiceContent, invoicePdf } from './invoice-pdf.js';

const invoice: InvoiceContent = {
  number: 'RE-2026-000042',
  kind: 'invoice',
  cancelledNumber: null,
  cancelledOn: null,
  orderNumber: 'PP-2026-000107',
  patternTitle: 'Sommerkleid „Lina“ – Größen 34 bis 46',
  locale: 'de',
  buyerName: 'Käthe Müller-Groß',
  buyerEmail: 'kaethe.mueller@example.com',
  countryName: 'Österreich',
  seller: {
    shopName: 'Nähwerk',
    name: 'Nähwerk Schnittmuster GmbH',
    address: 'Nadelgasse 7, 10115 Berlin, Deutschland',
    vatId: 'DE123456789',
    taxNumber: null,
    representative: 'Erika Mustermann, Geschäftsführerin',
    register: 'Amtsgericht Berlin (Charlottenburg), HRB 12345',
    email: 'hallo@example.com',
  },
  netCents: 1075,
  vatCents: 215,
  grossCents: 1290,
  remaining: null,
  vatRate: '20.00',
  vatCountryName: 'Österreich',
  taxNote: null,
  currency: 'EUR',
  suppliedOn: '2026-11-20',
  deliveryOn: null,
  issuedOn: '2026-11-21',
};

async function extractText(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  expect(document.numPages).toBe(1);
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

describe('the PDF of an invoice', () => {
  it('contains seller, buyer, pattern, date and price', async () => {
    const text = await extractText(invoicePdf(invoice));
    for (const expected of [
      'Rechnung',
      'RE-2026-000042',
      '21. November 2026',
      'Leistungsdatum',
      '20. November 2026',
      'PP-2026-000107',
      'Sommerkleid „Lina“ – Größen 34 bis 46',
      'Käthe Müller-Groß',
      'kaethe.mueller@example.com',
      'Österreich',
      '10,75 €',
      'Umsatzsteuer 20 %\n(Österreich)',
      '2,15 €',
      '12,90 €',
      'USt-IdNr. DE123456789',
      'Vertreten durch: Erika Mustermann, Geschäftsführerin',
      'Registereintrag: Amtsgericht Berlin (Charlottenburg), HRB 12345',
    ])
      expect(text).toContain(expected);
  });

  it('names the day of a prepayment and the planned day of its delivery instead of a day of supply', async () => {
    const prepaid = { ...invoice, deliveryOn: '2026-12-08' };
    const text = await extractText(invoicePdf(prepaid));
    for (const expected of ['Anzahlung vom', '20. November 2026', 'Geplante Lieferung', '8. Dezember 2026'])
      expect(text).toContain(expected);
    expect(text).not.toContain('Leistungsdatum');
    expect(await extractText(invoicePdf({ ...prepaid, locale: 'en' }))).toMatch(/Planned delivery\s+8 December 2026/);
  });

  it('contains the tax number of a seller without a VAT id', async () => {
    const seller = { ...invoice.seller, vatId: null, taxNumber: '37/123/45678' };
    expect(await extractText(invoicePdf({ ...invoice, seller }))).toContain('Steuernummer 37/123/45678');
    expect(await extractText(invoicePdf({ ...invoice, seller, locale: 'en' }))).toContain('Tax number 37/123/45678');
  });

  it('names the cancelled invoice in an English cancellation invoice', async () => {
    const cancellation: InvoiceContent = {
      ...invoice,
      kind: 'cancellation',
      locale: 'en',
      number: 'RE-2026-000050',
      cancelledNumber: 'RE-2026-000042',
      cancelledOn: '2026-11-21',
      netCents: -1075,
      vatCents: -215,
      grossCents: -1290,
      vatRate: '25.50',
    };
    const text = await extractText(invoicePdf(cancellation));
    for (const expected of [
      'Cancellation invoice',
      'for invoice RE-2026-000042 of 21 November 2026',
      '–12,90 €',
      'VAT 25.5%',
    ])
      expect(text).toContain(expected);
  });

  it('names invoice, reason, refunded amounts and what remains in a correction, without VAT as the invoice', async () => {
    const correction: InvoiceContent = {
      ...invoice,
      kind: 'correction',
      number: 'RE-2026-000051',
      cancelledNumber: 'RE-2026-000042',
      cancelledOn: '2026-11-21',
      netCents: -250,
      vatCents: -50,
      grossCents: -300,
      remaining: { netCents: 825, vatCents: 165, grossCents: 990 },
    };
    const lines = (await extractText(invoicePdf(correction))).replace(/\s+/g, ' ');
    for (const expected of [
      'Rechnungskorrektur zur Rechnung RE-2026-000042 vom 21. November 2026',
      '(§ 17 Abs. 1 UStG)',
      'Nettobetrag –2,50 € Umsatzsteuer 20 % (Österreich) –0,50 € Erstattet –3,00 €',
      'Nettobetrag 8,25 € Umsatzsteuer 20 % (Österreich) 1,65 € Verbleibender Betrag 9,90 €',
    ])
      expect(lines).toContain(expected);
    expect(lines).not.toMatch(/Menge|bezahlt\.$|Gesamtbetrag/);
    const untaxed = {
      ...correction,
      locale: 'en',
      taxNote: 'Not subject to German VAT.',
      netCents: -300,
      vatCents: 0,
    } as const;
    const english = (await extractText(invoicePdf(untaxed))).replace(/\s+/g, ' ');
    expect(english).toContain('Invoice correction for invoice RE-2026-000042 of 21 November 2026');
    expect(english).toContain('Refunded –3,00 € Remaining amount 9,90 € Not subject to German VAT.');
    // Without VAT there is no tax base that § 17 UStG changes.
    expect(english).not.toMatch(/Net amount|VAT \d|§ 17/);
  });

  it('has one page even when the buyer and the pattern have very long names with unusual characters', async () => {
    const unusual = {
      ...invoice,
      buyerName: 'Ω ☃ '.repeat(60),
      buyerEmail: `${'x'.repeat(64)}@${'y'.repeat(180)}.example`,
      patternTitle: `${'Donaudampfschifffahrt'.repeat(12)} (PDF) \\ <script> ) Tj`,
    };
    expect(await extractText(invoicePdf(unusual))).toContain('12,90 €');
  });

  it('has the same bytes for the same content, and pdf-lib can read it', async () => {
    const pdf = invoicePdf(invoice);
    expect(invoicePdf({ ...invoice }).equals(pdf)).toBe(true);
    const document = await PDFDocument.load(pdf);
    expect(document.getTitle()).toBe('Rechnung RE-2026-000042');
  });
});
