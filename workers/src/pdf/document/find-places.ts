import { MasterRefused } from './master-refused.js';
import type { BuiltMaster, StampPlace, StampSize } from '../prepare/plan.js';
import { openWithPdfium, type Area, type Raster, type RenderedPage } from '../prepare/render-pages.js';
import { stampFontSize, stampAreas } from '../stamp/stamp-layout.js';
import type { StampPlaces } from '../stamp/stamp-pages.js';
import type { Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** Height in pixels at which letters are rendered: 36 dpi for the smallest ones. */
const LETTER_PIXELS = 3.5;
/** Share of a line's depth that must be visible. It is below 1 because thin lines can be drawn over the stamp. */
const MIN_VISIBLE_DEPTH = 0.85;
/** Minimum visible length of a line, as a share of the width or height of the page. */
const MIN_LENGTH = 0.45;
/** The colour of the trial stamp, which pages hardly use; `pixel` is blue, green, red. */
const TRIAL = { content: '1 0 1 rg', pixel: [255, 0, 255] } as const;
/** Positions across the page, best first: 0 is the default margin, 1 the opposite margin, the others are inside the page. */
const POSITIONS = [[0, 1], [0.5], [0.25], [0.75], [0.125], [0.375], [0.625], [0.875]];
/** Number of lines for a typical address. On a place with room for only these lines a longer address is shortened. */
const TYPICAL_LINES = 2;
/** The keys of a StampPlace for each of the two lines. */
const PLACE_KEYS = {
  across: { share: 'line', stretch: 'across', lines: 'acrossLines' },
  up: { share: 'edge', stretch: 'up', lines: 'upLines' },
} as const;

/**
 * Finds a visible place for the stamp on every page, on screen and in print. A trial stamp paints the whole page; where the
 * rendered page has another colour, a form field, a link or another annotation covers it. A page whose default place is
 * covered gets the first alternative place that is visible.
 * @returns the alternative places by page number
 * @throws {MasterRefused} STAMP_NOT_VISIBLE when a page has no visible place, UNREADABLE
 */
export async function findPlaces({ master, plan, pageSizes }: BuiltMaster, sample: Stamp): Promise<StampPlaces> {
  const trial = await openWithPdfium(Buffer.concat([master, writeTail(compilePlan(plan), sample, paintAll).tail]));
  if (!trial) throw new MasterRefused('UNREADABLE', 'A renderer cannot open a sample copy.');
  const places = new Map<number, StampPlace>();
  try {
    for (let number = 1; number <= plan.pages; number++) {
      const place = trial.page(number, (page) => findPlace(page, pageSizes[number - 1]!));
      if (!place) throw new MasterRefused('STAMP_NOT_VISIBLE', `Something hides the stamp on page ${number}.`);
      if (Object.keys(place).length > 0) places.set(number, place);
    }
  } finally {
    trial.close();
  }
  return places;
}

const paintAll = ({ width, height }: StampSize): string => `${TRIAL.content} 0 0 ${width} ${height} re f`;

/** @returns the first place where both lines are visible; undefined when there is none */
function findPlace(page: RenderedPage, planned: StampSize): StampPlace | undefined {
  const size = { ...planned, width: page.width, height: page.height };
  const scale = LETTER_PIXELS / stampFontSize(size);
  const across = (place: StampPlace): VisibleRange => measureAcross(page, stampAreas({ ...size, ...place })[0], scale);
  const up = (place: StampPlace): VisibleRange => measureUp(page, stampAreas({ ...size, ...place })[1], scale);
  // The horizontal line cuts the vertical edge in two. When both parts are too short, the next horizontal place is tried.
  for (const place of findLinePlaces({}, 'across', across)) {
    for (const complete of findLinePlaces(place, 'up', up)) return complete;
  }
  return undefined;
}

/**
 * Yields places of one line whose visible part is long enough, one per position. A completely visible line has no range in
 * its place. Of equally good positions, those with room for the longest address come first.
 */
function* findLinePlaces(
  place: StampPlace,
  line: 'across' | 'up',
  measure: (place: StampPlace) => VisibleRange,
): Generator<StampPlace> {
  const { share, stretch, lines } = PLACE_KEYS[line];
  const usedPositions = new Set<number>();
  const attempts = POSITIONS.flatMap((values) =>
    [undefined, TYPICAL_LINES].flatMap((count) => values.map((value) => ({ value, count }))),
  );
  for (const { value, count } of attempts) {
    if (usedPositions.has(value)) continue;
    const candidate = { ...place, ...(value !== 0 && { [share]: value }), ...(count && { [lines]: count }) };
    const { from, to, whole } = measure(candidate);
    if (!whole && to - from < MIN_LENGTH) continue;
    usedPositions.add(value);
    yield whole ? candidate : { ...candidate, [stretch]: [from, to] };
  }
}

/** The visible part of a line: start and end as shares of the width or height of the page. */
interface VisibleRange {
  from: number;
  to: number;
  whole: boolean;
}

function measureAcross(page: RenderedPage, area: Area, scale: number): VisibleRange {
  const { first, end, count } = findLongestVisible(page, area, scale, ({ width, height }) => ({
    steps: width,
    depth: height,
    pixel: (at, offset) => offset * width + at,
  }));
  const share = (at: number): number => round((area.x + (at / count) * area.width) / page.width);
  return { from: share(first), to: share(end), whole: end - first === count };
}

function measureUp(page: RenderedPage, area: Area, scale: number): VisibleRange {
  const { first, end, count } = findLongestVisible(page, area, scale, ({ width, height }) => ({
    steps: height,
    depth: width,
    pixel: (at, offset) => (height - 1 - at) * width + offset,
  }));
  const share = (at: number): number => round((area.y + (at / count) * area.height) / page.height);
  return { from: share(first), to: share(end), whole: end - first === count };
}

/** Describes how to scan the picture of a line's area: in steps along the line, and pixel by pixel across it. */
interface AreaScan {
  steps: number;
  depth: number;
  pixel(at: number, offset: number): number;
}

/** @returns the longest part of a line's area that is visible on screen and in print, in steps along the line */
function findLongestVisible(
  page: RenderedPage,
  area: Area,
  scale: number,
  createScan: (picture: Raster) => AreaScan,
): { first: number; end: number; count: number } {
  const pictures = [page.render(scale, { area, rough: true })];
  if (page.annotations > 0) pictures.push(page.render(scale, { area, rough: true, printed: true }));
  const { steps, depth, pixel } = createScan(pictures[0]!);
  const isShown = (at: number): boolean =>
    pictures.every((picture) => {
      let shown = 0;
      let wasShown = true;
      for (let offset = 0; offset < depth; offset++) {
        const isPainted = isTrial(picture, pixel(at, offset));
        if (!isPainted && !wasShown) return false;
        if (isPainted) shown++;
        wasShown = isPainted;
      }
      return shown >= MIN_VISIBLE_DEPTH * depth;
    });
  const best = { first: 0, end: 0, count: steps };
  for (let first = 0; first < steps; first++) {
    let end = first;
    while (end < steps && isShown(end)) end++;
    if (end - first > best.end - best.first) Object.assign(best, { first, end });
    first = end;
  }
  return best;
}

const isTrial = ({ pixels }: Raster, pixel: number): boolean =>
  TRIAL.pixel.every((value, channel) => Math.abs(pixels[4 * pixel + channel]! - value) < 16);

const round = (share: number): number => Math.round(share * 10_000) / 10_000;
