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

/** Maximum number of ids that are collected: more are a list of checksums, not marks. */
const MAX_IDS = 20_000;
const MAX_OCCURRENCES = 100_000;
const TRAILER_ID =
  /\/ID\s*\[\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))\s*(<[^<>]{0,200}>|\((?:\\[^]|[^\\)]){0,200}\))/y;
const INFO_KEY = /PatternFileId[^0-9a-f]{1,100}([0-9a-f]{32})(?![0-9a-f])/y;
/**
 * The stamp text on a page. Spaces are removed and all dashes accepted, because programs change them. The address can be
 * shortened.
 */
const LINE_PATTERNS = [
  /Lizenziertf.{1,3}r([^–@…]{1,254}[@…][^–]{1,254})[–—-]Bestellung((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d\d\.\d\d\.\d{4}/gu,
  /Licensedto([^–@…]{1,254}[@…][^–]{1,254})[–—-]Order((?=[A-Z./-]*\d)[\w./-]{1,60}?)[–—-]\d{1,2}[A-Z][a-z]{2}\d{4}/gu,
];

/** An order number of the shop. A designer's licence text can have the same form, but names an order in another format. */
const ORDER_NUMBER = /^PP-\d{4}-\d{6,}$/;

/** Collects the marks of an upload from its bytes, its objects, the text of its pages and pictures of its pages. */
export class MarkFinder {
  private readonly ids = new Set<string>();
  private readonly codes = new Set<string>();
  private readonly lines = new Map<string, MarkLine>();
  private certain = false;

  /**
   * Searches trailers, Info, font names, resource names and XMP.
   * @param source the upload; only it contains the original trailers, because the normaliser replaces them
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
   * @param normalised the normalised file, after the limit checks
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
    const reader = inspection && (await openWithPdfJs(inspection.bytes));
    if (!inspection || !reader) return;
    try {
      const texts: ReadText[] = [];
      for (let number = 1; number <= inspection.pages; number++) {
        const page = await reader.page(number).catch(() => undefined);
        for (const text of page?.texts ?? []) texts.push(text);
      }
      this.readPage(texts, sample);
    } finally {
      await reader.close();
    }
  }

  /** @param texts texts of one page, in content order @param sample data of the self-check's sample mark, which is ignored */
  readPage(texts: ReadText[], sample: MarkLine & { fileId: string }): void {
    for (const { text } of texts) {
      const id = text.trim();
      if (/^[0-9a-f]{32}$/.test(id) && id !== sample.fileId) this.addId(id);
    }
    const shown = texts.map(({ text }) => text).filter((text) => text.trim() !== '');
    this.readLines(shown.join(''), sample.orderNumber);
    this.readLines(shown.map(decodeGlyphNumbers).join(''), sample.orderNumber);
    this.certain ||= withoutSpaces(shown.join('')).split(sampleLine(sample.orderNumber)).some(hasSubstitutedLine);
  }

  /** @param picture picture of a page without the sample mark of the self-check */
  readPicture(picture: GreyRaster): void {
    for (const code of readCodes(picture)) this.codes.add(code);
  }

  /** @param sampleOrder order number of the self-check's sample mark */
  private readLines(shown: string, sampleOrder: string): void {
    const text = withoutSpaces(shown.normalize('NFC'));
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
 * Matches the line of the sample mark. The text is split there, so that its end does not complete a substituted line of the
 * file.
 */
const sampleLine = (orderNumber: string): RegExp =>
  new RegExp(`Lizenziertfür[^–]{1,254}–Bestellung${orderNumber}–\\d\\d\\.\\d\\d\\.\\d{4}`, 'u');

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

/** @returns the hex digits of a PDF string of 16 bytes; undefined for other strings */
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
