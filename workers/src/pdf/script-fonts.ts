import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { EmbeddedFont } from './embed-font.js';
import type { Glyph } from './glyph.js';
import { glyphsOf, isKnown, writable } from './stamp-font.js';

/** A line of a stamp in scripts that the stamp's own font lacks. */
export interface ShapedLine {
  glyphs: Glyph[];
  /** Subsets that are embedded for it; the first is called `F1` in the stamp's resources and `H1` for the halo. */
  fonts: EmbeddedFont[];
}

/** Turns a text into glyphs at once: what it needs is loaded. */
export type Shaper = (text: string) => ShapedLine;

interface FontGlyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}

interface FontPosition {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** What is used of fontkit, which declares no types. */
interface Font {
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
  hasGlyphForCodePoint(point: number): boolean;
  getGlyph(id: number): FontGlyph;
  layout(text: string): { glyphs: FontGlyph[]; positions: FontPosition[]; direction: 'ltr' | 'rtl' };
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
}

interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { levels: Uint8Array };
}

interface Slice {
  file: string;
  ranges: [first: number, last: number][];
}

/** Packages of one free font each (SIL Open Font License), cut into slices of some hundred characters. */
const PACKAGES = ['noto-sans-hebrew', 'noto-sans-arabic', 'noto-emoji', 'noto-sans-sc', 'noto-sans-kr'];
const FONTKIT: string = 'fontkit';
const BIDI: string = 'bidi-js';

let slices: Promise<Slice[]> | undefined;
const fonts = new Map<string, Promise<Font>>();

async function readSlices(): Promise<Slice[]> {
  const all = PACKAGES.map(async (name) => {
    const folder = dirname(findPackageJSON(`@fontsource/${name}`, import.meta.url)!);
    const listed = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
    return Object.entries(listed).map(([key, ranges]) => ({
      file: join(folder, 'files', `${name}-${key.replace(/[[\]]/g, '')}-400-normal.woff`),
      ranges: ranges.split(',').map(readRange),
    }));
  });
  return (await Promise.all(all)).flat();
}

/** `U+4e00` or `U+4e00-4eff`. */
function readRange(text: string): [number, number] {
  const [first, last] = text.trim().slice(2).split('-');
  return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)];
}

function load(file: string): Promise<Font> {
  let font = fonts.get(file);
  if (!font) {
    font = (async () => {
      const { create } = (await import(FONTKIT)) as { create(bytes: Buffer): Font };
      return create(await readFile(file));
    })();
    fonts.set(file, font);
  }
  return font;
}

/** The slice with a glyph for the character; undefined when no font has one. */
async function fontFor(char: string): Promise<Font | undefined> {
  const point = char.codePointAt(0)!;
  for (const { file, ranges } of await (slices ??= readSlices())) {
    if (!ranges.some(([first, last]) => point >= first && point <= last)) continue;
    const font = await load(file);
    if (font.hasGlyphForCodePoint(point)) return font;
  }
  return undefined;
}

/**
 * Loads what a text needs beyond the stamp's own font, once for as long as the process lives.
 * @returns undefined when the stamp's own font has it all, as for nearly every buyer
 */
export async function shaperFor(text: string): Promise<Shaper | undefined> {
  const foreign = [...new Set(text.normalize('NFC'))].filter((char) => !isKnown(char) && !/\p{Cc}|\p{Z}/u.test(char));
  const found = new Map<string, Font>();
  for (const char of foreign) {
    const font = await fontFor(char);
    if (font) found.set(char, font);
  }
  if (found.size === 0) return undefined;
  const { default: makeBidi } = (await import(BIDI)) as { default: () => Bidi };
  const bidi = makeBidi();
  return (line) => shapeLine(line.normalize('NFC'), found, bidi);
}

function shapeLine(text: string, found: Map<string, Font>, bidi: Bidi): ShapedLine {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  const subsets = new Map<Font, Subset>();
  const glyphs: Glyph[] = [];
  let at = 0;
  while (at < text.length) {
    const char = String.fromCodePoint(text.codePointAt(at)!);
    const font = fontAt(text, at, found);
    const level = levels[at]!;
    if (!font) {
      glyphs.push(...glyphsOf(writable(char)).map((glyph) => ({ ...glyph, level })));
      at += char.length;
      continue;
    }
    let run = '';
    while (at < text.length && fontAt(text, at, found) === font) {
      const next = String.fromCodePoint(text.codePointAt(at)!);
      run += next;
      at += next.length;
    }
    const subset = subsets.get(font) ?? new Subset(font, subsets.size + 1);
    subsets.set(font, subset);
    glyphs.push(...subset.shape(run, level));
  }
  return { glyphs, fonts: [...subsets.values()].map((subset) => subset.embedded()) };
}

/** A character that is not seen counts as one only within an emoji; elsewhere the address would look like another one. */
function fontAt(text: string, at: number, found: Map<string, Font>): Font | undefined {
  const char = String.fromCodePoint(text.codePointAt(at)!);
  if (/\p{Default_Ignorable_Code_Point}/u.test(char) && !/\p{Extended_Pictographic}\ufe0f?$/u.test(text.slice(0, at))) {
    return undefined;
  }
  return found.get(char);
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
/** A space without width: readers take it for no text. */
const NOTHING = '200b';
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** The glyphs of one font that one copy needs. */
class Subset {
  private readonly font: Font;
  private readonly index: number;
  private readonly file: ReturnType<Font['createSubset']>;
  private readonly widths: number[];
  private readonly unicode = new Map<string, string>();

  /** @param index counted from 1 */
  constructor(font: Font, index: number) {
    this.font = font;
    this.index = index;
    this.file = font.createSubset();
    this.widths = [this.perMille(font.getGlyph(0).advanceWidth)];
  }

  /** Glyphs in the order of the text. */
  shape(run: string, level: number): Glyph[] {
    const { glyphs, positions, direction } = this.font.layout(run);
    const shaped = glyphs.map((glyph, index) => this.shaped(glyph, positions[index]!, level));
    if (direction === 'rtl') shaped.reverse();
    shaped.forEach((glyph, index) => (glyph.joined = index > 0 && (glyph.text === '' || /^\p{M}/u.test(glyph.text))));
    return shaped;
  }

  private shaped({ id, codePoints, advanceWidth }: FontGlyph, position: FontPosition, level: number): Glyph {
    const number = this.file.includeGlyph(id);
    this.widths[number] = this.perMille(advanceWidth);
    const hex = hex4(number);
    const text = String.fromCodePoint(...codePoints);
    // A glyph that is a part of a letter stands for nothing of its own.
    if (!this.unicode.has(hex)) this.unicode.set(hex, text === '' ? NOTHING : utf16(text));
    const [x, y, width] = [position.xOffset, position.yOffset, position.xAdvance].map(
      (units) => units / this.font.unitsPerEm,
    ) as [number, number, number];
    const advance = this.widths[number] / 1000;
    const isShifted = x !== 0 || y !== 0 || Math.abs(width - advance) > 0.001;
    const [font, haloFont] = [`F${this.index}`, `H${this.index}`];
    return { text, hex, width, font, haloFont, level, ...(isShifted && { shift: { x, y, advance } }) };
  }

  embedded(): EmbeddedFont {
    const { bbox, ascent, descent, postscriptName } = this.font;
    const bytes = this.file.encode();
    return {
      name: `PPSTM${String.fromCharCode(64 + this.index)}+${postscriptName.replace(/[^\w-]/g, '')}`,
      box: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => this.perMille(value)),
      ascent: this.perMille(ascent),
      descent: this.perMille(descent),
      widths: this.widths,
      deflated: deflateSync(bytes, { level: 9 }),
      bytes: bytes.length,
      unicode: [...this.unicode],
    };
  }

  private perMille(units: number): number {
    return Math.round((units * 1000) / this.font.unitsPerEm);
  }
}

/** Glyphs of one line as they are seen from left to right (rule L2 of Unicode's bidirectional algorithm). */
export function inVisualOrder(line: Glyph[]): Glyph[] {
  let highest = Math.max(0, ...line.map((glyph) => glyph.level ?? 0));
  let seen = line;
  for (; highest > 0; highest--) {
    const reordered: Glyph[] = [];
    let turned: Glyph[] = [];
    for (const glyph of seen) {
      if ((glyph.level ?? 0) >= highest) turned.unshift(glyph);
      else {
        reordered.push(...turned, glyph);
        turned = [];
      }
    }
    seen = [...reordered, ...turned];
  }
  return seen;
}
