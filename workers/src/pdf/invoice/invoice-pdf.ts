import type { Language } from '#backend/platform/language.js';
import { deflateSync } from 'node:zlib';
import { type Colour, Sheet, wrapText } from './invoice-sheet.js';
import { countryName, invoiceWords, longDay, money, percent } from './invoice-words.js';
import { stampFontObjects } from '../stamp/stamp-font.js';

/** Content of an invoice. Dates are yyyy-mm-dd, amounts are in minor units of the currency. */
export interface InvoiceContent {
  number: string;
  kind: 'invoice' | 'cancellation';
  cancelledNumber: string | null;
  cancelledOn: string | null;
  orderNumber: string;
  patternTitle: string;
  locale: Language;
  buyerName: string | null;
  buyerEmail: string;
  country: string;
  /** In `address` commas or line breaks separate the lines. */
  seller: {
    shopName: string;
    name: string;
    address: string;
    vatId: string | null;
    taxNumber: string | null;
    email: string;
  };
  netCents: number;
  vatCents: number;
  grossCents: number;
  vatRate: string;
  currency: string;
  suppliedOn: string;
  issuedOn: string;
}

const [WIDTH, HEIGHT] = [595.28, 841.89];
const [LEFT, RIGHT] = [62, WIDTH - 62];
const DETAILS_LEFT = 350;
/** Colours of the storefront and the mails. */
const INK: Colour = [0.133, 0.125, 0.114];
const MUTED: Colour = [0.369, 0.345, 0.314];
const HAIRLINE: Colour = [0.8, 0.77, 0.73];
const ACCENT: Colour = [0.639, 0.184, 0.169];

const BODY = { size: 10, colour: INK };
const SMALL = { size: 8.5, colour: MUTED };
const RIGHT_ALIGNED = { align: 'right' } as const;

/** Creates an invoice or a cancellation invoice on one A4 page. The same content gives the same bytes. */
export function invoicePdf(invoice: InvoiceContent): Buffer {
  const sheet = new Sheet();
  drawHead(sheet, invoice);
  drawParties(sheet, invoice);
  drawFoot(sheet, invoice, drawTotals(sheet, invoice, drawItem(sheet, invoice)));
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
    countryName(invoice.country, locale),
  ];
  for (const [row, line] of buyer.entries()) sheet.text(LEFT, 674 - row * 15, line, BODY);

  const details: [string, string][] = [
    [words.number, invoice.number],
    [words.issuedOn, longDay(invoice.issuedOn, locale)],
    [words.suppliedOn, longDay(invoice.suppliedOn, locale)],
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

/** @returns the vertical position of the next part */
function drawItem(sheet: Sheet, { locale, patternTitle, kind, grossCents, currency }: InvoiceContent): number {
  const words = invoiceWords[locale];
  const quantity = RIGHT - 110;
  sheet.text(LEFT, 496, words.item, SMALL);
  sheet.text(quantity, 496, words.quantity, { ...SMALL, ...RIGHT_ALIGNED });
  sheet.text(RIGHT, 496, words.amount, { ...SMALL, ...RIGHT_ALIGNED });
  sheet.rule(487, LEFT, RIGHT, 0.8, INK);
  const lines = wrapText(patternTitle, 11, quantity - LEFT - 50).slice(0, 6);
  for (const [row, line] of lines.entries()) {
    sheet.text(LEFT, 466 - row * 15, line, { size: 11, colour: INK, bold: true });
  }
  sheet.text(quantity, 466, kind === 'invoice' ? '1' : '-1', { ...BODY, ...RIGHT_ALIGNED });
  sheet.text(RIGHT, 466, money(grossCents, currency), { ...BODY, ...RIGHT_ALIGNED });
  const belowTitle = 466 - lines.length * 15;
  sheet.text(LEFT, belowTitle, words.pattern, { ...SMALL, size: 9 });
  sheet.rule(belowTitle - 16, LEFT, RIGHT, 0.5, HAIRLINE);
  return belowTitle - 40;
}

/** @returns the vertical position of the next part */
function drawTotals(sheet: Sheet, invoice: InvoiceContent, top: number): number {
  const { locale, currency, vatRate } = invoice;
  const words = invoiceWords[locale];
  const rows: [string, number][] = [
    [words.net, invoice.netCents],
    [words.vat.replace('{rate}', percent(vatRate, locale)), invoice.vatCents],
  ];
  for (const [row, [label, cents]] of rows.entries()) {
    sheet.text(DETAILS_LEFT, top - row * 17, label, { ...BODY, colour: MUTED });
    sheet.text(RIGHT, top - row * 17, money(cents, currency), { ...BODY, ...RIGHT_ALIGNED });
  }
  sheet.rule(top - 28, DETAILS_LEFT, RIGHT, 0.8, INK);
  sheet.text(DETAILS_LEFT, top - 46, words.gross, { size: 12, colour: INK, bold: true });
  sheet.text(RIGHT, top - 46, money(invoice.grossCents, currency), {
    size: 12,
    colour: INK,
    bold: true,
    ...RIGHT_ALIGNED,
  });
  return top - 92;
}

function drawFoot(sheet: Sheet, { locale, kind, seller }: InvoiceContent, top: number): void {
  const words = invoiceWords[locale];
  sheet.text(LEFT, top, kind === 'invoice' ? words.paid : words.returned, BODY);
  sheet.rule(78, LEFT, RIGHT, 0.5, HAIRLINE);
  sheet.text(LEFT, 62, [seller.name, ...splitAddress(seller.address)].join(' · '), SMALL);
  const taxNumber = seller.taxNumber ? [`${words.taxNumber} ${seller.taxNumber}`] : [];
  const taxId = seller.vatId ? [`${words.vatId} ${seller.vatId}`] : taxNumber;
  sheet.text(LEFT, 49, [seller.email, ...taxId].join(' · '), SMALL);
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
  const first = 6;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Lang(${locale})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F ${first} 0 R>>>>>>`,
    Buffer.concat([Buffer.from(stream, 'latin1'), packed, Buffer.from('\nendstream')]),
    `<</Title ${title}/Author ${textString(seller.name)}/CreationDate(${createdAt})/ModDate(${createdAt})>>`,
    ...stampFontObjects(first),
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
