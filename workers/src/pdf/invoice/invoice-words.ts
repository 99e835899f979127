import type { Language } from '#backend/platform/language.js';

const de = {
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
  cancels: 'zur Rechnung {number} vom {day}',
  to: 'Rechnung an',
  number: 'Rechnungsnummer',
  issuedOn: 'Rechnungsdatum',
  suppliedOn: 'Leistungsdatum',
  order: 'Bestellnummer',
  item: 'Leistung',
  quantity: 'Menge',
  amount: 'Betrag brutto',
  pattern: 'Digitales Schnittmuster (PDF-Dateien zum Herunterladen)',
  net: 'Nettobetrag',
  vat: 'Umsatzsteuer {rate} %',
  gross: 'Gesamtbetrag',
  paid: 'Der Gesamtbetrag ist bezahlt.',
  returned: 'Der Gesamtbetrag wird auf dem Weg erstattet, auf dem er bezahlt wurde.',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernummer',
};

const en: typeof de = {
  invoice: 'Invoice',
  cancellation: 'Cancellation invoice',
  cancels: 'for invoice {number} of {day}',
  to: 'Billed to',
  number: 'Invoice number',
  issuedOn: 'Invoice date',
  suppliedOn: 'Date of supply',
  order: 'Order number',
  item: 'Item',
  quantity: 'Quantity',
  amount: 'Gross amount',
  pattern: 'Digital sewing pattern (PDF files to download)',
  net: 'Net amount',
  vat: 'VAT {rate} %',
  gross: 'Total amount',
  paid: 'The total amount has been paid.',
  returned: 'The total amount is refunded the same way it was paid.',
  vatId: 'VAT ID',
  taxNumber: 'Tax number',
};

export const invoiceWords: Record<Language, typeof de> = { de, en };

/** Formats an amount like `12,90 €`, in every language, as the shop shows its prices. */
export function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats a rate like `19`, `25,5` (German) or `25.5` (English). */
export function percent(rate: string, locale: Language): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Number(rate));
}

/** @param day yyyy-mm-dd */
export function longDay(day: string, locale: Language): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

export function countryName(code: string, locale: Language): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}
