import type { GreyRaster } from '../prepare/render-pages.js';
import { CODE_END, CODE_MODULES, CODE_START, idOfCode } from './mark-code.js';

/** Pixels between two lines that are read; a code is at least six pixels high. */
const LINE_STEP = 2;
/** Width of a module in pixels. */
const MODULE = { least: 1.1, most: 12 };
/** START begins with a bar and a space of three modules: tolerance of their ratio, and widths tried around their mean. */
const RUNS = { modules: 3, ratio: 1.8, widths: [0.9, 0.945, 1, 1.045, 1.09] };
/** Tried once START matches: widths of a module, each of which moves the end of the code by a quarter of a module, and shifts of the start in modules. */
const FINE = { widths: 8, width: 0.003, shifts: 2, shift: 0.25 };
/** Minimum correlation of START and END with the picture. */
const LEAST_MATCH = 0.5;
/** Blur and rounding to pixels make bars wider or narrower. */
const DARKNESS = [0.5, 0.35, 0.65];
/** Minimum difference of bars and spaces; 255 is from black to white. */
const LEAST_CONTRAST = 24;
/** Light pixels before a code: most of its quiet zone in the smallest picture. */
const LIGHT = 4;

/**
 * The codes of copies in a picture of a page: upright, on their side or upside down, up to two degrees askew, and in negative. A code counts
 * when two lines of pixels have it.
 * @returns the start of their file ids, 9 hex digits each
 */
export function readCodes({ width, height, levels }: GreyRaster): string[] {
  const lines = new Map<string, number>();
  const read = (line: Uint8Array): void => {
    for (const id of codesIn(line)) lines.set(id, (lines.get(id) ?? 0) + 1);
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

function* codesIn(line: Uint8Array): Generator<string> {
  const last = line.length - CODE_MODULES * MODULE.least;
  for (let at = LIGHT; at < last; at++) {
    const width = beginsBar(line, at) ? widthAt(line, at) : 0;
    const id = width > 0 && codeAt(line, at, width);
    if (id) yield id;
  }
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

/** Width of a module by the first bar and space, 0 when they cannot begin a code. */
function widthAt(line: Uint8Array, at: number): number {
  const middle = (line[at - 1]! + Math.min(line[at]!, line[at + 1]!, line[at + 2]!)) / 2;
  const start = crossing(line, at - 1, middle, (level) => level < middle);
  const end = crossing(line, Math.ceil(start), middle, (level) => level >= middle);
  const next = crossing(line, Math.ceil(end), middle, (level) => level < middle);
  const [bar, space] = [end - start, next - end];
  const width = (bar + space) / (2 * RUNS.modules);
  const fits = bar < RUNS.ratio * space && space < RUNS.ratio * bar && width >= MODULE.least && width <= MODULE.most;
  return fits ? width : 0;
}

/** The place after `from`, between the centres of two pixels, where the level passes the middle; NaN without one nearby. */
function crossing(line: Uint8Array, from: number, middle: number, passed: (level: number) => boolean): number {
  const end = Math.min(line.length - 1, from + 2 * RUNS.modules * MODULE.most);
  for (let at = from; at < end; at++) {
    const [one, other] = [line[at]!, line[at + 1]!];
    if (passed(other)) return at + 0.5 + (one === other ? 0 : (middle - one) / (other - one));
  }
  return Number.NaN;
}

function codeAt(line: Uint8Array, at: number, about: number): string | undefined {
  for (const factor of RUNS.widths) {
    const width = factor * about;
    if (at + CODE_MODULES * width > line.length + width) return undefined;
    if (match(line, CODE_START, at, width) < LEAST_MATCH) continue;
    const id = codeNear(line, at, width);
    if (id) return id;
  }
  return undefined;
}

/** The code that starts near a pixel and has about this width of a module: the check bits tell which reading is right. */
function codeNear(line: Uint8Array, at: number, about: number): string | undefined {
  for (let change = 0; change <= 2 * FINE.widths; change++) {
    const width = about * (1 + (change - FINE.widths) * FINE.width);
    for (let shift = -FINE.shifts; shift <= FINE.shifts; shift++) {
      const from = at + shift * FINE.shift * width;
      const end = from + (CODE_MODULES - CODE_END.length) * width;
      if (match(line, CODE_END, end, width) < LEAST_MATCH || match(line, CODE_START, from, width) < LEAST_MATCH)
        continue;
      for (const darkness of DARKNESS) {
        const id = idOfCode(modulesAt(line, from, width, darkness));
        if (id) return id;
      }
    }
  }
  return undefined;
}

/** All modules of a code. @param darkness weight of the mean level of the bars in the threshold between dark and light */
function modulesAt(line: Uint8Array, from: number, width: number, darkness: number): boolean[] {
  const level = (index: number): number => levelAt(line, from + (index + 0.5) * width);
  const mean = (bars: boolean): number => {
    const indexes = CODE_START.flatMap((bar, index) => (bar === bars ? [index] : []));
    return indexes.reduce((sum, index) => sum + level(index), 0) / indexes.length;
  };
  const middle = darkness * mean(true) + (1 - darkness) * mean(false);
  return Array.from({ length: CODE_MODULES }, (_, index) => level(index) < middle);
}

/** Correlation of modules with the picture from a place on, -1 to 1. */
function match(line: Uint8Array, modules: readonly boolean[], from: number, width: number): number {
  let [sum, squares, signed, signs] = [0, 0, 0, 0];
  const count = modules.length;
  for (let index = 0; index < count; index++) {
    const level = levelAt(line, from + (index + 0.5) * width);
    const sign = modules[index] ? -1 : 1;
    sum += level;
    squares += level * level;
    signed += sign * level;
    signs += sign;
  }
  const spread = squares - (sum * sum) / count;
  if (spread < (count * LEAST_CONTRAST * LEAST_CONTRAST) / 8) return 0;
  return (signed - (signs * sum) / count) / Math.sqrt(spread * (count - (signs * signs) / count));
}

/** Grey between the centres of two pixels. */
function levelAt(line: Uint8Array, place: number): number {
  const at = Math.floor(place - 0.5);
  if (at < 0 || at + 1 >= line.length) return 255;
  const share = place - 0.5 - at;
  return line[at]! * (1 - share) + line[at + 1]! * share;
}
