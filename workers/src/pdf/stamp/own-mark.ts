import { type MarkLine, type OwnMark, STAMP_FONT_PREFIX, STAMP_NAME } from './mark-names.js';
import { decodeGlyphNumbers } from './own-glyphs.js';
import { readDictionary, otherContent } from './other-content.js';
import { decodeContent } from '../document/page-content.js';
import { PdfDocument } from '../document/pdf-document.js';
import { PdfRef } from '../document/pdf-value.js';
import { readCodes } from './read-codes.js';
import { isStampFont, STAMP_FONT_LENGTH } from './stamp-font.js';
import { hasSubstitutedLine } from './substituted-line.js';
import { openWithPdfJs, type ReadText } from '../document/read-pages.js';
import type { GreyRaster } from '../prepare/render-pages.js';

/** Maximum number of ids that are collected. A file that contains more has a list of checksums, which are not marks. */
const MAX_IDS = 20_000;
/** Maximum number of occurrences of one search word that are examined in a file. */
const MAX_OCCURRENCES = 100_000;
const TRAILER_ID =
  /\/ID\s*\[\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))/y;
const INFO_KEY = /PatternFileId[^0-9a-f]{1,100}([0-9a-f]{32})(?![0-9a-f])/y;
/**
 * Regular expressions for the text of a mark, without spaces and with any kind of dash: programs that convert a file change
 * spaces and dashes. A shortened address can contain an ellipsis instead of `@`.
 */
const LINE_PATTERNS = [
  /Lizenziertf.{1,3}r([^–@…]{1,254}[@…][^–]{1,254})[–—-]Bestellung((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d\d\.\d\d\.\d{4}/gu,
  /Licensedto([^–@…]{1,254}[@…][^–]{1,254})[–—-]Order((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d{1,2}[A-Z][a-z]{2}\d{4}/gu,
];

/**
 * The format of the shop's order numbers. The format distinguishes a mark from a designer's own licence text that looks like
 * a mark.
 */
const ORDER_NUMBER = /^PP-\d{4}-\d{6,}$/;

/** Collects the marks in an upload from its bytes, its objects, the text of its pages and pictures of its pages. */
export class MarkFinder {
  private readonly ids = new Set<string>();
  private readonly codes = new Set<string>();
  private readonly lines = new Map<string, MarkLine>();
  private certain = false;

  /**
   * Searches the trailers, the Info dictionary, font names, resource names and the XMP metadata.
   * @param source the upload. The trailers of the upload are searched here, because the normaliser replaces them
   * @param normalised the normalised file, in which all dictionaries are plain text
   */
  readBytes(source: Buffer, normalised: Buffer): void {
    for (const at of findOccurrences(source, '/ID')) {
      const pair = matchAt(TRAILER_ID, source, at, 1000)?.slice(1) ?? [];
      for (const part of pair) this.addId(parseId(part));
    }
    for (const at of findOccurrences(normalised, 'PatternFileId')) {
      const id = matchAt(INFO_KEY, normalised, at, 200)?.[1];
      if (id) this.addId(id);
      this.certain ||= id !== undefined;
    }
    this.certain ||= normalised.includes(STAMP_FONT_PREFIX) || normalised.includes(STAMP_NAME);
  }

  /**
   * Searches for the stamp font under another name, and for marks outside page contents: in form fields, patterns and forms.
   * @param normalised a normalised file that has passed the limit checks
   * @throws {MasterRefused} TOO_LARGE, TOO_COMPLEX
   */
  async readObjects(normalised: Buffer, sample: MarkLine & { fileId: string }): Promise<void> {
    const document = new PdfDocument(normalised);
    for (let number = 1; number < document.size; number++) {
      if (!readDictionary(document, number)?.includes(STAMP_FONT_LENGTH)) continue;
      this.certain ||= isStampFont(readContent(document, number));
      document.release(number);
    }
    const inspection = otherContent(document, normalised);
    const openInspection = inspection && (await openWithPdfJs(inspection.bytes));
    if (!inspection || !openInspection) return;
    try {
      const texts: ReadText[] = [];
      for (let number = 1; number <= inspection.pages; number++) {
        const page = await openInspection.page(number).catch(() => undefined);
        for (const text of page?.texts ?? []) texts.push(text);
      }
      this.readPage(texts, sample);
    } finally {
      await openInspection.close();
    }
  }

  /**
   * Searches the text of one page.
   * @param texts the texts of the page, in content order
   * @param sample the data of the sample mark that the self-check adds to the page; that mark is ignored
   */
  readPage(texts: ReadText[], sample: MarkLine & { fileId: string }): void {
    for (const { text } of texts) {
      const id = text.trim();
      if (/^[0-9a-f]{32}$/.test(id) && id !== sample.fileId) this.addId(id);
    }
    const printedTexts = texts.map(({ text }) => text).filter((text) => text.trim() !== '');
    this.readLines(printedTexts.join(''), sample.orderNumber);
    this.readLines(printedTexts.map(decodeGlyphNumbers).join(''), sample.orderNumber);
    this.certain ||= withoutSpaces(printedTexts.join(''))
      .split(sampleLine(sample.orderNumber))
      .some(hasSubstitutedLine);
  }

  /** Searches a picture of a page for bar codes. @param picture must not show the sample mark of the self-check */
  readPicture(picture: GreyRaster): void {
    for (const code of readCodes(picture)) this.codes.add(code);
  }

  /** @param sampleOrder the order number of the sample mark, which is ignored */
  private readLines(pageText: string, sampleOrder: string): void {
    const text = withoutSpaces(pageText.normalize('NFC'));
    for (const pattern of LINE_PATTERNS) {
      for (const [, email, orderNumber] of text.matchAll(pattern)) {
        if (orderNumber !== sampleOrder)
          this.lines.set(`${orderNumber} ${email}`, { orderNumber: orderNumber!, email: email! });
      }
    }
  }

  result(): OwnMark {
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

/**
 * Matches the text of the sample mark. The text of a page is split at the sample mark, because the letters of the sample
 * mark could otherwise complete the beginning of a mark with substituted letters.
 */
const sampleLine = (orderNumber: string): RegExp =>
  new RegExp(`Lizenziertfür[^–]{1,254}–Bestellung${orderNumber}–\\d\\d\\.\\d\\d\\.\\d{4}`, 'u');

/** @returns the decoded stream, without the line break that decodeContent appends */
const readContent = (document: PdfDocument, number: number): Buffer =>
  decodeContent(document, [new PdfRef(number)])?.subarray(0, -1) ?? Buffer.alloc(0);

function* findOccurrences(bytes: Buffer, word: string): Generator<number> {
  let at = bytes.indexOf(word);
  for (let count = 0; at >= 0 && count < MAX_OCCURRENCES; count++) {
    yield at;
    at = bytes.indexOf(word, at + word.length);
  }
}

function matchAt(pattern: RegExp, bytes: Buffer, at: number, length: number): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(bytes.toString('latin1', at, at + length));
}

/** @param text a PDF string, hexadecimal or literal @returns its 16 bytes as hex digits; undefined for another length */
function parseId(text: string): string | undefined {
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
