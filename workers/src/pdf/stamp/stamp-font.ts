import { inflateSync } from 'node:zlib';
import type { Glyph } from '../document/glyph.js';
import { type EmbeddedFont, fontObjects, haloObjects } from '../document/embed-font.js';
import { STAMP_FONT_PREFIX } from './mark-names.js';
import { stampFontData } from './stamp-font-data.js';

// The numbers in this file are offsets in the tables of a TrueType font, as the OpenType specification defines them.
const deflatedFile = Buffer.from(stampFontData.deflatedBase64, 'base64');
const file = inflateSync(deflatedFile);
const tables = readTables();
const unitsPerEm = file.readUInt16BE(tables.head + 18);
const toThousandths = (units: number): number => Math.round((units * 1000) / unitsPerEm);
const widths = readWidths();
const glyphNumbers = readGlyphs();
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

const glyphsByChar = new Map<string, Glyph>(
  [...glyphNumbers].map(([code, glyph]) => {
    const text = String.fromCodePoint(code);
    return [text, { text, hex: hex4(glyph), width: widths[glyph]! / 1000, font: 'F', haloFont: 'H' }];
  }),
);

type TableName = 'head' | 'hhea' | 'maxp' | 'hmtx' | 'cmap';

function readTables(): Record<TableName, number> {
  const found: Record<TableName, number> = { head: 0, hhea: 0, maxp: 0, hmtx: 0, cmap: 0 };
  for (let index = 0, count = file.readUInt16BE(4); index < count; index++) {
    const entry = 12 + 16 * index;
    const name = file.toString('latin1', entry, entry + 4);
    if (name in found) found[name as TableName] = file.readUInt32BE(entry + 8);
  }
  return found;
}

function readWidths(): number[] {
  const measuredGlyphs = file.readUInt16BE(tables.hhea + 34);
  const count = file.readUInt16BE(tables.maxp + 4);
  return Array.from({ length: count }, (_, glyph) =>
    toThousandths(file.readUInt16BE(tables.hmtx + 4 * Math.min(glyph, measuredGlyphs - 1))),
  );
}

/** Reads the glyph numbers by code point. The font's cmap table has format 4: segments of consecutive code points. */
function readGlyphs(): Map<number, number> {
  const map = new Map<number, number>();
  const subtable = tables.cmap + file.readUInt32BE(tables.cmap + 8);
  const segments = file.readUInt16BE(subtable + 6) / 2;
  for (let index = 0; index < segments; index++) {
    const end = file.readUInt16BE(subtable + 14 + 2 * index);
    const first = file.readUInt16BE(subtable + 16 + 2 * (segments + index));
    const delta = file.readInt16BE(subtable + 16 + 2 * (2 * segments + index));
    const rangeAt = subtable + 16 + 2 * (3 * segments + index);
    const range = file.readUInt16BE(rangeAt);
    for (let point = first; point <= end && point !== 0xffff; point++) {
      const base = range === 0 ? point : file.readUInt16BE(rangeAt + range + 2 * (point - first));
      const glyph = range !== 0 && base === 0 ? 0 : (base + delta) & 0xffff;
      if (glyph !== 0) map.set(point, glyph);
    }
  }
  return map;
}

const textByGlyph = new Map([...glyphNumbers].map(([code, glyph]) => [glyph, String.fromCodePoint(code)]));

/** @returns the character of a glyph number; undefined for a glyph without a code point */
export const glyphText = (glyph: number): string | undefined => textByGlyph.get(glyph);

/** Whether a font file is the stamp font. The name of the font does not matter. @param program the inflated font file */
export const isStampFont = (program: Buffer): boolean => program.equals(file);
/** The `Length1` entry of the stamp font's stream, as the normaliser writes it. */
export const STAMP_FONT_LENGTH = `/Length1 ${stampFontData.bytes} `;

/** Whether the stamp font contains a character. */
export const hasGlyph = (char: string): boolean => glyphsByChar.has(char);

/** @returns the text as the stamp shows it: in normal form C, with characters that the font lacks written as `\u{…}` */
export function toStampText(text: string): string {
  let result = '';
  for (const char of text.normalize('NFC')) {
    result += glyphsByChar.has(char) ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`;
  }
  return result;
}

/** @returns one glyph per character; characters that the font lacks are left out */
export const findGlyphs = (text: string): Glyph[] => [...text].flatMap((char) => glyphsByChar.get(char) ?? []);

const metric = (offset: number): number => toThousandths(file.readInt16BE(offset));
const embedded: EmbeddedFont = {
  name: `${STAMP_FONT_PREFIX}DejaVuSansCondensed`,
  box: [36, 38, 40, 42].map((offset) => metric(tables.head + offset)),
  ascent: metric(tables.hhea + 4),
  descent: metric(tables.hhea + 6),
  widths,
  deflated: deflatedFile,
  bytes: stampFontData.bytes,
  unicode: [...glyphNumbers].map(([point, glyph]) => [hex4(glyph), hex4(point)]),
};

/** @returns the objects of the font, numbered from `first`; the first one is the font dictionary */
export const stampFontObjects = (first: number): Buffer[] => fontObjects(first, embedded);

/** @returns the objects of the halo font that belongs to the stamp font; see haloObjects */
export const stampHaloObjects = (font: number, first: number, glyphs: Glyph[]): Buffer[] =>
  haloObjects(embedded.name, font, first, glyphs);
