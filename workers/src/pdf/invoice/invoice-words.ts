import type { Language } from '#backend/platform/language.js';

const de = {
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
  correction: 'Rechnungskorrektur',
  cancels: 'zur Rechnung {number} vom {day}',
  to: 'Rechnung an',
  number: 'Rechnungsnummer',
  issuedOn: 'Rechnungsdatum',
  suppliedOn: 'Leistungsdatum',
  prepaidOn: 'Anzahlung vom',
  deliveryOn: 'Geplante Lieferung',
  order: 'Bestellnummer',
  item: 'Leistung',
  quantity: 'Menge',
  amount: 'Bruttobetrag',
  amountWithoutVat: 'Betrag',
  pattern: 'Digitales Schnittmuster (PDF-Dateien zum Herunterladen)',
  net: 'Nettobetrag',
  vat: 'Umsatzsteuer {rate} %',
  gross: 'Gesamtbetrag',
  refunded: 'Erstattet',
  remaining: 'Verbleibender Betrag',
  reduced: 'Der Preis hat sich nachträglich um den erstatteten Betrag gemindert (§ 17 Abs. 1 UStG).',
  reducedWithoutVat: 'Der Preis hat sich nachträglich um den erstatteten Betrag gemindert.',
  partReturned: 'Der Betrag geht auf das Zahlungsmittel zurück, mit dem er bezahlt wurde.',
  paid: 'Der Gesamtbetrag ist bezahlt.',
  returned: 'Der Gesamtbetrag geht auf das Zahlungsmittel zurück, mit dem er bezahlt wurde.',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernummer',
  economicId: 'W-IdNr.',
  representative: 'Vertreten durch',
  register: 'Registereintrag',
};

const en: typeof de = {
  invoice: 'Invoice',
  cancellation: 'Cancellation invoice',
  correction: 'Invoice correction',
  cancels: 'for invoice {number} of {day}',
  to: 'Billed to',
  number: 'Invoice number',
  issuedOn: 'Invoice date',
  suppliedOn: 'Date of supply',
  prepaidOn: 'Prepaid on',
  deliveryOn: 'Planned delivery',
  order: 'Order number',
  item: 'Item',
  quantity: 'Quantity',
  amount: 'Gross amount',
  amountWithoutVat: 'Amount',
  pattern: 'Digital sewing pattern (PDF files to download)',
  net: 'Net amount',
  vat: 'VAT {rate}%',
  gross: 'Total amount',
  refunded: 'Refunded',
  remaining: 'Remaining amount',
  reduced: 'The price was subsequently reduced by the refunded amount (§ 17 (1) UStG, the German VAT Act).',
  reducedWithoutVat: 'The price was subsequently reduced by the refunded amount.',
  partReturned: 'The amount is returned to the means of payment it was paid with.',
  paid: 'The total amount has been paid.',
  returned: 'The total amount is returned to the means of payment it was paid with.',
  vatId: 'VAT ID',
  taxNumber: 'Tax number',
  economicId: 'W-IdNr.',
  representative: 'Represented by',
  register: 'Register entry',
};

export const invoiceWords: Record<Language, typeof de> = { de, en };

/** The embedded font has no minus sign. DIN 5008 permits the en dash in its place; a hyphen is too short. */
export const MINUS = '–';

/** Formats an amount as `12,90 €` or `–12,90 €`. Invoices in English use this format too, because the shop's pages do. */
export function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('-', MINUS);
}

/** Formats a rate as `19`, `25,5` (German) or `25.5` (English). */
export function percent(rate: string, locale: Language): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Number(rate));
}
