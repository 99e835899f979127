import type { GreyRaster } from '../prepare/render-pages.js';
import { CODE_MODULES, CODE_START, decodeCode } from './mark-code.js';

/**
 * The reader searches lines. A line is the average of three rows of pixels, and a new line starts every two rows. A bar code
 * is at least six rows high, so at least two lines are inside it.
 */
const LINE = { rows: 3, step: 2 };
/** Width and height of the blocks that `transpose` processes, in pixels. */
const BLOCK = 64;
/** Accepted width of a module in pixels. */
const MODULE_PIXELS = { min: 1.1, max: 16 };
/** Width of the first bar and of the first space of a bar code, in modules. */
const RUN = 3;
/**
 * Largest accepted ratios. `runs`: between the widths of the first bar and the first space, which should be equal. `length`:
 * between the module width measured from this bar and space, and the module width measured from the length of the whole
 * code.
 */
const TOLERANCE = { runs: 1.8, length: 1.25 };
/** When a reading fails, the start and the end of the code are moved by these shifts, in modules. */
const SHIFTS = [0, -0.25, 0.25, -0.5, 0.5];
/**
 * The level that separates bars from spaces lies between the mean level of the bars and that of the spaces. Each value here
 * is a weight of the mean level of the bars. Several weights are tried, because blur and rounding to pixels make bars wider
 * or narrower.
 */
const BAR_WEIGHTS = [0.5, 0.35, 0.65];
/** Minimum difference between the grey levels of bars and spaces; black and white differ by 255. */
const MIN_CONTRAST = 24;
/** START and END have 22 modules. Shifts are tried only when at most this many of these modules are wrong. */
const MAX_WRONG = 4;
/**
 * Number of light pixels required before a bar code. In the smallest readable picture, the white space before a bar code is
 * 6.6 pixels wide: six modules of 1.1 pixels.
 */
const QUIET_PIXELS = 4;

/**
 * Two positions, in modules from the start of a bar code. Even when the module width is measured inaccurately, at least one
 * of them is in the second space of START.
 */
const SECOND_SPACE = [7.5, 8];

const START_BARS = [...CODE_START.keys()].filter((index) => CODE_START[index]);
const START_SPACES = [...CODE_START.keys()].filter((index) => !CODE_START[index]);

/** Returns the grey level of a module, 0 to 255. @param index the position of the module in the bar code */
type Levels = (index: number) => number;

/** A position in a line where a bar code can begin. */
interface Beginning {
  /** Left edge of the first bar, in pixels. */
  at: number;
  /** Width of a module in pixels, measured from the first bar and space. */
  module: number;
}

/**
 * Reads the bar codes of copies in a picture of a page. The picture can be inverted. It can be rotated by a multiple of 90
 * degrees and, in addition, by up to two degrees. A bar code counts when at least two lines contain it.
 * @returns the first 9 hex digits of each file id
 */
export function readCodes(picture: GreyRaster): string[] {
  const linesById = new Map<string, number>();
  for (const { width, height, levels } of [picture, transpose(picture)]) {
    const [line, negative] = [new Uint8Array(width), new Uint8Array(width)];
    for (let row = 0; row + LINE.rows <= height; row += LINE.step) {
      const first = row * width;
      for (let pixel = 0; pixel < width; pixel++) {
        const at = first + pixel;
        const mean = ((levels[at]! + levels[at + width]! + levels[at + 2 * width]!) / LINE.rows) | 0;
        line[pixel] = mean;
        negative[pixel] = 255 - mean;
      }
      for (const searched of [line, negative]) {
        for (const id of findCodes(searched)) linesById.set(id, (linesById.get(id) ?? 0) + 1);
      }
    }
  }
  return [...linesById].filter(([, count]) => count > 1).map(([id]) => id);
}

/** Exchanges rows and columns. It works block by block, because the processor accesses neighbouring pixels faster. */
function transpose({ width, height, levels }: GreyRaster): GreyRaster {
  const transposed = new Uint8Array(width * height);
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      for (let y = top; y < Math.min(top + BLOCK, height); y++) {
        for (let x = left; x < Math.min(left + BLOCK, width); x++) transposed[x * height + y] = levels[y * width + x]!;
      }
    }
  }
  return { width: height, height: width, levels: transposed };
}

/** Tries to read a bar code between each position where one can begin and each matching position where it can end. */
function* findCodes(line: Uint8Array): Generator<string> {
  const starts = findBeginnings(line);
  if (starts.length === 0) return;
  const ends = findBeginnings(line.toReversed())
    .map(({ at, module }) => ({ at: line.length - at, module }))
    .toReversed();
  for (const start of starts) {
    const length = CODE_MODULES * start.module;
    // An end matches when its distance from the start fits the module width. Without this limit a line full of bars would
    // take quadratic time.
    let index = firstBeyond(ends, start.at + length / TOLERANCE.length);
    for (; index < ends.length && ends[index]!.at < start.at + length * TOLERANCE.length; index++) {
      const end = ends[index]!;
      if (!isSimilar((end.at - start.at) / CODE_MODULES, end.module)) continue;
      const id = readBetween(line, start.at, end.at);
      if (id) yield id;
    }
  }
}

/** @returns the index of the first end beyond a position; `ends` is sorted by position */
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

/** @returns all positions in a line where a bar code can begin */
function findBeginnings(line: Uint8Array): Beginning[] {
  const found: Beginning[] = [];
  for (let pixel = QUIET_PIXELS; pixel < line.length - RUN; pixel++) {
    const beginning = beginsBar(line, pixel) && parseBeginning(line, pixel);
    if (beginning) found.push(beginning);
  }
  return found;
}

/** Whether a bar begins at this pixel or the next one, and enough light pixels come before it. */
function beginsBar(line: Uint8Array, at: number): boolean {
  const light = line[at - 1]!;
  if (light - line[at]! < MIN_CONTRAST / 4 || light - Math.min(line[at]!, line[at + 1]!) < MIN_CONTRAST) return false;
  for (let before = 2; before <= QUIET_PIXELS; before++) {
    if (Math.abs(line[at - before]! - light) > MIN_CONTRAST / 2) return false;
  }
  return true;
}

/** @returns undefined when the bar and the space at this pixel cannot be the first ones of a bar code */
function parseBeginning(line: Uint8Array, pixel: number): Beginning | undefined {
  const middle = (line[pixel - 1]! + Math.min(line[pixel]!, line[pixel + 1]!, line[pixel + 2]!)) / 2;
  const at = findCrossing(line, pixel - 1, middle, true);
  const end = findCrossing(line, Math.ceil(at), middle, false);
  const next = findCrossing(line, Math.ceil(end), middle, true);
  const [bar, space] = [end - at, next - end];
  const module = (bar + space) / (2 * RUN);
  const fits = bar < TOLERANCE.runs * space && space < TOLERANCE.runs * bar;
  if (!fits || module < MODULE_PIXELS.min || module > MODULE_PIXELS.max) return undefined;
  // In hatching and rulers the second bar is as wide as the first. In START the second bar is only one module wide, so the
  // second space begins sooner.
  return SECOND_SPACE.some((index) => levelAt(line, at + index * module) > middle) ? { at, module } : undefined;
}

/**
 * Finds the edge between a bar and a space.
 * @param middle the level that separates bars from spaces
 * @param darker whether the edge is from light to dark; otherwise it is from dark to light
 * @returns the position after `from` where the interpolated level passes `middle`; NaN when there is none nearby
 */
function findCrossing(line: Uint8Array, from: number, middle: number, darker: boolean): number {
  const end = Math.min(line.length - 1, from + 2 * RUN * MODULE_PIXELS.max);
  for (let at = from; at < end; at++) {
    const [level, next] = [line[at]!, line[at + 1]!];
    if (next < middle === darker) return at + 0.5 + (level === next ? 0 : (middle - level) / (next - level));
  }
  return Number.NaN;
}

/** Reads the modules between two positions in several ways. The check bits show which reading is right. */
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

/** Whether at most `maxWrong` modules differ from START and END. @param middle the level that separates bars from spaces */
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
