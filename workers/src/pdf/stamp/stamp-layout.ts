import { totalWidth, type Glyph } from '../document/glyph.js';
import type { StampSize } from '../prepare/plan.js';
import type { Area } from '../prepare/render-pages.js';
import { CODE, CODE_MODULE, fitText, LEADING, type FittedText, type FontSizes, type StampGlyphs } from './fit-text.js';

// The stamp consists of a horizontal text (`across`) and a vertical text (`up`), each of one or more lines. A length or
// coordinate is in page units (each of `userUnit` points) if no comment says points or ems. The origin is the lower left
// corner of the page as it is shown. `edge` is a distance; `size.line` and `size.edge` are positions from 0 to 1
// (StampPlace).

/** Usual font size as a share of the page's shorter side. */
const SHARE_OF_SHORT_SIDE = 0.0118;
/** Limits of the usual font size in points. */
const FONT_POINTS = { min: 7, max: 28 };
/** A text whose font size would be below this number of points is broken into more lines. */
const MIN_LEGIBLE_POINTS = 6;
/**
 * Distance of the texts from the page's edges in points (4.2 mm). Home printers leave about 4 mm blank, and patterns keep
 * about 10 mm from the edge.
 */
const EDGE_POINTS = 12;
/** On small labels the distance from the edges is at most this share of the page's shorter side. */
const EDGE_SHARE = 0.03;
/** Distance in ems between the baseline and the lower end of a line. */
const DESCENT = 0.24;
/** Width of the longest possible text in ems. Its address has 254 of the widest letters. */
const LONGEST_TEXT = 256;

/** One line of a text. */
interface Line {
  glyphs: Glyph[];
  /** Start of the baseline. */
  x: number;
  y: number;
  /** Whether the line belongs to the vertical text. */
  upwards: boolean;
}

/** A bar code (see mark-code) and its position. */
export interface PlacedCode {
  /** Start of the bar code on the lower side of its text: in a vertical text this is the lower right corner of `area`. */
  x: number;
  y: number;
  /** Width of a module. */
  module: number;
  /** Whether the bar code belongs to the vertical text. */
  upwards: boolean;
  area: Area;
}

/** Measures of the stamp that depend only on the size of the page. */
interface Frame extends FontSizes {
  /** Distance of the texts from the page's edges. */
  edge: number;
  /** Maximum depth of all lines of a text together. The depth is perpendicular to the text direction. */
  depth: number;
  /**
   * Font size whose line height is the height of the second bar code, which large pages get before each text; 0 on other
   * pages.
   */
  leadingCodeSize: number;
}

function createFrame({ width, height, userUnit }: StampSize): Frame {
  const short = Math.min(width, height);
  const size = Math.min(FONT_POINTS.max / userUnit, Math.max(FONT_POINTS.min / userUnit, short * SHARE_OF_SHORT_SIDE));
  // The limit of a fifth of the shorter side has an effect only on labels whose shorter side is below 35 points (12 mm).
  const preferredSize = Math.min(size, short / 5);
  return {
    edge: Math.min(EDGE_POINTS / userUnit, short * EDGE_SHARE),
    preferredSize,
    minSize: Math.min(MIN_LEGIBLE_POINTS / userUnit, preferredSize),
    depth: short / 4,
    // On large sheets a second bar code is near the address. A piece of the sheet that is cut out with the address then also
    // contains a bar code.
    leadingCodeSize: preferredSize * userUnit < 2 * FONT_POINTS.min ? 0 : FONT_POINTS.min / userUnit,
  };
}

/** @returns the font size of a text of normal length, in page units */
export const stampFontSize = (size: StampSize): number => createFrame(size).preferredSize;

/** An interval along one side of the page. */
interface Span {
  start: number;
  length: number;
}

/** Clips a span to the part of a side between `from` and `to`, which are shares of the side's length. */
const clipSpan = (span: Span, length: number, [from, to]: [number, number] = [0, 1]): Span => {
  const start = Math.max(span.start, from * length);
  return { start, length: Math.min(span.start + span.length, to * length) - start };
};

/**
 * Computes the span of the vertical text along the page's height. The horizontal text divides the height into a part above
 * it and a part below it; the vertical text is in the longer part.
 * @param edge the distance of the texts from the page's edges
 * @param depth the depth of the horizontal text
 */
function verticalSpan(size: StampSize, edge: number, depth: number): Span {
  const line = size.line ?? 0;
  const bottom = edge + line * (size.height - 2 * edge - depth);
  const below = { start: edge, length: bottom - 2 * edge };
  const above = { start: bottom + depth + edge, length: size.height - bottom - depth - 2 * edge };
  return clipSpan(line > 0.5 ? below : above, size.height, size.up);
}

/**
 * @returns the areas that the horizontal and the vertical text of a stamp can occupy, with any address. The areas are deep
 * enough for the longest address, unless `acrossLines` or `upLines` limits the number of lines.
 */
export function stampAreas(size: StampSize): [across: Area, up: Area] {
  const { edge, preferredSize, minSize, depth } = createFrame(size);
  const [innerWidth, innerHeight] = [size.width - 2 * edge, size.height - 2 * edge];
  const textDepth = (length: number, lines = Math.ceil((LONGEST_TEXT * minSize) / length)): number =>
    Math.min(lines * LEADING * preferredSize, depth);
  const [acrossDepth, upDepth] = [textDepth(innerWidth, size.acrossLines), textDepth(innerHeight, size.upLines)];
  const span = clipSpan({ start: edge, length: innerWidth }, size.width, size.across);
  // This area is computed for a horizontal text of one line, which leaves the vertical text the most room. So it contains
  // the vertical text of every stamp.
  const vertical = verticalSpan(size, edge, LEADING * minSize);
  const y = edge + (size.line ?? 0) * (innerHeight - acrossDepth);
  const x = edge + (1 - (size.edge ?? 0)) * (innerWidth - upDepth);
  return [
    { x: span.start, y, width: span.length, height: acrossDepth },
    { x, y: vertical.start, width: upDepth, height: vertical.length },
  ];
}

export interface Layout {
  /** The lines of both texts. */
  lines: Line[];
  /** Font size of the horizontal text. */
  acrossFontSize: number;
  /** Font size of the vertical text. */
  upFontSize: number;
  /** The areas of the two texts, without their bar codes. */
  areas: [across: Area, up: Area];
  /** The bar codes. A text that has no room for a bar code, e.g. on a small label, has none. */
  codes: PlacedCode[];
  /** Distance of the texts from the page's edges. */
  edge: number;
}

/** @returns the height of a line's baseline above the lower side of its text, in ems */
const baselineEms = (lines: Glyph[][], index: number): number => DESCENT + (lines.length - 1 - index) * LEADING;

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
    acrossFontSize: across.size,
    upFontSize: up.size,
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
 * @param place converts a distance from the start of the text into the position of a bar code
 * @returns the bar code before the text on a large page, and the bar code after the last line of the text if it fits there
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
