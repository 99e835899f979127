import { totalWidth, type Glyph } from '../document/glyph.js';
import { CODE_SIZE } from './mark-code.js';
import { findGlyphs } from './stamp-font.js';

const MAX_LINES = 8;
/**
 * A line can end at a space that is at most this many glyphs before the ideal end of the line. The first value is tried
 * first. With the second one the lines are almost equally long, so the letters can be larger.
 */
const LOOK_BACK = [15, 1];
/** Line height in ems. */
export const LEADING = 1.2;
/** Width in ems of a module of the bar code. The code is as high as a line, so that pictures of 100 dpi show it legibly. */
export const CODE_MODULE = LEADING / CODE_SIZE.height;
/** A glyph without text that reserves space for the bar code while a text is broken into lines. */
export const CODE: Glyph = { text: '', hex: '', width: CODE_SIZE.width * CODE_MODULE, font: '', haloFont: '' };
/** Minimum width in ems of a shortened address: about 32 letters. Most addresses are shorter and remain complete. */
const MIN_ADDRESS = 18;
const ELLIPSIS = findGlyphs('…');

/** The glyphs of a stamp before the layout, the same for all page sizes. */
export interface StampGlyphs {
  /** The text of the mark, before it is broken into lines. */
  text: Glyph[];
  /** The range of the address in `text`. The address is shortened when the whole text would be too small to read. */
  address: [from: number, end: number];
  fileId: Glyph[];
  /** Puts the glyphs of a line in visual order. Undefined when the glyphs are already in visual order. */
  order?: ((glyphs: Glyph[]) => Glyph[]) | undefined;
}

/** Glyphs that a stamp can contain in addition to those of its text. */
export const ADDED_GLYPHS = ELLIPSIS;

/** Font sizes in page units. */
export interface FontSizes {
  /** Font size of a text that has enough room. */
  preferredSize: number;
  /** Smallest legible font size. */
  minSize: number;
}

/** The size of the space that is available for a text. */
export interface AvailableSpace {
  /** Length in the text direction. */
  length: number;
  /** Depth perpendicular to the text direction. */
  depth: number;
}

/** A text that is broken into lines. `length` and `depth` are the space that the text uses. */
export interface FittedText extends AvailableSpace {
  /** Font size. */
  size: number;
  lines: Glyph[][];
  /** Whether the bar code fits after the last line. */
  hasCode: boolean;
}

/**
 * Fits a text and its bar code into a space. When the letters would be too small to read, the bar code is left out. When
 * the letters would still be too small without the bar code, the middle of the address is left out too.
 */
export function fitText(glyphs: StampGlyphs, space: AvailableSpace, sizes: FontSizes): FittedText {
  const { lines, ...withCode } = fitLines([...glyphs.text, CODE], space, sizes);
  if (isLegible(withCode, sizes)) {
    const texts = [...lines.slice(0, -1), lines.at(-1)!.slice(0, -1)];
    return { ...withCode, lines: texts, length: Math.max(...texts.map(totalWidth)) * withCode.size, hasCode: true };
  }
  let best = fitLines(glyphs.text, space, sizes);
  const [from, end] = glyphs.address;
  const minWidth = totalWidth(glyphs.text) - totalWidth(glyphs.text.slice(from, end)) + MIN_ADDRESS;
  for (let keptGlyphs = end - from - 1; !isLegible(best, sizes); keptGlyphs--) {
    const text = shortenAddress(glyphs, keptGlyphs);
    if (totalWidth(text) < minWidth) break;
    best = fitLines(text, space, sizes);
  }
  return best;
}

const isLegible = ({ size }: Pick<FittedText, 'size'>, { minSize }: FontSizes): boolean => size >= 0.999 * minSize;

/** @returns the text with only `keptGlyphs` glyphs of its address: half from its beginning and half from its end */
function shortenAddress({ text, address: [from, end] }: StampGlyphs, keptGlyphs: number): Glyph[] {
  let [cutAt, resumeAt] = [from + Math.ceil(keptGlyphs / 2), end - Math.floor(keptGlyphs / 2)];
  while (text[cutAt]!.joined) cutAt--;
  while (resumeAt < end && text[resumeAt]!.joined) resumeAt++;
  const level = text[cutAt - 1]!.level;
  const ellipsis = ELLIPSIS.map((glyph) => ({ ...glyph, ...(level !== undefined && { level }) }));
  return [...text.slice(0, cutAt), ...ellipsis, ...text.slice(resumeAt)];
}

/**
 * Breaks a text into the smallest number of lines that allows a legible font size. If no number of lines allows a legible
 * size, the number with the largest size is used.
 */
function fitLines(glyphs: Glyph[], space: AvailableSpace, { preferredSize, minSize }: FontSizes): FittedText {
  let best: FittedText = { size: 0, lines: [glyphs], length: 0, depth: 0, hasCode: false };
  const attempts = Array.from({ length: MAX_LINES }, (_, index) =>
    LOOK_BACK.map((lookBack) => ({ count: index + 1, lookBack })),
  );
  for (const { count, lookBack } of attempts.flat()) {
    const lines = breakLines(glyphs, count, lookBack);
    const longest = Math.max(...lines.map(totalWidth));
    const size = Math.min(preferredSize, space.length / longest, space.depth / (count * LEADING));
    if (size > best.size) best = { ...best, size, lines, length: longest * size, depth: count * LEADING * size };
    if (best.size >= minSize) break;
  }
  return best;
}

/**
 * Breaks a text into lines of about equal length. The preferred end of a line is a space at most `lookBack` glyphs before
 * the ideal end of the line, or at most five glyphs after the ideal end.
 */
function breakLines(glyphs: Glyph[], count: number, lookBack: number): Glyph[][] {
  const lines: Glyph[][] = [];
  let from = 0;
  for (let remaining = count; remaining > 1; remaining--) {
    const target = totalWidth(glyphs.slice(from)) / remaining;
    let at = from;
    for (let sum = 0; at < glyphs.length && sum < target; at++) sum += glyphs[at]!.width;
    const spaces = glyphs.flatMap(({ text }, index) =>
      text === ' ' && index >= at - lookBack && index < at + 6 ? [index] : [],
    );
    const nearest = spaces.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    if (nearest !== undefined && nearest >= from) at = nearest + 1;
    while (at < glyphs.length && glyphs[at]!.joined) at++;
    lines.push(glyphs.slice(from, at));
    from = at;
  }
  return [...lines, glyphs.slice(from)];
}
