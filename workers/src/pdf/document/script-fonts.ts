import type { EmbeddedFont } from './embed-font.js';
import { type OnBrokenFont, type Font, FontSlices } from './font-slices.js';
import { FontSubset } from './font-subset.js';
import type { Glyph } from './glyph.js';
import { findGlyphs, hasGlyph, writable } from '../stamp/stamp-font.js';

/** A line of a stamp in scripts that the stamp font does not contain. */
export interface ShapedLine {
  glyphs: Glyph[];
  /** The embedded subsets; the first is named `F1` in the resources of the stamp, and `H1` for the halo. */
  fonts: EmbeddedFont[];
}

/** Converts a text into glyphs synchronously, after the fonts are loaded. */
export type Shaper = (text: string) => ShapedLine;

interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { levels: Uint8Array };
  getMirroredCharacter(char: string): string | null;
}

/** A part of a text with its font; without a font, in the stamp font. */
interface Shown {
  text: string;
  font?: Font;
}

const BIDI: string = 'bidi-js';
/**
 * Maximum fonts per copy, to limit its size: each takes about 2 KB. The longest address in the frequent characters of one
 * script needs fewer.
 */
const MOST_FONTS = 64;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const NEVER_DRAWN = /^(?:\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Z})$/u;
/** Segments into graphemes, so that an emoji is drawn with its joiners and modifiers. */
const PIECE = new RegExp(String.raw`\p{RGI_Emoji}|.`, 'gsv');
/** Variation selector for the colour form; a font need not contain it. */
const VARIATION = '\ufe0f';
const bundled = new FontSlices();
const warn: OnBrokenFont = (font, err) => process.emitWarning(`Font ${font} does not work: ${String(err)}`);

const piecesOf = (text: string): string[] => text.normalize('NFC').match(PIECE) ?? [];
const isWhole = (piece: string): boolean => [...piece].length > 1;
const seenParts = (piece: string): string[] => [...piece].filter((char) => !UNSEEN.test(char));

/**
 * Loads the fonts that a text needs besides the stamp font, once per process.
 * @param onBrokenFont called with a broken font; its characters are written as `\u{…}`
 * @returns undefined when the stamp font contains all characters, as for most buyers
 */
export async function shaperFor(
  text: string,
  onBrokenFont: OnBrokenFont = warn,
  slices: FontSlices = bundled,
): Promise<Shaper | undefined> {
  const found = new Map<string, Font>();
  const fonts = new Set<Font>();
  const find = async (piece: string): Promise<void> => {
    // Invisible characters are accepted only within an emoji; elsewhere the address would look like another one.
    if (found.has(piece) || hasGlyph(piece) || NEVER_DRAWN.test(piece)) return;
    const characters = [...piece].filter((char) => char !== VARIATION);
    const font = await slices.fontFor(characters, onBrokenFont);
    if (font && (fonts.has(font) || fonts.size < MOST_FONTS)) {
      fonts.add(font);
      found.set(piece, font);
    } else if (isWhole(piece)) {
      for (const part of seenParts(piece)) await find(part);
    }
  };
  for (const piece of piecesOf(text)) await find(piece);
  if (found.size === 0) return undefined;
  const { default: makeBidi } = (await import(BIDI)) as { default: () => Bidi };
  const bidi = makeBidi();
  return (line) => shapeLine(line, found, bidi, onBrokenFont);
}

/** An emoji without a glyph is drawn in parts when each part has a font. */
function shownOf(piece: string, found: Map<string, Font>): Shown[] {
  const font = found.get(piece);
  if (font) return [{ text: piece, font }];
  const parts = isWhole(piece) ? seenParts(piece) : [];
  const areDrawn = parts.length > 0 && parts.every((part) => found.has(part) || hasGlyph(part));
  if (areDrawn) return parts.map((part) => ({ text: part, font: found.get(part) }));
  return [...writable(piece)].map((text) => ({ text }));
}

function shapeLine(line: string, found: Map<string, Font>, bidi: Bidi, onBrokenFont: OnBrokenFont): ShapedLine {
  const subsets = new Map<Font, FontSubset>();
  const glyphs: Glyph[] = [];
  for (const { text, font, level } of runsOf(line, found, bidi)) {
    if (!font) {
      glyphs.push(...ownGlyphs(text, level, bidi));
      continue;
    }
    const subset = subsets.get(font) ?? new FontSubset(font, subsets.size + 1);
    try {
      glyphs.push(...subset.shape(text, level, isWhole(text) && piecesOf(text).length === 1));
      subsets.set(font, subset);
    } catch (error) {
      onBrokenFont(font.postscriptName, error);
      // Code points are written from left to right.
      glyphs.push(...ownGlyphs(writable(text), level + (level % 2), bidi));
    }
  }
  return { glyphs, fonts: [...subsets.values()].map((subset) => subset.embedded()) };
}

/** Runs of one font and one level of the Unicode bidirectional algorithm, applied to the visible text. */
function runsOf(line: string, found: Map<string, Font>, bidi: Bidi): (Shown & { level: number })[] {
  const shown = piecesOf(line).flatMap((piece) => shownOf(piece, found));
  const { levels } = bidi.getEmbeddingLevels(shown.map(({ text }) => text).join(''), 'ltr');
  const runs: (Shown & { level: number })[] = [];
  let at = 0;
  let apart = true;
  for (const { text, font } of shown) {
    const level = levels[at]!;
    const last = runs.at(-1);
    if (last?.font === font && last?.level === level && !apart && !isWhole(text)) last.text += text;
    else runs.push({ text, font, level });
    apart = isWhole(text);
    at += text.length;
  }
  return runs;
}

/** Mirrors brackets in right-to-left text (rule L4). */
const ownGlyphs = (text: string, level: number, bidi: Bidi): Glyph[] =>
  [...text].flatMap((char) => {
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(char) : null;
    return findGlyphs(mirrored && hasGlyph(mirrored) ? mirrored : char).map((glyph) => ({ ...glyph, level }));
  });

/** The glyphs of a line in visual order (rule L2 of the Unicode bidirectional algorithm). */
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
