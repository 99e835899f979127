import type { DatevSettings, TaxCase } from '../../platform/config/books-settings.js';
import type { BookDocument } from './book-documents.js';
import { DATEV_FIELDS, FIELD } from './datev-fields.js';
import { germanRate, germanSize } from './german-csv.js';
import type { Period } from './period.js';

/** Maximum number of bookings in a file. */
export const DATEV_MAX_BOOKINGS = 99_999;

/** Texts are quoted, numbers are not. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string) => day.replaceAll('-', '');
/** yyyy-mm-dd as ddmmyyyy. */
const fullDay = (day: string) => day.split('-').toReversed().join('');

/** The files are in Windows-1252. The shop writes only characters that have the same byte there as in Latin-1. */
const encode = (text: string) => Buffer.from(text, 'latin1');

export function taxCaseOf({ taxScheme, vatCountry }: Pick<BookDocument, 'taxScheme' | 'vatCountry'>): TaxCase {
  if (taxScheme === 'small-business') return 'small-business';
  if (vatCountry === null) return 'outside-eu';
  return vatCountry === 'DE' ? 'domestic' : 'oss';
}

/** DATEV and the tax offices call Greece EL. */
export const taxCountry = (country: string): string => (country === 'GR' ? 'EL' : country);

function writeHeader(settings: DatevSettings, { text, year, from, to }: Period, now: Date): string {
  const createdAt = now.toISOString().replaceAll(/\D/g, '').slice(0, 17);
  return [
    quoted('EXTF'),
    '700',
    '21',
    quoted('Buchungsstapel'),
    '13',
    createdAt,
    '',
    quoted('RE'),
    quoted(''),
    quoted(''),
    settings.consultant ?? '',
    settings.client ?? '',
    `${year}0101`,
    String(settings.accountLength),
    compact(from),
    compact(to),
    quoted(`Rechnungen ${text}`),
    quoted(''),
    // Financial accounting, for all purposes, not fixed: the adviser can still correct the bookings.
    '1',
    '0',
    '0',
    quoted('EUR'),
    '',
    quoted(''),
    '',
    '',
    quoted(settings.chart === 'SKR03' ? '03' : '04'),
    '',
    '',
    quoted(''),
    quoted(''),
  ].join(';');
}

function writeBooking(document: BookDocument, { accounts }: DatevSettings): string {
  const fields = DATEV_FIELDS.map(() => '');
  const set = (name: keyof typeof FIELD, value: string) => (fields[FIELD[name] - 1] = value);
  const taxCase = taxCaseOf(document);
  const { account, key } = accounts[taxCase];
  const order = `Bestellung ${document.orderNumber}`;
  set('amount', germanSize(document.grossCents));
  set('side', quoted(document.grossCents < 0 ? 'H' : 'S'));
  set('currency', quoted(document.currency));
  set('account', accounts.receipts.account);
  set('contraAccount', account);
  if (key) set('taxKey', quoted(key));
  set('documentDay', document.issuedOn.slice(8) + document.issuedOn.slice(5, 7));
  set('documentNumber', quoted(document.number));
  const change = document.kind === 'correction' ? 'Korrektur' : 'Storno';
  set('text', quoted(document.cancelled ? `${change} ${document.cancelled}, ${order}` : order));
  if (taxCase === 'oss') {
    set('country', quoted(taxCountry(document.vatCountry!)));
    set('rate', germanRate(document.vatRate));
  }
  if (document.paymentId) {
    set('informationKind', quoted('Zahlung'));
    set('information', quoted(document.paymentId));
  }
  set('fixed', '0');
  // The VAT of a supply belongs to the month of the supply; the VAT of a cancellation or a correction
  // changes in the month of its issue (§ 17 (1) sentence 8 UStG).
  if (!document.cancelled && document.suppliedOn.slice(0, 7) !== document.issuedOn.slice(0, 7)) {
    set('supplyDay', fullDay(document.suppliedOn));
    set('taxPeriodDay', fullDay(document.suppliedOn));
  }
  return fields.join(';');
}

/** Writes a booking batch in DATEV's EXTF format: header version 700, category 21, format version 13. */
export async function* writeDatev(
  pages: AsyncIterable<BookDocument[]>,
  settings: DatevSettings,
  period: Period,
  now: Date,
): AsyncGenerator<Buffer> {
  yield encode(`${writeHeader(settings, period, now)}\r\n${DATEV_FIELDS.join(';')}\r\n`);
  for await (const page of pages) {
    yield encode(page.map((document) => `${writeBooking(document, settings)}\r\n`).join(''));
  }
}
