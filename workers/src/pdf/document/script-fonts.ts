import type { EmbeddedFont } from './embed-font.js';
import { type OnBrokenFont, type Font, FontSlices } from './font-slices.js';
import { FontSubset } from './font-subset.js';
import type { Glyph } from './glyph.js';
import { findGlyphs, hasGlyph, toStampText } from '../stamp/stamp-font.js';

/** The glyphs of a stamp's text, and the fonts that they need in addition to the stamp font. */
export interface ShapedLine {
  glyphs: Glyph[];
  /** The subsets to embed. The first one is named `F1` in the resources of the stamp, its halo font `H1`. */
  fonts: EmbeddedFont[];
}

/** Converts a text into glyphs, with fonts that are already loaded. */
export type Shaper = (text: string) => ShapedLine;

interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { levels: Uint8Array };
  getMirroredCharacter(char: string): string | null;
}

/** A part of a text with its font; a missing font stands for the stamp font. */
interface TextRun {
  text: string;
  font?: Font;
}

/** The type `string` keeps TypeScript from searching for the types of the package, which has none. */
const BIDI: string = 'bidi-js';
/**
 * Maximum number of fonts in a copy; each takes about 2 KB. An address of maximum length stays below this number if it
 * contains only frequent characters of one script.
 */
const MAX_FONTS = 64;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const NEVER_DRAWN = /^(?:\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Z})$/u;
/** Matches an emoji with its joiners and modifiers, or a single character. */
const GRAPHEME = new RegExp(String.raw`\p{RGI_Emoji}|.`, 'gsv');
/** Variation selector for the coloured form of an emoji. A font can draw the emoji even if it lacks this character. */
const COLOUR_VARIATION = '\ufe0f';
const packageFonts = new FontSlices();
const warnBrokenFont: OnBrokenFont = (font, err) => process.emitWarning(`Font ${font} does not work: ${String(err)}`);

const splitGraphemes = (text: string): string[] => text.normalize('NFC').match(GRAPHEME) ?? [];
const isSequence = (grapheme: string): boolean => [...grapheme].length > 1;
const visibleParts = (grapheme: string): string[] => [...grapheme].filter((char) => !INVISIBLE.test(char));

/**
 * Loads the fonts that a text needs in addition to the stamp font. Each font is loaded once per process.
 * @param onBrokenFont called for each font that cannot be used; its characters are written as `\u{…}`
 * @returns undefined when the text needs no other font, as for most buyers, or when no font has the missing characters
 */
export async function createShaper(
  text: string,
  onBrokenFont: OnBrokenFont = warnBrokenFont,
  slices: FontSlices = packageFonts,
): Promise<Shaper | undefined> {
  const fontByGrapheme = new Map<string, Font>();
  const fonts = new Set<Font>();
  const find = async (grapheme: string): Promise<void> => {
    // An invisible character that is not part of an emoji gets no font and is written as `\u{…}`. Otherwise two different
    // addresses could look equal.
    if (fontByGrapheme.has(grapheme) || hasGlyph(grapheme) || NEVER_DRAWN.test(grapheme)) return;
    const characters = [...grapheme].filter((char) => char !== COLOUR_VARIATION);
    const font = await slices.findFont(characters, onBrokenFont);
    if (font && (fonts.has(font) || fonts.size < MAX_FONTS)) {
      fonts.add(font);
      fontByGrapheme.set(grapheme, font);
    } else if (isSequence(grapheme)) {
      for (const part of visibleParts(grapheme)) await find(part);
    }
  };
  for (const grapheme of splitGraphemes(text)) await find(grapheme);
  if (fontByGrapheme.size === 0) return undefined;
  const { default: makeBidi } = (await import(BIDI)) as { default: () => Bidi };
  const bidi = makeBidi();
  return (line) => shapeLine(line, fontByGrapheme, bidi, onBrokenFont);
}

/**
 * Splits a grapheme into runs, each with its font. When no font has an emoji sequence, its parts are drawn one by one if
 * each part has a font. All other characters without a font are written as `\u{…}`.
 */
function findRuns(grapheme: string, fontByGrapheme: Map<string, Font>): TextRun[] {
  const font = fontByGrapheme.get(grapheme);
  if (font) return [{ text: grapheme, font }];
  const parts = isSequence(grapheme) ? visibleParts(grapheme) : [];
  const canDrawAll = parts.length > 0 && parts.every((part) => fontByGrapheme.has(part) || hasGlyph(part));
  if (canDrawAll) return parts.map((part) => ({ text: part, font: fontByGrapheme.get(part) }));
  return [...toStampText(grapheme)].map((text) => ({ text }));
}

function shapeLine(
  line: string,
  fontByGrapheme: Map<string, Font>,
  bidi: Bidi,
  onBrokenFont: OnBrokenFont,
): ShapedLine {
  const subsets = new Map<Font, FontSubset>();
  const glyphs: Glyph[] = [];
  for (const { text, font, level } of splitRuns(line, fontByGrapheme, bidi)) {
    if (!font) {
      glyphs.push(...stampFontGlyphs(text, level, bidi));
      continue;
    }
    const subset = subsets.get(font) ?? new FontSubset(font, subsets.size + 1);
    try {
      glyphs.push(...subset.shape(text, level, isSequence(text) && splitGraphemes(text).length === 1));
      subsets.set(font, subset);
    } catch (error) {
      onBrokenFont(font.postscriptName, error);
      // `\u{…}` is read from left to right, so its level must be even.
      glyphs.push(...stampFontGlyphs(toStampText(text), level + (level % 2), bidi));
    }
  }
  return { glyphs, fonts: [...subsets.values()].map((subset) => subset.embedded()) };
}

/** Splits a line into runs of one font and one level of the Unicode bidirectional algorithm. */
function splitRuns(line: string, fontByGrapheme: Map<string, Font>, bidi: Bidi): (TextRun & { level: number })[] {
  const graphemeRuns = splitGraphemes(line).flatMap((grapheme) => findRuns(grapheme, fontByGrapheme));
  const { levels } = bidi.getEmbeddingLevels(graphemeRuns.map(({ text }) => text).join(''), 'ltr');
  const runs: (TextRun & { level: number })[] = [];
  let at = 0;
  let mustSplit = true;
  for (const { text, font } of graphemeRuns) {
    const level = levels[at]!;
    const last = runs.at(-1);
    if (last?.font === font && last?.level === level && !mustSplit && !isSequence(text)) last.text += text;
    else runs.push({ text, font, level });
    mustSplit = isSequence(text);
    at += text.length;
  }
  return runs;
}

/**
 * @returns the glyphs of a text in the stamp font. In right-to-left text, brackets are mirrored (rule L4 of the Unicode
 * bidirectional algorithm)
 */
const stampFontGlyphs = (text: string, level: number, bidi: Bidi): Glyph[] =>
  [...text].flatMap((char) => {
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(char) : null;
    return findGlyphs(mirrored && hasGlyph(mirrored) ? mirrored : char).map((glyph) => ({ ...glyph, level }));
  });

/** @returns the glyphs of a line in visual order (rule L2 of the Unicode bidirectional algorithm) */
export function inVisualOrder(line: Glyph[]): Glyph[] {
  let highest = Math.max(0, ...line.map((glyph) => glyph.level ?? 0));
  let ordered = line;
  for (; highest > 0; highest--) {
    const reordered: Glyph[] = [];
    let reversed: Glyph[] = [];
    for (const glyph of ordered) {
      if ((glyph.level ?? 0) >= highest) reversed.unshift(glyph);
      else {
        reordered.push(...reversed, glyph);
        reversed = [];
      }
    }
    ordered = [...reordered, ...reversed];
  }
  return ordered;
}
