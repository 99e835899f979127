import type { GreyRaster } from '../prepare/render-pages.js';
import { CODE_END, CODE_MODULES, CODE_START, decodeCode } from './mark-code.js';

/** Every second row and column of pixels is read, because a code is at least six pixels high. */
const LINE_STEP = 2;
/** Width of a module in pixels. */
const MODULE_PIXELS = { least: 1.1, most: 12 };
/**
 * START begins with a bar and a space of three modules each. `ratio` limits how much their widths may differ, and `widths` are
 * the factors of the measured module width that are tried.
 */
const FIRST_BAR = { modules: 3, ratio: 1.8, widths: [0.9, 0.945, 1, 1.045, 1.09] };
/**
 * The search after START has matched: the numbers of larger and smaller module widths and of shifts to both sides that are
 * tried, with the step of each. A step of the width moves the end of the code by a quarter of a module; the step of the shift
 * is in modules.
 */
const FINE_SEARCH = { widths: 8, width: 0.003, shifts: 2, shift: 0.25 };
/** Minimum correlation of the picture with START and END. */
const MIN_CORRELATION = 0.5;
/** Weights that are tried because blur and rounding to pixels make bars wider or narrower; see readModules. */
const BAR_WEIGHTS = [0.5, 0.35, 0.65];
/** Minimum difference between the grey levels of bars and spaces; black and white differ by 255. */
const MIN_CONTRAST = 24;
/** Number of light pixels required before a code: most of its white space in the smallest picture. */
const QUIET_PIXELS = 4;

/**
 * Reads the codes of copies in a picture of a page. The picture can be rotated by multiples of 90 degrees, give or take two
 * degrees, and can be inverted. A code counts when at least two rows or columns of pixels contain it.
 * @returns the first 9 hex digits of each file id
 */
export function readCodes({ width, height, levels }: GreyRaster): string[] {
  const lines = new Map<string, number>();
  const read = (line: Uint8Array): void => {
    for (const id of findCodes(line)) lines.set(id, (lines.get(id) ?? 0) + 1);
  };
  const column = new Uint8Array(height);
  for (const picture of [levels, levels.map((level) => 255 - level)]) {
    for (let y = 0; y < height; y += LINE_STEP) read(picture.subarray(y * width, (y + 1) * width));
    for (let x = 0; x < width; x += LINE_STEP) {
      for (let y = 0; y < height; y++) column[y] = picture[y * width + x]!;
      read(column);
    }
  }
  return [...lines].filter(([, count]) => count > 1).map(([id]) => id);
}

function* findCodes(line: Uint8Array): Generator<string> {
  const last = line.length - CODE_MODULES * MODULE_PIXELS.least;
  for (let at = QUIET_PIXELS; at < last; at++) {
    const width = beginsBar(line, at) ? measureModule(line, at) : 0;
    const id = width > 0 && readCodeAt(line, at, width);
    if (id) yield id;
  }
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

/** @returns the width of a module, measured from the first bar and space; 0 when they cannot begin a code */
function measureModule(line: Uint8Array, at: number): number {
  const threshold = (line[at - 1]! + Math.min(line[at]!, line[at + 1]!, line[at + 2]!)) / 2;
  const start = findCrossing(line, at - 1, threshold, (level) => level < threshold);
  const end = findCrossing(line, Math.ceil(start), threshold, (level) => level >= threshold);
  const next = findCrossing(line, Math.ceil(end), threshold, (level) => level < threshold);
  const [bar, space] = [end - start, next - end];
  const width = (bar + space) / (2 * FIRST_BAR.modules);
  const fits =
    bar < FIRST_BAR.ratio * space &&
    space < FIRST_BAR.ratio * bar &&
    width >= MODULE_PIXELS.least &&
    width <= MODULE_PIXELS.most;
  return fits ? width : 0;
}

/**
 * @returns the position after `from`, between the centres of two pixels, where the level passes the threshold; NaN when
 * there is none nearby
 */
function findCrossing(
  line: Uint8Array,
  from: number,
  threshold: number,
  hasPassed: (level: number) => boolean,
): number {
  const end = Math.min(line.length - 1, from + 2 * FIRST_BAR.modules * MODULE_PIXELS.most);
  for (let at = from; at < end; at++) {
    const [level, nextLevel] = [line[at]!, line[at + 1]!];
    if (hasPassed(nextLevel)) return at + 0.5 + (level === nextLevel ? 0 : (threshold - level) / (nextLevel - level));
  }
  return Number.NaN;
}

function readCodeAt(line: Uint8Array, at: number, estimatedWidth: number): string | undefined {
  for (const factor of FIRST_BAR.widths) {
    const width = factor * estimatedWidth;
    if (at + CODE_MODULES * width > line.length + width) return undefined;
    if (correlate(line, CODE_START, at, width) < MIN_CORRELATION) continue;
    const id = searchCodeNear(line, at, width);
    if (id) return id;
  }
  return undefined;
}

/** Tries positions and module widths near the estimate until the check bits of a reading match. */
function searchCodeNear(line: Uint8Array, at: number, estimatedWidth: number): string | undefined {
  for (let change = 0; change <= 2 * FINE_SEARCH.widths; change++) {
    const width = estimatedWidth * (1 + (change - FINE_SEARCH.widths) * FINE_SEARCH.width);
    for (let shift = -FINE_SEARCH.shifts; shift <= FINE_SEARCH.shifts; shift++) {
      const from = at + shift * FINE_SEARCH.shift * width;
      const end = from + (CODE_MODULES - CODE_END.length) * width;
      if (
        correlate(line, CODE_END, end, width) < MIN_CORRELATION ||
        correlate(line, CODE_START, from, width) < MIN_CORRELATION
      )
        continue;
      for (const barWeight of BAR_WEIGHTS) {
        const id = decodeCode(readModules(line, from, width, barWeight));
        if (id) return id;
      }
    }
  }
  return undefined;
}

/** @returns all modules of a code @param barWeight weight of the bars' mean level in the threshold between bars and spaces */
function readModules(line: Uint8Array, from: number, width: number, barWeight: number): boolean[] {
  const level = (index: number): number => interpolate(line, from + (index + 0.5) * width);
  const mean = (bars: boolean): number => {
    const indexes = CODE_START.flatMap((bar, index) => (bar === bars ? [index] : []));
    return indexes.reduce((sum, index) => sum + level(index), 0) / indexes.length;
  };
  const threshold = barWeight * mean(true) + (1 - barWeight) * mean(false);
  return Array.from({ length: CODE_MODULES }, (_, index) => level(index) < threshold);
}

/** @returns the correlation of the modules with the pixels from `from` on, -1 to 1 */
function correlate(line: Uint8Array, modules: readonly boolean[], from: number, width: number): number {
  let [sum, squares, signed, signs] = [0, 0, 0, 0];
  const count = modules.length;
  for (let index = 0; index < count; index++) {
    const level = interpolate(line, from + (index + 0.5) * width);
    const sign = modules[index] ? -1 : 1;
    sum += level;
    squares += level * level;
    signed += sign * level;
    signs += sign;
  }
  const spread = squares - (sum * sum) / count;
  if (spread < (count * MIN_CONTRAST * MIN_CONTRAST) / 8) return 0;
  return (signed - (signs * sum) / count) / Math.sqrt(spread * (count - (signs * signs) / count));
}

/** @returns the grey level at a position, interpolated between the centres of two pixels; white outside the picture */
function interpolate(line: Uint8Array, position: number): number {
  const at = Math.floor(position - 0.5);
  if (at < 0 || at + 1 >= line.length) return 255;
  const share = position - 0.5 - at;
  return line[at]! * (1 - share) + line[at + 1]! * share;
}
