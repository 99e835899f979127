import { type MarkLine, type OwnMark, STAMP_FONT_PREFIX, STAMP_NAME } from './mark-names.js';
import { textOfNumbers } from './own-glyphs.js';
import { headOf, otherContent } from './other-content.js';
import { decodeContent } from '../document/page-content.js';
import { PdfDocument } from '../document/pdf-document.js';
import { PdfRef } from '../document/pdf-value.js';
import { readCodes } from './read-codes.js';
import { isStampFont, STAMP_FONT_LENGTH } from './stamp-font.js';
import { hasSubstitutedLine } from './substituted-line.js';
import { readAsReader, type SeenText } from '../document/read-pages.js';
import type { GreyRaster } from '../prepare/render-pages.js';

/** More ids than this are a list of checksums, not marks. */
const MAX_IDS = 20_000;
const MAX_PLACES = 100_000;
const TRAILER_ID =
  /\/ID\s*\[\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))/y;
const INFO_KEY = /PatternFileId[^0-9a-f]{1,100}([0-9a-f]{32})(?![0-9a-f])/y;
/** The stamp text on a page, independent of spaces and dashes, which programs change; a long address is shortened. */
const LINES = [
  /Lizenziertf.{1,3}r([^–@…]{1,254}[@…][^–]{1,254})[–—-]Bestellung((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d\d\.\d\d\.\d{4}/gu,
  /Licensedto([^–@…]{1,254}[@…][^–]{1,254})[–—-]Order((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d{1,2}[A-Z][a-z]{2}\d{4}/gu,
];

/** An order number of a shop. Licence texts of designers name other orders in lines of the same shape. */
const ORDER_NUMBER = /^PP-\d{4}-\d{6,}$/;

/** Collects the marks of an upload: first from its bytes, then from the text of its pages and from pictures of them. */
export class MarkFinder {
  private readonly ids = new Set<string>();
  private readonly codes = new Set<string>();
  private readonly lines = new Map<string, MarkLine>();
  private certain = false;

  /**
   * @param source the upload, for its trailers, which the normaliser replaces
   * @param normalised all dictionaries as plain text: Info, fonts, resource names, XMP
   */
  readBytes(source: Buffer, normalised: Buffer): void {
    for (const at of places(source, '/ID')) {
      const pair = matchAt(TRAILER_ID, source, at, 1000)?.slice(1) ?? [];
      for (const part of pair) this.addId(hexOf(part));
    }
    for (const at of places(normalised, 'PatternFileId')) {
      const id = matchAt(INFO_KEY, normalised, at, 200)?.[1];
      if (id) this.addId(id);
      this.certain ||= id !== undefined;
    }
    this.certain ||= normalised.includes(STAMP_FONT_PREFIX) || normalised.includes(STAMP_NAME);
  }

  /**
   * Detects the stamp font under another name, and text outside of page contents: form fields, patterns, forms.
   * @param normalised the file after the limit checks
   * @throws {MasterRefused} TOO_LARGE, TOO_COMPLEX
   */
  async readObjects(normalised: Buffer, own: MarkLine & { fileId: string }): Promise<void> {
    const document = new PdfDocument(normalised);
    for (let number = 1; number < document.size; number++) {
      if (!headOf(document, number)?.includes(STAMP_FONT_LENGTH)) continue;
      this.certain ||= isStampFont(contentOf(document, number));
      document.release(number);
    }
    const other = otherContent(document, normalised);
    const seen = other && (await readAsReader(other.bytes));
    if (!other || !seen) return;
    try {
      const texts: SeenText[] = [];
      for (let number = 1; number <= other.pages; number++) {
        const page = await seen.page(number).catch(() => undefined);
        for (const text of page?.texts ?? []) texts.push(text);
      }
      this.readPage(texts, own);
    } finally {
      await seen.close();
    }
  }

  /** @param texts of one page, in content order; `own` is the sample of the self-check, which is ignored */
  readPage(texts: SeenText[], own: MarkLine & { fileId: string }): void {
    for (const { text } of texts) {
      const id = text.trim();
      if (/^[0-9a-f]{32}$/.test(id) && id !== own.fileId) this.addId(id);
    }
    const shown = texts.map(({ text }) => text).filter((text) => text.trim() !== '');
    this.readLines(shown.join(''), own.orderNumber);
    this.readLines(shown.map(textOfNumbers).join(''), own.orderNumber);
    this.certain ||= withoutSpaces(shown.join('')).split(lineOf(own.orderNumber)).some(hasSubstitutedLine);
  }

  /** @param picture of a page without the sample of the self-check */
  readPicture(picture: GreyRaster): void {
    for (const code of readCodes(picture)) this.codes.add(code);
  }

  /** @param ownOrder order number of the self-check sample */
  private readLines(shown: string, ownOrder: string): void {
    const text = withoutSpaces(shown.normalize('NFC'));
    for (const shape of LINES) {
      for (const [, email, orderNumber] of text.matchAll(shape)) {
        if (orderNumber !== ownOrder)
          this.lines.set(`${orderNumber} ${email}`, { orderNumber: orderNumber!, email: email! });
      }
    }
  }

  found(): OwnMark {
    const lines = [...this.lines.values()].slice(0, MAX_IDS);
    const codes = [...this.codes];
    const certain = this.certain || codes.length > 0 || lines.some(({ orderNumber }) => ORDER_NUMBER.test(orderNumber));
    return { fileIds: [...this.ids], codes, lines, certain };
  }

  private addId(id: string | undefined): void {
    if (id && this.ids.size < MAX_IDS) this.ids.add(id);
  }
}

const withoutSpaces = (text: string): string => text.replace(/\s/gu, '');

/** The line of the self-check sample: its end must not complete text of the designer to a substituted line. */
const lineOf = (orderNumber: string): RegExp =>
  new RegExp(`Lizenziertfür[^–]{1,254}–Bestellung${orderNumber}–\\d\\d\\.\\d\\d\\.\\d{4}`, 'u');

const contentOf = (document: PdfDocument, number: number): Buffer =>
  decodeContent(document, [new PdfRef(number)])?.subarray(0, -1) ?? Buffer.alloc(0);

function* places(bytes: Buffer, word: string): Generator<number> {
  let at = bytes.indexOf(word);
  for (let count = 0; at >= 0 && count < MAX_PLACES; count++) {
    yield at;
    at = bytes.indexOf(word, at + word.length);
  }
}

function matchAt(shape: RegExp, bytes: Buffer, at: number, length: number): RegExpExecArray | null {
  shape.lastIndex = 0;
  return shape.exec(bytes.toString('latin1', at, at + length));
}

/** Hex of a PDF string of 16 bytes; undefined for others. */
function hexOf(text: string): string | undefined {
  const hex = text.startsWith('<') ? text.slice(1, -1).replace(/\s/g, '').toLowerCase() : literalHex(text.slice(1, -1));
  return /^[0-9a-f]{32}$/.test(hex) ? hex : undefined;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literalHex(text: string): string {
  const plain = text.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, escape: string) => {
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 0xff);
    return /^[\r\n]/.test(escape) ? '' : (ESCAPES[escape] ?? escape);
  });
  return Buffer.from(plain, 'latin1').toString('hex');
}
