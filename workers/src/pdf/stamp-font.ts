import { deflateSync, inflateSync } from 'node:zlib';
import { STAMP_FONT_PREFIX } from './mark-names.js';
import { stampFontData } from './stamp-font-data.js';

const NAME = `${STAMP_FONT_PREFIX}DejaVuSansCondensed`;
const deflatedFile = Buffer.from(stampFontData.deflatedBase64, 'base64');
const file = inflateSync(deflatedFile);
const tables = readTables();
const unitsPerEm = file.readUInt16BE(tables.head + 18);
const perMille = (units: number): number => Math.round((units * 1000) / unitsPerEm);
const widths = readWidths();
const glyphs = readGlyphs();
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
/** Character to glyph number in hex and width; filled for the characters met, it stays as small as the font. */
const known = new Map([...glyphs].map(([code, glyph]) => [String.fromCodePoint(code), { hex: hex4(glyph), glyph }]));

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

/** The font's only kind of cmap is format 4: segments of consecutive code points. */
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

/** How a text stands in the stamp: composed, and what the font lacks as `\u{…}`, so that nothing is lost. */
export function writable(text: string): string {
  let result = '';
  for (const char of text.normalize('NFC')) {
    result += known.has(char) ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`;
  }
  return result;
}

/** Glyphs of a writable text as the content of a PDF hex string, and its width at size 1. */
export function shape(text: string): { hex: string; width: number } {
  let hex = '';
  let width = 0;
  for (const char of text) {
    const glyph = known.get(char);
    if (!glyph) continue;
    hex += glyph.hex;
    width += widths[glyph.glyph]!;
  }
  return { hex, width: width / 1000 };
}

const stream = (entries: string, deflated: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${deflated.length}>>stream\n`, 'latin1'),
    deflated,
    Buffer.from('\nendstream'),
  ]);

function toUnicode(): string {
  const pairs = [...glyphs].map(([point, glyph]) => `<${hex4(glyph)}><${hex4(point)}>`);
  let text =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CIDSystemInfo' +
    '<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    '1 begincodespacerange<0000><ffff>endcodespacerange\n';
  for (let from = 0; from < pairs.length; from += 100) {
    const some = pairs.slice(from, from + 100);
    text += `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`;
  }
  return `${text}endcmap CMapName currentdict/CMap defineresource pop end end`;
}

const deflatedUnicode = deflateSync(Buffer.from(toUnicode()), { level: 9 });

const metric = (offset: number): number => perMille(file.readInt16BE(offset));

/** One bit for each glyph of the font, the first in the highest bit: all are there. PDF/A-1 asks for it (ISO 19005-1, 6.3.5). */
function cidSet(): Buffer {
  const bits = Buffer.alloc(Math.ceil(widths.length / 8), 0xff);
  bits[bits.length - 1] = (0xff00 >> (((widths.length - 1) % 8) + 1)) & 0xff;
  return bits;
}

const deflatedCidSet = deflateSync(cidSet());

/** Number of objects the font takes. */
export const STAMP_FONT_OBJECTS = 6;

/** The font's objects, numbered on from `first`; the font itself is the first of them. */
export function stampFontObjects(first: number): Buffer[] {
  const box = [36, 38, 40, 42].map((offset) => metric(tables.head + offset)).join(' ');
  const [ascent, descent] = [metric(tables.hhea + 4), metric(tables.hhea + 6)];
  const [descendant, descriptor, fontFile, unicode, cids] = [1, 2, 3, 4, 5].map((step) => `${first + step} 0 R`);
  return [
    Buffer.from(
      `<</Type/Font/Subtype/Type0/BaseFont/${NAME}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${unicode}>>`,
    ),
    Buffer.from(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${NAME}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor ${descriptor}/CIDToGIDMap/Identity/DW 600/W[0[${widths.join(' ')}]]>>`,
    ),
    Buffer.from(
      `<</Type/FontDescriptor/FontName/${NAME}/Flags 4/FontBBox[${box}]/ItalicAngle 0/Ascent ${ascent}` +
        `/Descent ${descent}/CapHeight 729/StemV 80/FontFile2 ${fontFile}/CIDSet ${cids}>>`,
    ),
    stream(`/Length1 ${stampFontData.bytes}`, deflatedFile),
    stream('', deflatedUnicode),
    stream('', deflatedCidSet),
  ];
}
