import type { Language } from '#backend/platform/language.js';
import { ACCENT, BODY, HAIRLINE, INK, LEFT, MUTED, RIGHT, RIGHT_ALIGNED, SMALL } from '../sheet/page-style.js';
import { sheetFile } from '../sheet/sheet-file.js';
import { longDay, splitAddress } from '../sheet/sheet-texts.js';
import { Sheet, wrapText } from '../sheet/sheet.js';
import { invoiceWords, MINUS, money, percent } from './invoice-words.js';

/** Content of an invoice. Dates are yyyy-mm-dd, amounts are in the smallest unit of the currency. */
export interface InvoiceContent {
  number: string;
  kind: 'invoice' | 'cancellation' | 'correction';
  /** Number and date of the invoice that is cancelled or corrected; null for an invoice. */
  cancelledNumber: string | null;
  cancelledOn: string | null;
  orderNumber: string;
  patternTitle: string;
  locale: Language;
  buyerName: string | null;
  buyerEmail: string;
  /** The name of the buyer's country or territory, in the language of the invoice. */
  countryName: string;
  seller: {
    shopName: string;
    name: string;
    /** Postal address; commas or line breaks separate its lines. */
    address: string;
    vatId: string | null;
    taxNumber: string | null;
    economicId?: string | null;
    representative?: string | null;
    register?: string | null;
    email: string;
  };
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** What remains of the invoice after a correction; null for an invoice and a cancellation. */
  remaining: Pick<InvoiceContent, 'netCents' | 'vatCents' | 'grossCents'> | null;
  vatRate: string;
  /** The name of the country of the VAT; null without VAT, and for an invoice of an earlier version. */
  vatCountryName: string | null;
  /** The sentence why the invoice shows no VAT; null for an invoice with VAT. */
  taxNote: string | null;
  currency: string;
  /** The day of the supply; for a prepayment the day of the payment. */
  suppliedOn: string;
  /** Planned day of the delivery, for a prepayment only. */
  deliveryOn: string | null;
  issuedOn: string;
}

/** Left edge of the column with the invoice number, the dates and the totals. */
const DETAILS_LEFT = 350;

/** Creates an invoice, a cancellation invoice or a correction on one A4 page. The same content gives the same bytes. */
export function invoicePdf(invoice: InvoiceContent): Buffer {
  const { number, kind, locale, seller, issuedOn } = invoice;
  const sheet = new Sheet();
  drawHead(sheet, invoice);
  drawParties(sheet, invoice);
  const belowTotals = drawTotals(sheet, invoice, drawItem(sheet, invoice));
  drawFoot(sheet, invoice, drawRemaining(sheet, invoice, belowTotals));
  const title = `${invoiceWords[locale][kind]} ${number}`;
  return sheetFile([sheet.content], { title, author: seller.name, language: locale, createdOn: issuedOn });
}

function drawHead(sheet: Sheet, { seller }: InvoiceContent): void {
  sheet.text(LEFT, 768, seller.shopName, { size: 17, colour: ACCENT, bold: true });
  sheet.rule(752, LEFT, RIGHT, 1.2, ACCENT);
  sheet.text(LEFT, 738, [seller.name, ...splitAddress(seller.address)].join(' · '), SMALL);
}

function drawParties(sheet: Sheet, invoice: InvoiceContent): void {
  const { locale, kind } = invoice;
  const words = invoiceWords[locale];
  sheet.text(LEFT, 692, words.to, SMALL);
  const buyer = [
    ...wrapText(invoice.buyerName ?? '', BODY.size, DETAILS_LEFT - LEFT - 30).slice(0, 2),
    ...wrapText(invoice.buyerEmail, BODY.size, DETAILS_LEFT - LEFT - 30).slice(0, 3),
    invoice.countryName,
  ];
  for (const [row, line] of buyer.entries()) sheet.text(LEFT, 674 - row * 15, line, BODY);

  const details: [string, string][] = [
    [words.number, invoice.number],
    [words.issuedOn, longDay(invoice.issuedOn, locale)],
    ...(invoice.deliveryOn
      ? ([
          [words.prepaidOn, longDay(invoice.suppliedOn, locale)],
          [words.deliveryOn, longDay(invoice.deliveryOn, locale)],
        ] as [string, string][])
      : ([[words.suppliedOn, longDay(invoice.suppliedOn, locale)]] as [string, string][])),
    [words.order, invoice.orderNumber],
  ];
  for (const [row, [label, value]] of details.entries()) {
    const y = 674 - row * 17;
    sheet.text(DETAILS_LEFT, y, label, { ...SMALL, size: 9 });
    sheet.text(RIGHT, y, value, { ...BODY, ...RIGHT_ALIGNED, bold: row === 0 });
  }

  sheet.text(LEFT, 556, words[kind], { size: 22, colour: INK, bold: true });
  if (invoice.cancelledNumber && invoice.cancelledOn) {
    const day = longDay(invoice.cancelledOn, locale);
    const about = words.cancels.replace('{number}', invoice.cancelledNumber).replace('{day}', day);
    sheet.text(LEFT, 537, about, { ...BODY, colour: MUTED });
  }
}

/** @returns the vertical position of the first line of the totals */
function drawItem(sheet: Sheet, { locale, patternTitle, kind, grossCents, currency, taxNote }: InvoiceContent): number {
  const words = invoiceWords[locale];
  const quantity = RIGHT - 110;
  sheet.text(LEFT, 496, words.item, SMALL);
  if (kind !== 'correction') sheet.text(quantity, 496, words.quantity, { ...SMALL, ...RIGHT_ALIGNED });
  sheet.text(RIGHT, 496, taxNote ? words.amountWithoutVat : words.amount, { ...SMALL, ...RIGHT_ALIGNED });
  sheet.rule(487, LEFT, RIGHT, 0.8, INK);
  const lines = wrapText(patternTitle, 11, quantity - LEFT - 50).slice(0, 6);
  for (const [row, line] of lines.entries()) {
    sheet.text(LEFT, 466 - row * 15, line, { size: 11, colour: INK, bold: true });
  }
  const pieces = { invoice: '1', cancellation: `${MINUS}1`, correction: '' }[kind];
  sheet.text(quantity, 466, pieces, { ...BODY, ...RIGHT_ALIGNED });
  sheet.text(RIGHT, 466, money(grossCents, currency), { ...BODY, ...RIGHT_ALIGNED });
  const belowTitle = 466 - lines.length * 15;
  sheet.text(LEFT, belowTitle, words.pattern, { ...SMALL, size: 9 });
  sheet.rule(belowTitle - 16, LEFT, RIGHT, 0.5, HAIRLINE);
  return belowTitle - 40;
}

/** @param top the vertical position of the first line @returns the vertical position of the text below the totals */
function drawTotals(sheet: Sheet, invoice: InvoiceContent, top: number): number {
  const words = invoiceWords[invoice.locale];
  return drawAmounts(sheet, invoice, invoice, invoice.kind === 'correction' ? words.refunded : words.gross, top) - 58;
}

/** What remains of a corrected invoice. @returns the vertical position of the text below it */
function drawRemaining(sheet: Sheet, invoice: InvoiceContent, top: number): number {
  const { remaining, locale } = invoice;
  return remaining ? drawAmounts(sheet, invoice, remaining, invoiceWords[locale].remaining, top + 8) - 50 : top;
}

/** @param grossLabel the label of the gross amount @returns the vertical position above the gross amount */
function drawAmounts(
  sheet: Sheet,
  invoice: InvoiceContent,
  { netCents, vatCents, grossCents }: Pick<InvoiceContent, 'netCents' | 'vatCents' | 'grossCents'>,
  grossLabel: string,
  top: number,
): number {
  const { locale, currency, taxNote } = invoice;
  const rows: [string, number][] = taxNote
    ? []
    : [
        [invoiceWords[locale].net, netCents],
        [vatLabel(invoice), vatCents],
      ];
  let y = top;
  for (const [label, cents] of rows) {
    const lines = wrapText(label, BODY.size, RIGHT - DETAILS_LEFT - 60);
    for (const [row, line] of lines.entries()) sheet.text(DETAILS_LEFT, y - row * 13, line, { ...BODY, colour: MUTED });
    sheet.text(RIGHT, y, money(cents, currency), { ...BODY, ...RIGHT_ALIGNED });
    y -= 17 + (lines.length - 1) * 13;
  }
  if (rows.length > 0) sheet.rule(y + 6, DETAILS_LEFT, RIGHT, 0.8, INK);
  const total = { size: 12, colour: INK, bold: true };
  sheet.text(DETAILS_LEFT, y - 12, grossLabel, total);
  sheet.text(RIGHT, y - 12, money(grossCents, currency), { ...total, ...RIGHT_ALIGNED });
  return y;
}

/** Names the country of the VAT, which is not always the buyer's. */
function vatLabel({ locale, vatRate, vatCountryName }: InvoiceContent): string {
  const label = invoiceWords[locale].vat.replace('{rate}', percent(vatRate, locale));
  return vatCountryName ? `${label} (${vatCountryName})` : label;
}

function drawFoot(sheet: Sheet, { locale, kind, seller, taxNote }: InvoiceContent, top: number): void {
  const words = invoiceWords[locale];
  const reasons = {
    invoice: [words.paid],
    cancellation: [words.returned],
    correction: [taxNote ? words.reducedWithoutVat : words.reduced, words.partReturned],
  };
  const sentences = [...(taxNote ? [taxNote] : []), ...reasons[kind]];
  for (const [row, sentence] of sentences.entries()) sheet.text(LEFT, top - row * 17, sentence, BODY);
  sheet.rule(78, LEFT, RIGHT, 0.5, HAIRLINE);
  sheet.text(LEFT, 62, [seller.name, ...splitAddress(seller.address)].join(' · '), SMALL);
  const taxIds = [
    seller.vatId && `${words.vatId} ${seller.vatId}`,
    seller.taxNumber && `${words.taxNumber} ${seller.taxNumber}`,
    seller.economicId && `${words.economicId} ${seller.economicId}`,
  ].filter(Boolean);
  sheet.text(LEFT, 49, [seller.email, ...taxIds.slice(0, 1)].join(' · '), SMALL);
  // § 35a GmbHG and § 80 AktG require these facts in business letters.
  const company = (['representative', 'register'] as const)
    .flatMap((fact) => (seller[fact] ? [`${words[fact]}: ${seller[fact]}`] : []))
    .join(' · ');
  for (const [row, line] of wrapText(company, SMALL.size, RIGHT - LEFT)
    .slice(0, 2)
    .entries())
    sheet.text(LEFT, 36 - row * 13, line, SMALL);
}
