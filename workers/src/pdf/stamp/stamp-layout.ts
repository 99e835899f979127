import { totalWidth, type Glyph } from '../document/glyph.js';
import type { StampSize } from '../prepare/plan.js';
import type { Area } from '../prepare/render-pages.js';
import { CODE_SIZE } from './mark-code.js';
import { findGlyphs } from './stamp-font.js';

const SHARE_OF_SHORT_SIDE = 0.0118;
const FONT_POINTS = { min: 7, max: 28 };
/** Font size in points below which a text is broken into more lines. */
const MIN_LEGIBLE_POINTS = 6;
const MAX_LINES = 8;
/**
 * How many glyphs before the ideal end of a line are searched for a space, in order of preference. A short search keeps the
 * lines equally long, so that the letters can be larger.
 */
const LOOK_BACK = [15, 1];
/** Distance from the edge in points: home printers leave about 4 mm blank, and patterns keep about 10 mm from the edge. */
const EDGE_POINTS = 12;
const EDGE_SHARE = 0.03;
const DESCENT = 0.24;
/** Line height in ems. */
const LEADING = 1.2;
/** Width of a code's module in ems. The code is as high as a text line, so that it can be read from pictures of 100 dpi. */
const CODE_MODULE = LEADING / CODE_SIZE.height;
/** A glyph without text that reserves the space of the code while a text is broken into lines. */
const CODE: Glyph = { text: '', hex: '', width: CODE_SIZE.width * CODE_MODULE, font: '', haloFont: '' };
/** Width of the longest possible text in ems: an address of 254 letters of maximum width, and the text around it. */
const LONGEST_TEXT = 256;
/** Minimum width in ems of a shortened address: about 32 letters. Most addresses are shorter and remain complete. */
const MIN_ADDRESS = 18;
const ELLIPSIS = findGlyphs('…');

/** A line of the stamp with its position. */
interface Line {
  glyphs: Glyph[];
  x: number;
  y: number;
  upwards: boolean;
}

/** Glyphs of a copy, shared by all page sizes. */
export interface StampGlyphs {
  line: Glyph[];
  /** Indexes of the address in the line. It is shortened when the whole line would be illegible. */
  address: [from: number, end: number];
  fileId: Glyph[];
  /** Puts the glyphs of a line in visual order. */
  order?: ((glyphs: Glyph[]) => Glyph[]) | undefined;
}

/** Glyphs that a stamp can contain in addition to those of its text. */
export const ADDED_GLYPHS = ELLIPSIS;

/** A code (see mark-code) and its position in a line. */
export interface PlacedCode {
  /** Lower left corner, when the text is read horizontally. */
  x: number;
  y: number;
  /** Width of a module. */
  module: number;
  upwards: boolean;
  area: Area;
}

interface Frame {
  edge: number;
  preferredSize: number;
  minSize: number;
  /** Maximum depth of all lines of a text together, perpendicular to the text direction. */
  depth: number;
  /** Font size that determines the size of a second code, before the text; 0 when there is none. */
  leadingCodeSize: number;
}

function createFrame({ width, height, userUnit }: StampSize): Frame {
  const short = Math.min(width, height);
  const size = Math.min(FONT_POINTS.max / userUnit, Math.max(FONT_POINTS.min / userUnit, short * SHARE_OF_SHORT_SIDE));
  // The limit of a fifth of the page applies only to labels of a few millimetres.
  const preferredSize = Math.min(size, short / 5);
  return {
    edge: Math.min(EDGE_POINTS / userUnit, short * EDGE_SHARE),
    preferredSize,
    minSize: Math.min(MIN_LEGIBLE_POINTS / userUnit, preferredSize),
    depth: short / 4,
    // On large sheets a second code is next to the address, so that a part that is cut out with the address has a code.
    leadingCodeSize: preferredSize * userUnit < 2 * FONT_POINTS.min ? 0 : FONT_POINTS.min / userUnit,
  };
}

/** @returns the font size of a text of normal length, in units of the page */
export const stampFontSize = (size: StampSize): number => createFrame(size).preferredSize;

/** An interval along an edge of the page. */
interface Span {
  start: number;
  length: number;
}

const clipSpan = (span: Span, length: number, [from, to]: [number, number] = [0, 1]): Span => {
  const start = Math.max(span.start, from * length);
  return { start, length: Math.min(span.start + span.length, to * length) - start };
};

/**
 * @returns the span of the vertical text: the longer part of the edge, above or below the horizontal text of the given depth
 */
function verticalSpan(size: StampSize, edge: number, depth: number): Span {
  const line = size.line ?? 0;
  const bottom = edge + line * (size.height - 2 * edge - depth);
  const below = { start: edge, length: bottom - 2 * edge };
  const above = { start: bottom + depth + edge, length: size.height - bottom - depth - 2 * edge };
  return clipSpan(line > 0.5 ? below : above, size.height, size.up);
}

/**
 * @returns the areas that the horizontal and the vertical text of a stamp can occupy, whatever the text. They are deep enough
 * for the longest address, unless the place has room for fewer lines.
 */
export function stampAreas(size: StampSize): [across: Area, up: Area] {
  const { edge, preferredSize, minSize, depth } = createFrame(size);
  const [innerWidth, innerHeight] = [size.width - 2 * edge, size.height - 2 * edge];
  const textDepth = (length: number, lines = Math.ceil((LONGEST_TEXT * minSize) / length)): number =>
    Math.min(lines * LEADING * preferredSize, depth);
  const [acrossDepth, upDepth] = [textDepth(innerWidth, size.acrossLines), textDepth(innerHeight, size.upLines)];
  const span = clipSpan({ start: edge, length: innerWidth }, size.width, size.across);
  // With a single horizontal line the vertical text has the most room, so this area contains all possible ones.
  const vertical = verticalSpan(size, edge, LEADING * minSize);
  const y = edge + (size.line ?? 0) * (innerHeight - acrossDepth);
  const x = edge + (1 - (size.edge ?? 0)) * (innerWidth - upDepth);
  return [
    { x: span.start, y, width: span.length, height: acrossDepth },
    { x, y: vertical.start, width: upDepth, height: vertical.length },
  ];
}

/** All lines of a stamp, and the font sizes of the horizontal (`across`) and the vertical (`up`) ones. */
export interface Layout {
  lines: Line[];
  across: number;
  up: number;
  /** The parts of the stampAreas that the text uses. */
  areas: [across: Area, up: Area];
  /** The codes of the texts that have room for one; none on labels. */
  codes: PlacedCode[];
  edge: number;
}

export function layout(size: StampSize, glyphs: StampGlyphs): Layout {
  const frame = createFrame(size);
  const [acrossArea, upArea] = stampAreas(size);
  const codeWidth = CODE.width * frame.leadingCodeSize;
  const across = fitText(glyphs, { length: acrossArea.width - codeWidth, depth: acrossArea.height }, frame);
  const vertical = verticalSpan(size, frame.edge, Math.max(across.depth, LEADING * frame.minSize));
  const up = fitText(glyphs, { length: vertical.length - codeWidth, depth: upArea.width }, frame);
  const bottom = acrossArea.y + (size.line ?? 0) * (acrossArea.height - across.depth);
  const right = upArea.x + upArea.width - (size.edge ?? 0) * (upArea.width - up.depth);
  const [left, lower] = [acrossArea.x + codeWidth, vertical.start + codeWidth];
  const baselineEms = (lines: Glyph[][], index: number): number => DESCENT + (lines.length - 1 - index) * LEADING;
  return {
    lines: [
      ...across.lines.map((line, index) => {
        const y = bottom + baselineEms(across.lines, index) * across.size;
        return { glyphs: glyphs.order?.(line) ?? line, x: left, y, upwards: false };
      }),
      ...up.lines.map((line, index) => {
        const x = right - baselineEms(up.lines, index) * up.size;
        return { glyphs: glyphs.order?.(line) ?? line, x, y: lower, upwards: true };
      }),
    ],
    across: across.size,
    up: up.size,
    areas: [
      { x: left, y: bottom, width: across.length, height: across.depth },
      { x: right - up.depth, y: lower, width: up.depth, height: up.length },
    ],
    codes: [
      ...placeCodes(across, frame, (along) => ({ x: left + along, y: bottom, upwards: false })),
      ...placeCodes(up, frame, (along) => ({ x: right, y: lower + along, upwards: true })),
    ],
    edge: frame.edge,
  };
}

/**
 * @returns the code after the last line of a text, and the one before its first line
 * @param place converts a distance from the text's start
 */
function placeCodes(
  { lines, size, hasCode }: FittedText,
  { leadingCodeSize }: Frame,
  place: (along: number) => Omit<PlacedCode, 'module' | 'area'>,
): PlacedCode[] {
  const codeAt = (along: number, fontSize: number): PlacedCode => {
    const start = place(along);
    const [long, high] = [CODE.width * fontSize, LEADING * fontSize];
    const { x, y, upwards } = start;
    const area = upwards ? { x: x - high, y, width: high, height: long } : { x, y, width: long, height: high };
    return { ...start, module: CODE_MODULE * fontSize, area };
  };
  return [
    ...(leadingCodeSize > 0 ? [codeAt(-CODE.width * leadingCodeSize, leadingCodeSize)] : []),
    ...(hasCode ? [codeAt(totalWidth(lines.at(-1)!) * size, size)] : []),
  ];
}

interface AvailableSpace {
  /** Length in text direction. */
  length: number;
  /** Depth perpendicular to the text direction. */
  depth: number;
}

interface FittedText extends AvailableSpace {
  size: number;
  lines: Glyph[][];
  /** Whether the last line has room for the code. */
  hasCode: boolean;
}

/**
 * Fits a text with the code, or without it when that would be illegible. When both would be, it shortens the middle of the
 * address.
 */
function fitText(glyphs: StampGlyphs, space: AvailableSpace, frame: Frame): FittedText {
  const { lines, ...withCode } = fitLines([...glyphs.line, CODE], space, frame);
  if (isLegible(withCode, frame)) {
    const texts = [...lines.slice(0, -1), lines.at(-1)!.slice(0, -1)];
    return { ...withCode, lines: texts, length: Math.max(...texts.map(totalWidth)) * withCode.size, hasCode: true };
  }
  let best = fitLines(glyphs.line, space, frame);
  const [from, end] = glyphs.address;
  const minWidth = totalWidth(glyphs.line) - totalWidth(glyphs.line.slice(from, end)) + MIN_ADDRESS;
  for (let keptGlyphs = end - from - 1; !isLegible(best, frame); keptGlyphs--) {
    const line = shortenAddress(glyphs, keptGlyphs);
    if (totalWidth(line) < minWidth) break;
    best = fitLines(line, space, frame);
  }
  return best;
}

const isLegible = ({ size }: Pick<FittedText, 'size'>, { minSize }: Frame): boolean => size >= 0.999 * minSize;

/** @returns the line with `keptGlyphs` glyphs of its address, half of them from the end of the address */
function shortenAddress({ line, address: [from, end] }: StampGlyphs, keptGlyphs: number): Glyph[] {
  let [cutAt, resumeAt] = [from + Math.ceil(keptGlyphs / 2), end - Math.floor(keptGlyphs / 2)];
  while (line[cutAt]!.joined) cutAt--;
  while (resumeAt < end && line[resumeAt]!.joined) resumeAt++;
  const level = line[cutAt - 1]!.level;
  const ellipsis = ELLIPSIS.map((glyph) => ({ ...glyph, ...(level !== undefined && { level }) }));
  return [...line.slice(0, cutAt), ...ellipsis, ...line.slice(resumeAt)];
}

/** Breaks a text into the smallest number of lines that gives a legible font size. */
function fitLines(glyphs: Glyph[], space: AvailableSpace, { preferredSize, minSize }: Frame): FittedText {
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
 * Breaks a text into lines of about equal length, preferably after a space at most `lookBack` glyphs before the ideal end.
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
