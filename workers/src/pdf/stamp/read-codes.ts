import type { GreyRaster } from '../prepare/render-pages.js';
import { CODE_MODULES, CODE_START, idOfCode } from './mark-code.js';

/** Rows of pixels that are averaged to one line, and rows between two lines; a code is at least six rows high. */
const LINE = { rows: 3, step: 2 };
/** Width of a module in pixels. */
const MODULE = { least: 1.1, most: 12 };
/** A code begins with a bar and a space of three modules. */
const RUN = 3;
/** Tolerances: ratio of this bar and this space, and ratio of their width to the width by the length of the code. */
const TOLERANCE = { runs: 1.8, length: 1.25 };
/** Places tried around both ends, in modules. */
const SHIFTS = [0, -0.25, 0.25, -0.5, 0.5];
/** Weights of the mean of the bars in the threshold: blur and rounding to pixels make bars wider or narrower. */
const DARKNESS = [0.5, 0.35, 0.65];
/** Minimum difference of bars and spaces; 255 is from black to white. */
const LEAST_CONTRAST = 24;
/** Wrong modules of START and END, of 22, with which a reading a quarter of a module further can be right. */
const MOST_WRONG = 4;
/** Light pixels before a code: most of its quiet zone in the smallest picture. */
const LIGHT = 4;

const START_BARS = [...CODE_START.keys()].filter((index) => CODE_START[index]);
const START_SPACES = [...CODE_START.keys()].filter((index) => !CODE_START[index]);

/** Grey of each module of a code, 0 to 255. */
type Levels = (index: number) => number;

/** A place where a code can begin. */
interface Beginning {
  /** Of the first bar, in pixels. */
  at: number;
  /** Width of a module in pixels, measured at the first bar and space. */
  module: number;
}

/**
 * The codes of copies in a picture of a page: upright, on their side or upside down, up to two degrees askew, and in
 * negative. A code counts when two lines of pixels contain it.
 * @returns the start of their file ids, 9 hex digits each
 */
export function readCodes({ width, height, levels }: GreyRaster): string[] {
  const lines = new Map<string, number>();
  const read = (line: Uint8Array): void => {
    for (const id of codesIn(line)) lines.set(id, (lines.get(id) ?? 0) + 1);
  };
  const readLines = (length: number, count: number, greyAt: (pixel: number, line: number) => number): void => {
    const [line, negative] = [new Uint8Array(length), new Uint8Array(length)];
    for (let first = 0; first + LINE.rows <= count; first += LINE.step) {
      for (let pixel = 0; pixel < length; pixel++) {
        let sum = 0;
        for (let row = first; row < first + LINE.rows; row++) sum += greyAt(pixel, row);
        line[pixel] = sum / LINE.rows;
        negative[pixel] = 255 - line[pixel]!;
      }
      read(line);
      read(negative);
    }
  };
  readLines(width, height, (x, y) => levels[y * width + x]!);
  readLines(height, width, (y, x) => levels[y * width + x]!);
  return [...lines].filter(([, count]) => count > 1).map(([id]) => id);
}

/** Pairs each place where a code can begin with each place where one of this width can end. */
function* codesIn(line: Uint8Array): Generator<string> {
  const starts = beginnings(line);
  if (starts.length === 0) return;
  const ends = beginnings(line.toReversed()).map(({ at, module }) => ({ at: line.length - at, module }));
  for (const start of starts) {
    for (const end of ends) {
      const width = (end.at - start.at) / CODE_MODULES;
      if (!isNear(width, start.module) || !isNear(width, end.module)) continue;
      const id = codeBetween(line, start.at, end.at);
      if (id) yield id;
    }
  }
}

const isNear = (width: number, module: number): boolean =>
  width < TOLERANCE.length * module && module < TOLERANCE.length * width;

function beginnings(line: Uint8Array): Beginning[] {
  const found: Beginning[] = [];
  for (let pixel = LIGHT; pixel < line.length - RUN; pixel++) {
    const beginning = beginsBar(line, pixel) && beginningAt(line, pixel);
    if (beginning) found.push(beginning);
  }
  return found;
}

/** Whether a bar begins in a pixel or in the next one, after light pixels. */
function beginsBar(line: Uint8Array, at: number): boolean {
  const light = line[at - 1]!;
  if (light - line[at]! < LEAST_CONTRAST / 4 || light - Math.min(line[at]!, line[at + 1]!) < LEAST_CONTRAST)
    return false;
  for (let before = 2; before <= LIGHT; before++) {
    if (Math.abs(line[at - before]! - light) > LEAST_CONTRAST / 2) return false;
  }
  return true;
}

/** The first bar and space; undefined when they cannot begin a code. */
function beginningAt(line: Uint8Array, pixel: number): Beginning | undefined {
  const middle = (line[pixel - 1]! + Math.min(line[pixel]!, line[pixel + 1]!, line[pixel + 2]!)) / 2;
  const at = crossing(line, pixel - 1, middle, true);
  const end = crossing(line, Math.ceil(at), middle, false);
  const next = crossing(line, Math.ceil(end), middle, true);
  const [bar, space] = [end - at, next - end];
  const module = (bar + space) / (2 * RUN);
  const fits = bar < TOLERANCE.runs * space && space < TOLERANCE.runs * bar;
  return fits && module >= MODULE.least && module <= MODULE.most ? { at, module } : undefined;
}

/** The place after `from`, between the centres of two pixels, where the level passes the middle; NaN without one nearby. */
function crossing(line: Uint8Array, from: number, middle: number, darker: boolean): number {
  const end = Math.min(line.length - 1, from + 2 * RUN * MODULE.most);
  for (let at = from; at < end; at++) {
    const [one, other] = [line[at]!, line[at + 1]!];
    if (other < middle === darker) return at + 0.5 + (one === other ? 0 : (middle - one) / (other - one));
  }
  return Number.NaN;
}

/** The code between two places of a line: its check bits tell which of several readings is right. */
function codeBetween(line: Uint8Array, start: number, end: number): string | undefined {
  const module = (end - start) / CODE_MODULES;
  const between = (from: number, to: number): Levels => {
    const width = (to - from) / CODE_MODULES;
    return (index) => levelAt(line, from + (index + 0.5) * width);
  };
  const { dark, light } = range(between(start, end));
  if (light - dark < LEAST_CONTRAST) return undefined;
  if (!hasEnds(between(start, end), (dark + light) / 2, MOST_WRONG)) return undefined;
  for (const startShift of SHIFTS) {
    for (const endShift of SHIFTS) {
      const id = codeAt(between(start + startShift * module, end + endShift * module));
      if (id) return id;
    }
  }
  return undefined;
}

function codeAt(level: Levels): string | undefined {
  const { dark, light } = range(level);
  for (const darkness of DARKNESS) {
    const middle = darkness * dark + (1 - darkness) * light;
    if (!hasEnds(level, middle, 0)) continue;
    const id = idOfCode(Array.from({ length: CODE_MODULES }, (_, index) => level(index) < middle));
    if (id) return id;
  }
  return undefined;
}

/** Whether at most this number of modules of START and END differ. */
function hasEnds(level: Levels, middle: number, mostWrong: number): boolean {
  let wrong = 0;
  for (let index = 0; index < CODE_START.length && wrong <= mostWrong; index++) {
    if (level(index) < middle !== CODE_START[index]) wrong++;
    if (level(CODE_MODULES - 1 - index) < middle !== CODE_START[index]) wrong++;
  }
  return wrong <= mostWrong;
}

/** Mean levels of the bars and of the spaces of START. */
function range(level: Levels): { dark: number; light: number } {
  const mean = (indexes: number[]): number => indexes.reduce((sum, index) => sum + level(index), 0) / indexes.length;
  return { dark: mean(START_BARS), light: mean(START_SPACES) };
}

/** Grey between the centres of two pixels. */
function levelAt(line: Uint8Array, place: number): number {
  const at = Math.floor(place - 0.5);
  if (at < 0 || at + 1 >= line.length) return 255;
  const share = place - 0.5 - at;
  return line[at]! * (1 - share) + line[at + 1]! * share;
}
