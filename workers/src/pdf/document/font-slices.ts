import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

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

/** The part of fontkit's API that this folder uses. The package has no types. */
export interface Font {
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
  hasGlyphForCodePoint(point: number): boolean;
  getGlyph(id: number, codePoints?: number[]): FontGlyph;
  layout(text: string, features?: Record<string, boolean>): GlyphRun;
  /** `glyphs[n]` is the number in the font of glyph n of the subset. */
  createSubset(): { glyphs: number[]; encode(): Uint8Array };
}

export interface GlyphRun {
  glyphs: FontGlyph[];
  positions: FontPosition[];
  direction: 'ltr' | 'rtl';
}

interface Slice {
  file: string;
  ranges: [first: number, last: number][];
}

/** Called with the name of a broken font and the error. */
export type OnBrokenFont = (font: string, err: unknown) => void;

/**
 * Packages with one free font each (SIL Open Font License). A font consists of slices, files with a few hundred characters.
 */
export const FONT_PACKAGES = ['noto-sans-hebrew', 'noto-sans-arabic', 'noto-emoji', 'noto-sans-sc', 'noto-sans-kr'];
/** The type `string` keeps TypeScript from searching for the types of the package, which has none. */
const FONTKIT: string = 'fontkit';

export const packageFolder = (name: string): string =>
  dirname(findPackageJSON(`@fontsource/${name}`, import.meta.url)!);

/**
 * Loads slices of the fonts. A slice is read when one of its characters is needed for the first time, and is then cached.
 */
export class FontSlices {
  private readonly slices = new PromiseCache<Slice[]>();
  private readonly fonts = new PromiseCache<Font>();

  private readonly findFolder: (name: string) => string;

  constructor(findFolder = packageFolder) {
    this.findFolder = findFolder;
  }

  /**
   * Finds the first slice that has a glyph for each of these characters. A slice that cannot be read is skipped, so that the
   * copy does not fail; the next copy tries to read it again.
   * @returns the font of the slice; undefined when no slice has all glyphs
   */
  async findFont(characters: string[], onBrokenFont: OnBrokenFont): Promise<Font | undefined> {
    const points = characters.map((char) => char.codePointAt(0)!);
    for (const name of FONT_PACKAGES) {
      for (const { file, ranges } of await this.loadSlices(name, onBrokenFont)) {
        if (!points.every((point) => ranges.some(([first, last]) => point >= first && point <= last))) continue;
        try {
          const font = await this.fonts.get(file, () => openSlice(file));
          if (points.every((point) => font.hasGlyphForCodePoint(point))) return font;
        } catch (error) {
          onBrokenFont(basename(file), error);
        }
      }
    }
    return undefined;
  }

  private async loadSlices(name: string, onBrokenFont: OnBrokenFont): Promise<Slice[]> {
    try {
      return await this.slices.get(name, () => readSlices(this.findFolder(name), name));
    } catch (error) {
      onBrokenFont(name, error);
      return [];
    }
  }
}

/** Caches promises by name. A failed promise is removed. */
class PromiseCache<T> {
  private readonly promises = new Map<string, Promise<T>>();

  async get(name: string, make: () => Promise<T>): Promise<T> {
    const value = this.promises.get(name) ?? make();
    this.promises.set(name, value);
    try {
      return await value;
    } catch (error) {
      this.promises.delete(name);
      throw error;
    }
  }
}

/** Reads the list of a package's slices from its unicode.json. */
export async function readSlices(folder: string, name: string): Promise<Slice[]> {
  const rangesByKey = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(rangesByKey).map(([key, ranges]) => ({
    file: join(folder, 'files', `${name}-${key.replace(/[[\]]/g, '')}-400-normal.woff`),
    ranges: ranges.split(',').map(readRange),
  }));
}

/** @param text `U+4e00` or `U+4e00-4eff` */
function readRange(text: string): [number, number] {
  const [first, last] = text.trim().slice(2).split('-');
  return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)];
}

export async function openSlice(file: string): Promise<Font> {
  const { create } = (await import(FONTKIT)) as { create(bytes: Buffer): Font & { _glyphs: object[] } };
  const font = create(unpackWoff(await readFile(file)));
  const { getGlyph } = font;
  // fontkit 2.0.4 caches a glyph together with the characters for which it was first used. A later copy, in which the glyph
  // stands for other characters, would get the cached characters. So the glyph is removed from the cache before each use.
  font.getGlyph = (id, codePoints) => {
    delete font._glyphs[id];
    return getGlyph.call(font, id, codePoints);
  };
  return font;
}

/**
 * Unpacks the TrueType font of a WOFF file (https://www.w3.org/TR/WOFF/). fontkit 2.0.4 could read WOFF itself, but its
 * tiny-inflate fails on one valid slice (noto-sans-sc-101).
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let index = 0; index < count; index++) {
    const from = 44 + 20 * index;
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    if (table.length !== length) throw new Error('the length of a table differs from its length in the directory');
    const to = 12 + 16 * index;
    woff.copy(head, to, from, from + 4);
    [checksum, at, length].forEach((value, field) => head.writeUInt32BE(value, to + 4 + 4 * field));
    const padding = -length & 3;
    parts.push(table, Buffer.alloc(padding));
    at += length + padding;
  }
  return Buffer.concat(parts);
}
