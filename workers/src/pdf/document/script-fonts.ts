import type { EmbeddedFont } from './embed-font.js';
import { type Complain, type Font, FontSlices } from './font-slices.js';
import { FontSubset } from './font-subset.js';
import type { Glyph } from './glyph.js';
import { glyphsOf, isKnown, writable } from '../stamp/stamp-font.js';

/** A line of a stamp in scripts that the stamp's own font lacks. */
export interface ShapedLine {
  glyphs: Glyph[];
  /** Subsets that are embedded for it; the first is called `F1` in the stamp's resources and `H1` for the halo. */
  fonts: EmbeddedFont[];
}

/** Turns a text into glyphs at once: what it needs is loaded. */
export type Shaper = (text: string) => ShapedLine;

interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { levels: Uint8Array };
  getMirroredCharacter(char: string): string | null;
}

/** A piece of a text as the mark shows it; without a font in the stamp's own. */
interface Shown {
  text: string;
  font?: Font;
}

const BIDI: string = 'bidi-js';
/** Of one copy, for its size: each takes some 2 KB. The longest address of one script's frequent characters needs fewer. */
const MOST_FONTS = 64;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const NEVER_DRAWN = /^(?:\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Z})$/u;
/** Emoji of several characters are one piece, so that their joiners and modifiers are drawn with them. */
const PIECE = new RegExp(String.raw`\p{RGI_Emoji}|.`, 'gsv');
/** Asks for the form in colours; a font need not have it. */
const VARIATION = '\ufe0f';
const bundled = new FontSlices();
const warn: Complain = (font, err) => process.emitWarning(`Font ${font} does not work: ${String(err)}`);

const piecesOf = (text: string): string[] => text.normalize('NFC').match(PIECE) ?? [];
const isWhole = (piece: string): boolean => [...piece].length > 1;
const seenParts = (piece: string): string[] => [...piece].filter((char) => !UNSEEN.test(char));

/**
 * Loads what a text needs beyond the stamp's own font, once for as long as the process lives.
 * @param complain is told of a font that does not work; its characters are written as `\u{…}`
 * @returns undefined when the stamp's own font has it all, as for nearly every buyer
 */
export async function shaperFor(
  text: string,
  complain: Complain = warn,
  slices: FontSlices = bundled,
): Promise<Shaper | undefined> {
  const found = new Map<string, Font>();
  const fonts = new Set<Font>();
  const find = async (piece: string): Promise<void> => {
    // A character that is not seen counts as one only within an emoji; elsewhere the address would look like another one.
    if (found.has(piece) || isKnown(piece) || NEVER_DRAWN.test(piece)) return;
    const characters = [...piece].filter((char) => char !== VARIATION);
    const font = await slices.fontFor(characters, complain);
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
  return (line) => shapeLine(line, found, bidi, complain);
}

/** An emoji that no font has as a whole is drawn in its parts, where each has a font. */
function shownOf(piece: string, found: Map<string, Font>): Shown[] {
  const font = found.get(piece);
  if (font) return [{ text: piece, font }];
  const parts = isWhole(piece) ? seenParts(piece) : [];
  const areDrawn = parts.length > 0 && parts.every((part) => found.has(part) || isKnown(part));
  if (areDrawn) return parts.map((part) => ({ text: part, font: found.get(part) }));
  return [...writable(piece)].map((text) => ({ text }));
}

function shapeLine(line: string, found: Map<string, Font>, bidi: Bidi, complain: Complain): ShapedLine {
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
      complain(font.postscriptName, error);
      // Numbers are written from left to right.
      glyphs.push(...ownGlyphs(writable(text), level + (level % 2), bidi));
    }
  }
  return { glyphs, fonts: [...subsets.values()].map((subset) => subset.embedded()) };
}

/** Runs of one font and one level of Unicode's bidirectional algorithm, which looks at what is shown. */
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

/** With the mirrored form of brackets from right to left (rule L4). */
const ownGlyphs = (text: string, level: number, bidi: Bidi): Glyph[] =>
  [...text].flatMap((char) => {
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(char) : null;
    return glyphsOf(mirrored && isKnown(mirrored) ? mirrored : char).map((glyph) => ({ ...glyph, level }));
  });

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
