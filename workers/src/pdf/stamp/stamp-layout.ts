import { widthOf, type Glyph } from '../document/glyph.js';
import type { StampSize } from '../prepare/plan.js';
import type { Area } from '../prepare/render-pages.js';
import { CODE_SIZE } from './mark-code.js';
import { glyphsOf } from './stamp-font.js';

const SHARE_OF_SHORT_SIDE = 0.0118;
const FONT_POINTS = { least: 7, most: 28 };
/** A text whose letters would be smaller is broken into two lines, or more on a label. */
const BREAK_POINTS = 6;
const MOST_LINES = 8;
/** Glyphs before a line's end in which a space is preferred; fewer keep lines equally long, so that letters are larger. */
const BREAKS = [15, 1];
/** Home printers leave about 4 mm blank; patterns keep about 10 mm from the edge. */
const EDGE_POINTS = 12;
const EDGE_SHARE = 0.03;
const DESCENT = 0.24;
/** Line height in ems. */
const LEADING = 1.2;
/** Width of a module of the code in ems: the code is as high as a text line, and is read from pictures with 100 dpi. */
const CODE_MODULE = LEADING / CODE_SIZE.height;
/** Stands for the code when a text is broken into lines. */
const CODE: Glyph = { text: '', hex: '', width: CODE_SIZE.width * CODE_MODULE, font: '', haloFont: '' };
/** Width of the longest text in ems: 254 of the widest letters, and the surrounding text. */
const LONGEST = 256;
/** Minimum width of the address in ems, about 32 letters; most addresses are shorter. */
const LEAST_ADDRESS = 18;
const ELLIPSIS = glyphsOf('…');

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
  /** The part of the line that is shortened when the whole would be illegible. */
  address: [from: number, end: number];
  fileId: Glyph[];
  /** Puts the glyphs of a line in visual order. */
  order?: ((glyphs: Glyph[]) => Glyph[]) | undefined;
}

/** Additional glyphs of a stamp. */
export const ADDED_GLYPHS = ELLIPSIS;

/** A code (see mark-code) in a line, in text direction. */
export interface PlacedCode {
  /** Its lower left corner, seen in text direction. */
  x: number;
  y: number;
  /** Width of a module. */
  module: number;
  upwards: boolean;
  area: Area;
}

interface Frame {
  edge: number;
  wanted: number;
  least: number;
  /** Maximum depth of the lines, perpendicular to their direction. */
  depth: number;
  /** Letter size of an additional code before the text; 0 without one. */
  lead: number;
}

function frameOf({ width, height, userUnit }: StampSize): Frame {
  const short = Math.min(width, height);
  const size = Math.min(
    FONT_POINTS.most / userUnit,
    Math.max(FONT_POINTS.least / userUnit, short * SHARE_OF_SHORT_SIDE),
  );
  // At most a fifth of the page, which only matters on labels of a few millimetres.
  const wanted = Math.min(size, short / 5);
  return {
    edge: Math.min(EDGE_POINTS / userUnit, short * EDGE_SHARE),
    wanted,
    least: Math.min(BREAK_POINTS / userUnit, wanted),
    depth: short / 4,
    // When a large sheet is cut into small ones, the sheet with the address has this code.
    lead: wanted * userUnit < 2 * FONT_POINTS.least ? 0 : FONT_POINTS.least / userUnit,
  };
}

/** Font size of a text of normal length, in units of the page. */
export const letterSize = (size: StampSize): number => frameOf(size).wanted;

interface Way {
  start: number;
  length: number;
}

const within = (way: Way, length: number, [from, to]: [number, number] = [0, 1]): Way => {
  const start = Math.max(way.start, from * length);
  return { start, length: Math.min(way.start + way.length, to * length) - start };
};

/** The vertical line takes the longer part beside the horizontal line, which takes `depth`. */
function wayUp(size: StampSize, edge: number, depth: number): Way {
  const line = size.line ?? 0;
  const bottom = edge + line * (size.height - 2 * edge - depth);
  const below = { start: edge, length: bottom - 2 * edge };
  const above = { start: bottom + depth + edge, length: size.height - bottom - depth - 2 * edge };
  return within(line > 0.5 ? below : above, size.height, size.up);
}

/**
 * The areas of the lines of a stamp, independent of their text: first the horizontal, then the vertical one. Deep enough for
 * the longest address, unless the place has room for fewer lines.
 */
export function stampAreas(size: StampSize): [across: Area, up: Area] {
  const { edge, wanted, least, depth } = frameOf(size);
  const [wide, high] = [size.width - 2 * edge, size.height - 2 * edge];
  const deep = (length: number, lines = Math.ceil((LONGEST * least) / length)): number =>
    Math.min(lines * LEADING * wanted, depth);
  const [deepAcross, deepUp] = [deep(wide, size.acrossLines), deep(high, size.upLines)];
  const way = within({ start: edge, length: wide }, size.width, size.across);
  // Assumes one horizontal line, which leaves the vertical line the most room.
  const rise = wayUp(size, edge, LEADING * least);
  const y = edge + (size.line ?? 0) * (high - deepAcross);
  const x = edge + (1 - (size.edge ?? 0)) * (wide - deepUp);
  return [
    { x: way.start, y, width: way.length, height: deepAcross },
    { x, y: rise.start, width: deepUp, height: rise.length },
  ];
}

/** All lines of a stamp and their font sizes, horizontal and vertical. */
export interface Layout {
  lines: Line[];
  across: number;
  up: number;
  /** The parts of stampAreas that the text uses. */
  areas: [across: Area, up: Area];
  /** One for each line with room behind its text; none on labels. */
  codes: PlacedCode[];
  edge: number;
}

export function layout(size: StampSize, glyphs: StampGlyphs): Layout {
  const frame = frameOf(size);
  const [acrossArea, upArea] = stampAreas(size);
  const lead = CODE.width * frame.lead;
  const across = fit(glyphs, { length: acrossArea.width - lead, depth: acrossArea.height }, frame);
  const rise = wayUp(size, frame.edge, Math.max(across.depth, LEADING * frame.least));
  const up = fit(glyphs, { length: rise.length - lead, depth: upArea.width }, frame);
  const bottom = acrossArea.y + (size.line ?? 0) * (acrossArea.height - across.depth);
  const right = upArea.x + upArea.width - (size.edge ?? 0) * (upArea.width - up.depth);
  const [left, low] = [acrossArea.x + lead, rise.start + lead];
  const fromLast = (lines: Glyph[][], index: number): number => DESCENT + (lines.length - 1 - index) * LEADING;
  return {
    lines: [
      ...across.lines.map((line, index) => {
        const y = bottom + fromLast(across.lines, index) * across.size;
        return { glyphs: glyphs.order?.(line) ?? line, x: left, y, upwards: false };
      }),
      ...up.lines.map((line, index) => {
        const x = right - fromLast(up.lines, index) * up.size;
        return { glyphs: glyphs.order?.(line) ?? line, x, y: low, upwards: true };
      }),
    ],
    across: across.size,
    up: up.size,
    areas: [
      { x: left, y: bottom, width: across.length, height: across.depth },
      { x: right - up.depth, y: low, width: up.depth, height: up.length },
    ],
    codes: [
      ...codesOf(across, frame, (along) => ({ x: left + along, y: bottom, upwards: false })),
      ...codesOf(up, frame, (along) => ({ x: right, y: low + along, upwards: true })),
    ],
    edge: frame.edge,
  };
}

/** The code behind the last line of a text, and the one before it. @param place `along` from the start of the text */
function codesOf(
  { lines, size, hasCode }: Fitted,
  { lead }: Frame,
  place: (along: number) => Omit<PlacedCode, 'module' | 'area'>,
): PlacedCode[] {
  const codeAt = (along: number, letters: number): PlacedCode => {
    const start = place(along);
    const [long, high] = [CODE.width * letters, LEADING * letters];
    const { x, y, upwards } = start;
    const area = upwards ? { x: x - high, y, width: high, height: long } : { x, y, width: long, height: high };
    return { ...start, module: CODE_MODULE * letters, area };
  };
  return [
    ...(lead > 0 ? [codeAt(-CODE.width * lead, lead)] : []),
    ...(hasCode ? [codeAt(widthOf(lines.at(-1)!) * size, size)] : []),
  ];
}

interface Room {
  /** In text direction. */
  length: number;
  /** Perpendicular to the text direction. */
  depth: number;
}

interface Fitted extends Room {
  size: number;
  lines: Glyph[][];
  /** The last line has room for the code. */
  hasCode: boolean;
}

/** The whole text if it is legible, with the code if there is room; otherwise the middle of the address is shortened. */
function fit(glyphs: StampGlyphs, room: Room, frame: Frame): Fitted {
  const { lines, ...coded } = fitLines([...glyphs.line, CODE], room, frame);
  if (isLegible(coded, frame)) {
    const texts = [...lines.slice(0, -1), lines.at(-1)!.slice(0, -1)];
    return { ...coded, lines: texts, length: Math.max(...texts.map(widthOf)) * coded.size, hasCode: true };
  }
  let best = fitLines(glyphs.line, room, frame);
  const [from, end] = glyphs.address;
  const least = widthOf(glyphs.line) - widthOf(glyphs.line.slice(from, end)) + LEAST_ADDRESS;
  for (let kept = end - from - 1; !isLegible(best, frame); kept--) {
    const line = shortened(glyphs, kept);
    if (widthOf(line) < least) break;
    best = fitLines(line, room, frame);
  }
  return best;
}

const isLegible = ({ size }: Pick<Fitted, 'size'>, { least }: Frame): boolean => size >= 0.999 * least;

/** The line with `kept` glyphs of its address, half of them from its end. */
function shortened({ line, address: [from, end] }: StampGlyphs, kept: number): Glyph[] {
  let [cut, on] = [from + Math.ceil(kept / 2), end - Math.floor(kept / 2)];
  while (line[cut]!.joined) cut--;
  while (on < end && line[on]!.joined) on++;
  const level = line[cut - 1]!.level;
  const ellipsis = ELLIPSIS.map((glyph) => ({ ...glyph, ...(level !== undefined && { level }) }));
  return [...line.slice(0, cut), ...ellipsis, ...line.slice(on)];
}

/** Breaks a text into the fewest lines with a legible size. @returns size and lines */
function fitLines(glyphs: Glyph[], room: Room, { wanted, least }: Frame): Fitted {
  let best: Fitted = { size: 0, lines: [glyphs], length: 0, depth: 0, hasCode: false };
  const tries = Array.from({ length: MOST_LINES }, (_, index) => BREAKS.map((back) => ({ count: index + 1, back })));
  for (const { count, back } of tries.flat()) {
    const lines = breakLines(glyphs, count, back);
    const longest = Math.max(...lines.map(widthOf));
    const size = Math.min(wanted, room.length / longest, room.depth / (count * LEADING));
    if (size > best.size) best = { ...best, size, lines, length: longest * size, depth: count * LEADING * size };
    if (best.size >= least) break;
  }
  return best;
}

/** Breaks into lines of about equal length, preferably after a space up to `back` glyphs before the equal length. */
function breakLines(glyphs: Glyph[], count: number, back: number): Glyph[][] {
  const lines: Glyph[][] = [];
  let from = 0;
  for (let left = count; left > 1; left--) {
    const target = widthOf(glyphs.slice(from)) / left;
    let at = from;
    for (let sum = 0; at < glyphs.length && sum < target; at++) sum += glyphs[at]!.width;
    const spaces = glyphs.flatMap(({ text }, index) =>
      text === ' ' && index >= at - back && index < at + 6 ? [index] : [],
    );
    const nearest = spaces.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
    if (nearest !== undefined && nearest >= from) at = nearest + 1;
    while (at < glyphs.length && glyphs[at]!.joined) at++;
    lines.push(glyphs.slice(from, at));
    from = at;
  }
  return [...lines, glyphs.slice(from)];
}
