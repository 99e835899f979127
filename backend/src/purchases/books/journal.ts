import type { InvoiceKind } from '../invoices/invoice.entity.js';
import type { BookDocument } from './book-documents.js';
import { germanAmount, germanDay, germanLine, germanRate } from './german-csv.js';

const KINDS: Record<InvoiceKind, string> = {
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
  correction: 'Rechnungskorrektur',
};

const HEADINGS = [
  'Belegnummer',
  'Belegart',
  'Belegdatum',
  'Leistungsdatum',
  'Bestellnummer',
  'Land',
  'Steuersatz in %',
  'Netto',
  'Umsatzsteuer',
  'Brutto',
  'Währung',
  'Zu Rechnung',
  'Zahlungskennung',
];

const toLine = (document: BookDocument): string =>
  germanLine([
    document.number,
    KINDS[document.kind],
    germanDay(document.issuedOn),
    germanDay(document.suppliedOn),
    document.orderNumber,
    document.country,
    germanRate(document.vatRate),
    germanAmount(document.netCents),
    germanAmount(document.vatCents),
    germanAmount(document.grossCents),
    document.currency,
    document.cancelled ?? '',
    document.paymentId ?? '',
  ]);

/** Writes the journal of all documents as CSV in UTF-8 with a byte order mark, which spreadsheets need to read umlauts. */
export async function* writeJournal(pages: AsyncIterable<BookDocument[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${germanLine(HEADINGS)}`);
  for await (const page of pages) yield Buffer.from(page.map(toLine).join(''));
}
