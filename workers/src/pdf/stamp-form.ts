import type { StampSize } from './plan.js';
import type { Glyph } from './glyph.js';
import type { Area } from './render-pages.js';

const SHARE_OF_SHORT_SIDE = 0.0118;
const FONT_POINTS = { least: 7, most: 28 };
/** A line that would be smaller is broken in two, or in more on a label. */
const BREAK_POINTS = 6;
const MOST_LINES = 8;
/** Home printers leave about 4 mm white; patterns keep their pieces about 10 mm off the edge. */
const EDGE_POINTS = 12;
const EDGE_SHARE = 0.03;
const DESCENT = 0.24;
/** From one baseline to the next, in ems. */
const LEADING = 1.2;
/** Grey of the letters: 7 : 1 on white, which leaves enough where thin strokes are blurred. */
const GREY = 0.35;
/** How far the white around the letters reaches, in ems. The contrast of the letters is theirs to it, on any ground. */
const HALO = 0.15;

/** A line of the stamp where it stands. */
interface Line {
  glyphs: Glyph[];
  x: number;
  y: number;
  upwards: boolean;
}

/** Glyphs once per copy, used for every page size. */
export interface StampGlyphs {
  line: Glyph[];
  fileId: Glyph[];
  /** Puts the glyphs of one line in the order in which they are seen, where that is another one. */
  order?: (glyphs: Glyph[]) => Glyph[];
}

interface Room {
  /** Of the lines' own text direction. */
  length: number;
  /** Across the lines. */
  depth: number;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
const widthOf = (glyphs: Glyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);

/** A text in as few lines as let it keep a legible size; the size and the lines. */
function fit(glyphs: Glyph[], room: Room, wanted: number, least: number): { size: number; lines: Glyph[][] } {
  let best = { size: 0, lines: [glyphs] };
  for (let count = 1; count <= MOST_LINES; count++) {
    const lines = breakLines(glyphs, count);
    const longest = Math.max(...lines.map(widthOf));
    const size = Math.min(wanted, room.length / longest, room.depth / (count * LEADING));
    if (size > best.size) best = { size, lines };
    if (best.size >= least) break;
  }
  return best;
}

/** Lines of about equal length, broken after a space where that makes none much longer. */
function breakLines(glyphs: Glyph[], count: number): Glyph[][] {
  const lines: Glyph[][] = [];
  let from = 0;
  for (let left = count; left > 1; left--) {
    const target = widthOf(glyphs.slice(from)) / left;
    let at = from;
    for (let sum = 0; at < glyphs.length && sum < target; at++) sum += glyphs[at]!.width;
    const space = glyphs.findIndex((glyph, index) => index >= at - 1 && index < at + 6 && glyph.text === ' ') + 1;
    if (space > 0) at = space;
    while (at < glyphs.length && glyphs[at]!.joined) at++;
    lines.push(glyphs.slice(from, at));
    from = at;
  }
  return [...lines, glyphs.slice(from)];
}

interface Frame {
  edge: number;
  wanted: number;
  least: number;
  /** How much of the page the lines may take across their direction. */
  depth: number;
}

function frameOf({ width, height, userUnit }: StampSize): Frame {
  const short = Math.min(width, height);
  const size = Math.min(
    FONT_POINTS.most / userUnit,
    Math.max(FONT_POINTS.least / userUnit, short * SHARE_OF_SHORT_SIDE),
  );
  return {
    edge: Math.min(EDGE_POINTS / userUnit, short * EDGE_SHARE),
    // Never taller than a fifth of the page, which only matters on labels of a few millimetres.
    wanted: Math.min(size, short / 5),
    least: BREAK_POINTS / userUnit,
    depth: short / 4,
  };
}

interface Way {
  start: number;
  length: number;
}

const within = (way: Way, length: number, [from, to]: [number, number] = [0, 1]): Way => {
  const start = Math.max(way.start, from * length);
  return { start, length: Math.min(way.start + way.length, to * length) - start };
};

/** The line across keeps clear of both sides. */
const wayAcross = (size: StampSize, edge: number): Way =>
  within({ start: edge, length: size.width - 2 * edge }, size.width, size.across);

/** The line up the page takes the longer part beside the line across, which takes `depth`. */
function wayUp(size: StampSize, edge: number, depth: number): Way {
  const bottom = edge + (size.line ?? 0) * (size.height - 2 * edge - depth);
  const below = { start: edge, length: bottom - 2 * edge };
  const above = { start: bottom + depth + edge, length: size.height - bottom - depth - 2 * edge };
  return within(below.length > above.length ? below : above, size.height, size.up);
}

function layout(size: StampSize, glyphs: StampGlyphs): { lines: Line[]; across: number; up: number } {
  const { edge, wanted, least, depth } = frameOf(size);
  const way = wayAcross(size, edge);
  const across = fit(glyphs.line, { length: way.length, depth }, wanted, least);
  const acrossDepth = across.lines.length * LEADING * across.size;
  const rise = wayUp(size, edge, acrossDepth);
  const up = fit(glyphs.line, { length: rise.length, depth }, wanted, least);
  const upDepth = up.lines.length * LEADING * up.size;
  const bottom = edge + (size.line ?? 0) * (size.height - 2 * edge - acrossDepth);
  const right = size.width - edge - (size.edge ?? 0) * (size.width - 2 * edge - upDepth);
  const fromLast = (lines: Glyph[][], index: number): number => DESCENT + (lines.length - 1 - index) * LEADING;
  return {
    lines: [
      ...across.lines.map((line, index) => {
        const y = bottom + fromLast(across.lines, index) * across.size;
        return { glyphs: glyphs.order?.(line) ?? line, x: way.start, y, upwards: false };
      }),
      ...up.lines.map((line, index) => {
        const x = right - fromLast(up.lines, index) * up.size;
        return { glyphs: glyphs.order?.(line) ?? line, x, y: rise.start, upwards: true };
      }),
    ],
    across: across.size,
    up: up.size,
  };
}

/**
 * Content of a stamp: a line along the bottom, one up the right edge, each with a thin white halo, and the file id, which
 * is not painted.
 */
export function stampContent(size: StampSize, glyphs: StampGlyphs): string {
  const { lines, across, up } = layout(size, glyphs);
  const draw = (paint: string, shown: (glyph: Glyph) => string): string => {
    let content = `BT ${paint}\n`;
    for (const line of lines) {
      const points = line.upwards ? up : across;
      content += `${line.upwards ? '0 1 -1 0' : '1 0 0 1'} ${round(line.x)} ${round(line.y)} Tm\n`;
      content += showGlyphs(line.glyphs, points, shown);
    }
    return `${content}ET\n`;
  };
  const halo = `1 Tr 1 j 1 G ${round(2 * HALO * Math.max(across, up))} w`;
  const edge = frameOf(size).edge;
  return (
    draw(halo, (glyph) => glyph.haloFont) +
    draw(`0 Tr ${GREY} g`, (glyph) => glyph.font) +
    `BT 3 Tr 1 0 0 1 ${round(edge)} ${round(edge / 4)} Tm ${showGlyphs(glyphs.fileId, across / 4, (glyph) => glyph.font)}ET`
  );
}

/** Runs of one font; a glyph that stands off its place has a run of its own. */
function showGlyphs(glyphs: Glyph[], points: number, fontOf: (glyph: Glyph) => string): string {
  let content = '';
  let font = '';
  let run = '';
  const end = (): void => {
    if (run !== '') content += `<${run}> Tj\n`;
    run = '';
  };
  for (const glyph of glyphs) {
    if (fontOf(glyph) !== font) {
      end();
      font = fontOf(glyph);
      content += `/${font} ${round(points)} Tf `;
    }
    if (glyph.shift) {
      end();
      const { x, y, advance } = glyph.shift;
      // Numbers in the array move to the left, in thousandths of the size.
      const back = round(1000 * (x + advance - glyph.width));
      content += `${round(y * points)} Ts [${round(-1000 * x)} <${glyph.hex}> ${back}] TJ 0 Ts\n`;
    } else run += glyph.hex;
  }
  end();
  return content;
}

/**
 * Where the lines of a stamp of this size stand at most, for a text that takes two lines: first the line across, then the
 * line up the page.
 */
export function stampAreas(size: StampSize): [across: Area, up: Area] {
  const { edge, wanted, depth } = frameOf(size);
  const deep = Math.min(2 * LEADING * wanted, depth);
  const way = wayAcross(size, edge);
  // A text that takes one line leaves more of the way up.
  const rise = wayUp(size, edge, deep / 2);
  const y = edge + (size.line ?? 0) * (size.height - 2 * edge - deep);
  const x = size.width - edge - deep - (size.edge ?? 0) * (size.width - 2 * edge - deep);
  return [
    { x: way.start, y, width: way.length, height: deep },
    { x, y: rise.start, width: deep, height: rise.length },
  ];
}

/** Size of the letters of a text that is short enough, in the page's units. */
export const letterSize = (size: StampSize): number => frameOf(size).wanted;
