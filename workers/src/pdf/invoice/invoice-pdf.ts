import type { Language } from '#backend/platform/language.js';
import { deflateSync } from 'node:zlib';
import { type Colour, Sheet, wrapText } from './invoice-sheet.js';
import { invoiceWords, longDay, MINUS, money, percent } from './invoice-words.js';
import { stampFontObjects } from '../stamp/stamp-font.js';

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

/** Size of an A4 page. In this file all lengths are in points, and the origin is the lower left corner of the page. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const [LEFT, RIGHT] = [62, WIDTH - 62];
/** Left edge of the column with the invoice number, the dates and the totals. */
const DETAILS_LEFT = 350;
/** Colours of the storefront and the mails. */
const INK: Colour = [0.133, 0.125, 0.114];
const MUTED: Colour = [0.369, 0.345, 0.314];
const HAIRLINE: Colour = [0.8, 0.77, 0.73];
const ACCENT: Colour = [0.639, 0.184, 0.169];

const BODY = { size: 10, colour: INK };
const SMALL = { size: 8.5, colour: MUTED };
const RIGHT_ALIGNED = { align: 'right' } as const;

/** Creates an invoice, a cancellation invoice or a correction on one A4 page. The same content gives the same bytes. */
export function invoicePdf(invoice: InvoiceContent): Buffer {
  const sheet = new Sheet();
  drawHead(sheet, invoice);
  drawParties(sheet, invoice);
  const belowTotals = drawTotals(sheet, invoice, drawItem(sheet, invoice));
  drawFoot(sheet, invoice, drawRemaining(sheet, invoice, belowTotals));
  return assembleFile(sheet.content, invoice);
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
    correction: [words.reduced, words.partReturned],
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
}

const splitAddress = (address: string): string[] =>
  address
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean);

function assembleFile(content: string, { number, kind, locale, seller, issuedOn }: InvoiceContent): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'), { level: 9 });
  const stream = `<</Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  const createdAt = `D:${issuedOn.replaceAll('-', '')}000000Z`;
  const title = textString(`${invoiceWords[locale][kind]} ${number}`);
  /** Number of the font's first object: five other objects come before it. */
  const font = 6;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Lang(${locale})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F ${font} 0 R>>>>>>`,
    Buffer.concat([Buffer.from(stream, 'latin1'), packed, Buffer.from('\nendstream')]),
    `<</Title ${title}/Author ${textString(seller.name)}/CreationDate(${createdAt})/ModDate(${createdAt})>>`,
    ...stampFontObjects(font),
  ].map((object) => Buffer.from(object as string, 'latin1'));

  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const rows = ['0000000000 65535 f \n'];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const trailer = `trailer\n<</Size ${rows.length}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${rows.length}\n${rows.join('')}${trailer}`)]);
}

const textString = (value: string): string => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
