import { deflateSync } from 'node:zlib';
import type { Glyph } from './glyph.js';

/** A TrueType font to embed. Its measures (`box`, `ascent`, `descent`, `widths`) are in thousandths of the font size. */
export interface EmbeddedFont {
  name: string;
  /** The smallest rectangle around all glyphs: left, bottom, right, top. */
  box: number[];
  ascent: number;
  descent: number;
  /** Width of each glyph by glyph number. */
  widths: number[];
  /** The font file, deflated with zlib. */
  deflated: Buffer;
  /** Size of the inflated font file in bytes. */
  bytes: number;
  /** Pairs of a glyph number and the text of the glyph in UTF-16, both in hex. */
  unicode: [glyph: string, text: string][];
}

const stream = (entries: string, deflated: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${deflated.length}>>stream\n`, 'latin1'),
    deflated,
    Buffer.from('\nendstream'),
  ]);

function toUnicode(pairs: [glyph: string, text: string][]): Buffer {
  let text =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CIDSystemInfo' +
    '<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    '1 begincodespacerange<0000><ffff>endcodespacerange\n';
  for (let from = 0; from < pairs.length; from += 100) {
    const lines = pairs.slice(from, from + 100).map(([glyph, meaning]) => `<${glyph}><${meaning}>`);
    text += `${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`;
  }
  return Buffer.from(`${text}endcmap CMapName currentdict/CMap defineresource pop end end`);
}

/**
 * @returns the CIDSet, a list of the embedded glyphs, which PDF/A-1 requires (ISO 19005-1, 6.3.5). The list has one bit per
 * glyph, all set; the highest bit of the first byte belongs to the first glyph.
 */
function cidSet({ widths }: EmbeddedFont): Buffer {
  const bits = Buffer.alloc(Math.ceil(widths.length / 8), 0xff);
  bits[bits.length - 1] = (0xff00 >> (((widths.length - 1) % 8) + 1)) & 0xff;
  return bits;
}

/** Number of PDF objects of an embedded font. */
export const FONT_OBJECTS = 6;

const deflatedUnicode = new WeakMap<EmbeddedFont, Buffer>();

function deflateUnicodeMap(font: EmbeddedFont): Buffer {
  const deflated = deflatedUnicode.get(font) ?? deflateSync(toUnicode(font.unicode), { level: 9 });
  deflatedUnicode.set(font, deflated);
  return deflated;
}

const compositeFont = (name: string, descendant: number, unicode: number): Buffer =>
  Buffer.from(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  );

/** @returns the objects of a font, numbered from `first`; the first one is the font dictionary */
export function fontObjects(first: number, font: EmbeddedFont): Buffer[] {
  const { name, box, ascent, descent, widths, deflated, bytes } = font;
  return [
    compositeFont(name, first + 1, first + 4),
    Buffer.from(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor ${first + 2} 0 R/CIDToGIDMap/Identity/DW 600/W[0[${widths.join(' ')}]]>>`,
    ),
    Buffer.from(
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0/Ascent ${ascent}` +
        `/Descent ${descent}/CapHeight 729/StemV 80/FontFile2 ${first + 3} 0 R/CIDSet ${first + 5} 0 R>>`,
    ),
    stream(`/Length1 ${bytes}`, deflated),
    stream('', deflateUnicodeMap(font)),
    stream('', deflateSync(cidSet(font))),
  ];
}

/** Number of PDF objects of a halo font. */
export const HALO_OBJECTS = 2;

/**
 * Creates the font for the halo around letters. It has the same outlines as the font of the letters. Each of its glyphs
 * stands for a zero-width space, so that programs extract the text only once.
 * @param font the object number of the font of the letters
 * @param glyphs the glyphs that have a halo
 * @returns the objects of the halo font, numbered from `first`; the first one is the font dictionary
 */
export function haloObjects(name: string, font: number, first: number, glyphs: Glyph[]): Buffer[] {
  const emptyTextMap = toUnicode([...new Set(glyphs.map(({ hex }) => hex))].map((hex) => [hex, '200b']));
  return [compositeFont(name, font + 1, first + 1), stream('', deflateSync(emptyTextMap))];
}
