import { inflateSync } from 'node:zlib';
import type { Glyph } from '../document/glyph.js';
import { type EmbeddedFont, fontObjects, haloObjects } from '../document/embed-font.js';
import { STAMP_FONT_PREFIX } from './mark-names.js';
import { stampFontData } from './stamp-font-data.js';

const deflatedFile = Buffer.from(stampFontData.deflatedBase64, 'base64');
const file = inflateSync(deflatedFile);
const tables = readTables();
const unitsPerEm = file.readUInt16BE(tables.head + 18);
const perMille = (units: number): number => Math.round((units * 1000) / unitsPerEm);
const widths = readWidths();
const glyphs = readGlyphs();
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

const known = new Map<string, Glyph>(
  [...glyphs].map(([code, glyph]) => {
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
  const measured = file.readUInt16BE(tables.hhea + 34);
  const count = file.readUInt16BE(tables.maxp + 4);
  return Array.from({ length: count }, (_, glyph) =>
    perMille(file.readUInt16BE(tables.hmtx + 4 * Math.min(glyph, measured - 1))),
  );
}

/** The cmap of the font has format 4: segments of consecutive code points. */
function readGlyphs(): Map<number, number> {
  const map = new Map<number, number>();
  const at = tables.cmap + file.readUInt32BE(tables.cmap + 8);
  const segments = file.readUInt16BE(at + 6) / 2;
  for (let index = 0; index < segments; index++) {
    const end = file.readUInt16BE(at + 14 + 2 * index);
    const first = file.readUInt16BE(at + 16 + 2 * (segments + index));
    const delta = file.readInt16BE(at + 16 + 2 * (2 * segments + index));
    const rangeAt = at + 16 + 2 * (3 * segments + index);
    const range = file.readUInt16BE(rangeAt);
    for (let point = first; point <= end && point !== 0xffff; point++) {
      const base = range === 0 ? point : file.readUInt16BE(rangeAt + range + 2 * (point - first));
      const glyph = range !== 0 && base === 0 ? 0 : (base + delta) & 0xffff;
      if (glyph !== 0) map.set(point, glyph);
    }
  }
  return map;
}

const texts = new Map([...glyphs].map(([code, glyph]) => [glyph, String.fromCodePoint(code)]));

/** Text of a glyph of the stamp font, by number. */
export const textOfGlyph = (glyph: number): string | undefined => texts.get(glyph);

/** Whether a font program is the stamp font, under any name. @param program inflated */
export const isStampFont = (program: Buffer): boolean => program.equals(file);
/** The length entry of its stream, as the normaliser writes it. */
export const STAMP_FONT_LENGTH = `/Length1 ${stampFontData.bytes} `;

/** Whether the stamp font contains a character. */
export const isKnown = (char: string): boolean => known.has(char);

/** The text as written in the stamp: normalised, with missing characters as `\u{…}`. */
export function writable(text: string): string {
  let result = '';
  for (const char of text.normalize('NFC')) {
    result += known.has(char) ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`;
  }
  return result;
}

/** Glyphs of a writable text, one per character. */
export const glyphsOf = (text: string): Glyph[] => [...text].flatMap((char) => known.get(char) ?? []);

const metric = (offset: number): number => perMille(file.readInt16BE(offset));
const embedded: EmbeddedFont = {
  name: `${STAMP_FONT_PREFIX}DejaVuSansCondensed`,
  box: [36, 38, 40, 42].map((offset) => metric(tables.head + offset)),
  ascent: metric(tables.hhea + 4),
  descent: metric(tables.hhea + 6),
  widths,
  deflated: deflatedFile,
  bytes: stampFontData.bytes,
  unicode: [...glyphs].map(([point, glyph]) => [hex4(glyph), hex4(point)]),
};

/** The objects of the font, numbered from `first`; the font dictionary is the first. */
export const stampFontObjects = (first: number): Buffer[] => fontObjects(first, embedded);

/** See haloObjects. */
export const stampHaloObjects = (font: number, first: number, used: Glyph[]): Buffer[] =>
  haloObjects(embedded.name, font, first, used);
