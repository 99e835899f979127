import { deflateSync } from 'node:zlib';
import type { EmbeddedFont } from './embed-font.js';
import type { Font, GlyphRun } from './font-slices.js';
import type { Glyph } from './glyph.js';

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
/** Replaces the text of a glyph whose text is empty: a zero-width space, which PDF readers do not extract. */
const NO_TEXT = '200b';
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** Collects the glyphs of one font that a copy needs. */
export class FontSubset {
  private readonly font: Font;
  private readonly index: number;
  private readonly file: ReturnType<Font['createSubset']>;
  /**
   * The glyph's number in the subset, for each pair of the glyph's number in the font and its text. A glyph that stands for
   * different texts gets a number for each text, so that a PDF reader extracts the right text.
   */
  private readonly numbers = new Map<string, number>();
  private readonly unicode: [glyph: string, text: string][] = [];

  /** @param index the number of the font, from 1; the first font is named `F1` in the resources of the stamp */
  constructor(font: Font, index: number) {
    this.font = font;
    this.index = index;
    this.file = font.createSubset();
  }

  /**
   * Shapes a text of one bidirectional level.
   * @param level the level of the text in the Unicode bidirectional algorithm
   * @param isGrapheme whether the text is one grapheme, such as an emoji of several parts
   * @returns the glyphs in the order of the text
   * @throws {Error} when fontkit cannot shape the text
   */
  shape(text: string, level: number, isGrapheme: boolean): Glyph[] {
    const { glyphs, positions, direction } = this.layout(text);
    const shaped = glyphs.map((glyph, index) => ({ glyph, position: positions[index]! }));
    if (direction === 'rtl') shaped.reverse();
    return shaped.map(({ glyph: { id, codePoints }, position }, index) => {
      // In a grapheme, only the first glyph has the text. Outside a grapheme, a glyph that draws a part of a letter has no
      // code point, so its text is empty.
      const glyphText = isGrapheme ? (index === 0 ? text : '') : String.fromCodePoint(...codePoints);
      const joined = index > 0 && (glyphText === '' || /^\p{M}/u.test(glyphText));
      return { ...this.glyph(id, glyphText, position), level, joined };
    });
  }

  /**
   * fontkit 2.0.4 throws when a letter has no anchor for a vowel sign. The second attempt puts signs at a default position.
   */
  private layout(text: string): GlyphRun {
    try {
      return this.font.layout(text);
    } catch {
      return this.font.layout(text, { mark: false, mkmk: false });
    }
  }

  private glyph(id: number, text: string, position: GlyphRun['positions'][number]): Glyph {
    const number = this.subsetNumber(id, text);
    const [x, y, width] = [position.xOffset, position.yOffset, position.xAdvance].map(
      (units) => units / this.font.unitsPerEm,
    ) as [number, number, number];
    const advance = this.totalWidth(number) / 1000;
    const isShifted = x !== 0 || y !== 0 || Math.abs(width - advance) > 0.001;
    const [font, haloFont] = [`F${this.index}`, `H${this.index}`];
    return { text, hex: hex4(number), width, font, haloFont, ...(isShifted && { shift: { x, y, advance } }) };
  }

  private subsetNumber(id: number, text: string): number {
    const key = `${id} ${text}`;
    const existing = this.numbers.get(key);
    if (existing !== undefined) return existing;
    const number = this.file.glyphs.push(id) - 1;
    this.numbers.set(key, number);
    this.unicode.push([hex4(number), text === '' ? NO_TEXT : utf16(text)]);
    return number;
  }

  embedded(): EmbeddedFont {
    const { bbox, ascent, descent, postscriptName } = this.font;
    // `encode` adds the components of composite glyphs to the subset, so the widths are read after this call.
    const bytes = this.file.encode();
    return {
      name: `${this.tag()}+${postscriptName.replace(/[^\w-]/g, '')}`,
      box: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => this.toThousandths(value)),
      ascent: this.toThousandths(ascent),
      descent: this.toThousandths(descent),
      widths: this.file.glyphs.map((_, number) => this.totalWidth(number)),
      deflated: deflateSync(bytes, { level: 9 }),
      bytes: bytes.length,
      unicode: this.unicode,
    };
  }

  /** @returns the subset tag (ISO 32000-1, 9.6.4): six capital letters, of which the last two differ between fonts */
  private tag(): string {
    return `PPST${String.fromCharCode(65 + Math.floor(this.index / 26), 65 + (this.index % 26))}`;
  }

  private totalWidth(number: number): number {
    return this.toThousandths(this.font.getGlyph(this.file.glyphs[number]!).advanceWidth);
  }

  private toThousandths(units: number): number {
    return Math.round((units * 1000) / this.font.unitsPerEm);
  }
}
