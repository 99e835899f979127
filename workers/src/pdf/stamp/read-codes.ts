import type { GreyRaster } from '../prepare/render-pages.js';
import { CODE_MODULES, CODE_START, decodeCode } from './mark-code.js';

/** A line is the average of three rows of pixels, and lines start two rows apart, because a code is at least six rows high. */
const LINE = { rows: 3, step: 2 };
/** Width of a module in pixels. */
const MODULE_PIXELS = { least: 1.1, most: 12 };
/** Width of the first bar and of the first space of a code, in modules. */
const RUN = 3;
/**
 * Largest accepted ratios: between the widths of the first bar and the first space, and between the module width that they
 * give and the module width that the length of the code gives.
 */
const TOLERANCE = { runs: 1.8, length: 1.25 };
/** Shifts of the start and of the end that are tried, in modules. */
const SHIFTS = [0, -0.25, 0.25, -0.5, 0.5];
/** Weights that are tried because blur and rounding to pixels make bars wider or narrower; see decodeLevels. */
const BAR_WEIGHTS = [0.5, 0.35, 0.65];
/** Minimum difference between the grey levels of bars and spaces; black and white differ by 255. */
const MIN_CONTRAST = 24;
/** Of the 22 modules of START and END, the number that can be wrong before shifts are tried. */
const MAX_WRONG = 4;
/** Number of light pixels required before a code: most of its white space in the smallest picture. */
const QUIET_PIXELS = 4;

/** Positions in modules, one of which is in the second space of START although the module width is measured inaccurately. */
const SECOND_SPACE = [7.5, 8];

const START_BARS = [...CODE_START.keys()].filter((index) => CODE_START[index]);
const START_SPACES = [...CODE_START.keys()].filter((index) => !CODE_START[index]);

/** Returns the grey level of a module of a code, 0 to 255. */
type Levels = (index: number) => number;

/** A position in a line where a code can begin. */
interface Beginning {
  /** Left edge of the first bar, in pixels. */
  at: number;
  /** Width of a module in pixels, measured from the first bar and space. */
  module: number;
}

/**
 * Reads the codes of copies in a picture of a page. The picture can be rotated by multiples of 90 degrees, give or take two
 * degrees, and can be inverted. A code counts when at least two lines contain it.
 * @returns the first 9 hex digits of each file id
 */
export function readCodes({ width, height, levels }: GreyRaster): string[] {
  const lines = new Map<string, number>();
  const read = (line: Uint8Array): void => {
    for (const id of findCodes(line)) lines.set(id, (lines.get(id) ?? 0) + 1);
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

/** Reads between each position where a code can begin and each position where a code of this module width can end. */
function* findCodes(line: Uint8Array): Generator<string> {
  const starts = findBeginnings(line);
  if (starts.length === 0) return;
  const ends = findBeginnings(line.toReversed())
    .map(({ at, module }) => ({ at: line.length - at, module }))
    .toReversed();
  for (const start of starts) {
    const length = CODE_MODULES * start.module;
    // Only the ends at a matching distance, so that a line full of bars is not compared with itself.
    let index = firstBeyond(ends, start.at + length / TOLERANCE.length);
    for (; index < ends.length && ends[index]!.at < start.at + length * TOLERANCE.length; index++) {
      const end = ends[index]!;
      if (!isSimilar((end.at - start.at) / CODE_MODULES, end.module)) continue;
      const id = readBetween(line, start.at, end.at);
      if (id) yield id;
    }
  }
}

/** @returns the index of the first end after a position; `ends` is sorted */
function firstBeyond(ends: Beginning[], position: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]!.at > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isSimilar = (width: number, module: number): boolean =>
  width < TOLERANCE.length * module && module < TOLERANCE.length * width;

function findBeginnings(line: Uint8Array): Beginning[] {
  const found: Beginning[] = [];
  for (let pixel = QUIET_PIXELS; pixel < line.length - RUN; pixel++) {
    const beginning = beginsBar(line, pixel) && parseBeginning(line, pixel);
    if (beginning) found.push(beginning);
  }
  return found;
}

/** Whether a bar begins in this pixel or in the next one, after light pixels. */
function beginsBar(line: Uint8Array, at: number): boolean {
  const light = line[at - 1]!;
  if (light - line[at]! < MIN_CONTRAST / 4 || light - Math.min(line[at]!, line[at + 1]!) < MIN_CONTRAST) return false;
  for (let before = 2; before <= QUIET_PIXELS; before++) {
    if (Math.abs(line[at - before]! - light) > MIN_CONTRAST / 2) return false;
  }
  return true;
}

/** @returns undefined when the bar and the space that follow cannot begin a code */
function parseBeginning(line: Uint8Array, pixel: number): Beginning | undefined {
  const middle = (line[pixel - 1]! + Math.min(line[pixel]!, line[pixel + 1]!, line[pixel + 2]!)) / 2;
  const at = findCrossing(line, pixel - 1, middle, true);
  const end = findCrossing(line, Math.ceil(at), middle, false);
  const next = findCrossing(line, Math.ceil(end), middle, true);
  const [bar, space] = [end - at, next - end];
  const module = (bar + space) / (2 * RUN);
  const fits = bar < TOLERANCE.runs * space && space < TOLERANCE.runs * bar;
  if (!fits || module < MODULE_PIXELS.least || module > MODULE_PIXELS.most) return undefined;
  // Hatching and rulers go on with bars of the same width; START has a space after its second bar, which has one module.
  return SECOND_SPACE.some((index) => levelAt(line, at + index * module) > middle) ? { at, module } : undefined;
}

/** @returns the position after `from` where the interpolated level passes the middle; NaN when none is near */
function findCrossing(line: Uint8Array, from: number, middle: number, darker: boolean): number {
  const end = Math.min(line.length - 1, from + 2 * RUN * MODULE_PIXELS.most);
  for (let at = from; at < end; at++) {
    const [one, other] = [line[at]!, line[at + 1]!];
    if (other < middle === darker) return at + 0.5 + (one === other ? 0 : (middle - one) / (other - one));
  }
  return Number.NaN;
}

/** Tries several readings of the modules between two positions; the check bits show which one is right. */
function readBetween(line: Uint8Array, start: number, end: number): string | undefined {
  const module = (end - start) / CODE_MODULES;
  const between = (from: number, to: number): Levels => {
    const width = (to - from) / CODE_MODULES;
    return (index) => levelAt(line, from + (index + 0.5) * width);
  };
  const { dark, light } = meanLevels(between(start, end));
  if (light - dark < MIN_CONTRAST) return undefined;
  if (!hasEnds(between(start, end), (dark + light) / 2, MAX_WRONG)) return undefined;
  for (const startShift of SHIFTS) {
    for (const endShift of SHIFTS) {
      const id = decodeLevels(between(start + startShift * module, end + endShift * module));
      if (id) return id;
    }
  }
  return undefined;
}

function decodeLevels(level: Levels): string | undefined {
  const { dark, light } = meanLevels(level);
  for (const weight of BAR_WEIGHTS) {
    const middle = weight * dark + (1 - weight) * light;
    if (!hasEnds(level, middle, 0)) continue;
    const id = decodeCode(Array.from({ length: CODE_MODULES }, (_, index) => level(index) < middle));
    if (id) return id;
  }
  return undefined;
}

/** Whether at most `maxWrong` modules differ from START and END. */
function hasEnds(level: Levels, middle: number, maxWrong: number): boolean {
  let wrong = 0;
  for (let index = 0; index < CODE_START.length && wrong <= maxWrong; index++) {
    if (level(index) < middle !== CODE_START[index]) wrong++;
    if (level(CODE_MODULES - 1 - index) < middle !== CODE_START[index]) wrong++;
  }
  return wrong <= maxWrong;
}

/** @returns the mean levels of the bars and of the spaces of START */
function meanLevels(level: Levels): { dark: number; light: number } {
  const mean = (indexes: number[]): number => indexes.reduce((sum, index) => sum + level(index), 0) / indexes.length;
  return { dark: mean(START_BARS), light: mean(START_SPACES) };
}

/** @returns the grey level at a position, interpolated between the centres of two pixels */
function levelAt(line: Uint8Array, position: number): number {
  const at = Math.floor(position - 0.5);
  if (at < 0 || at + 1 >= line.length) return 255;
  const share = position - 0.5 - at;
  return line[at]! * (1 - share) + line[at + 1]! * share;
}
