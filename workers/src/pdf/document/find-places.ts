import { MasterRefused } from './master-refused.js';
import type { BuiltMaster, StampPlace, StampSize } from '../prepare/plan.js';
import { openWithPdfium, type Area, type Raster, type RenderedPage } from '../prepare/render-pages.js';
import { stampFontSize, stampAreas } from '../stamp/stamp-layout.js';
import type { StampPlaces } from '../stamp/stamp-pages.js';
import type { Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** Font size in pixels at which the trial stamp is rendered. At 7 points, the smallest usual size, this is 36 dpi. */
const LETTER_PIXELS = 3.5;
/**
 * Share of the depth of a text's area that must be visible at each point along the text. The share is below 1, so that a
 * thin line of an annotation may cross the text.
 */
const MIN_VISIBLE_DEPTH = 0.85;
/** Minimum visible length of a text, as a share of the page's width (horizontal text) or height (vertical text). */
const MIN_LENGTH = 0.45;
/** The colour of the trial stamp, magenta, which few pages use. `pixel` has the values of blue, green and red. */
const TRIAL = { content: '1 0 1 rg', pixel: [255, 0, 255] } as const;
/**
 * Positions of a text, as shares of the distance between two opposite margins: 0 is the default margin, 1 the opposite one.
 * The positions in a group are equally good; the best group is first.
 */
const POSITIONS = [[0, 1], [0.5], [0.25], [0.75], [0.125], [0.375], [0.625], [0.875]];
/** After this CPU time in microseconds, pages without annotations are no longer rendered: nothing covers their stamp. */
const MAX_PLAIN_US = 2_000_000;
/**
 * Number of lines that a typical address needs. A longer address is shortened at a place that has room for only these lines.
 */
const TYPICAL_LINES = 2;
/** The keys of a StampPlace for the horizontal text (`across`) and the vertical text (`up`). */
const PLACE_KEYS = {
  across: { position: 'line', range: 'across', lines: 'acrossLines' },
  up: { position: 'edge', range: 'up', lines: 'upLines' },
} as const;

/**
 * Finds on every page a place where the stamp is visible, on screen and in print. For the search a trial stamp paints the
 * whole page in one colour. Where the rendered page has another colour, a form field, a link or another annotation covers
 * the stamp. When the default place of a page is covered, the page gets the first alternative place that is visible.
 * @param sample the stamp of the sample copy; the trial stamp is drawn in its place
 * @returns the alternative places by page number; a page that is missing uses the default place
 * @throws {MasterRefused} STAMP_NOT_VISIBLE when a page has no visible place; UNREADABLE when PDFium cannot open the file
 */
export async function findPlaces({ master, plan, pageSizes }: BuiltMaster, sample: Stamp): Promise<StampPlaces> {
  const trial = await openWithPdfium(Buffer.concat([master, writeTail(compilePlan(plan), sample, paintAll).tail]));
  if (!trial) throw new MasterRefused('UNREADABLE', 'PDFium cannot open a sample copy.');
  const places = new Map<number, StampPlace>();
  const started = process.cpuUsage();
  const findOn = (page: RenderedPage, size: StampSize): StampPlace | undefined =>
    page.annotations === 0 && process.cpuUsage(started).user > MAX_PLAIN_US ? {} : findPlace(page, size);
  try {
    for (let number = 1; number <= plan.pages; number++) {
      const place = trial.page(number, (page) => findOn(page, pageSizes[number - 1]!));
      if (!place) throw new MasterRefused('STAMP_NOT_VISIBLE', `No place on page ${number} shows the stamp.`);
      if (Object.keys(place).length > 0) places.set(number, place);
    }
  } finally {
    trial.close();
  }
  return places;
}

const paintAll = ({ width, height }: StampSize): string => `${TRIAL.content} 0 0 ${width} ${height} re f`;

/** @returns the first place where both texts are visible; undefined when there is none */
function findPlace(page: RenderedPage, planned: StampSize): StampPlace | undefined {
  const size = { ...planned, width: page.width, height: page.height };
  // Pixels per page unit; the font size is in page units.
  const scale = LETTER_PIXELS / stampFontSize(size);
  const across = (place: StampPlace): VisibleRange => measureAcross(page, stampAreas({ ...size, ...place })[0], scale);
  const up = (place: StampPlace): VisibleRange => measureUp(page, stampAreas({ ...size, ...place })[1], scale);
  // Only annotations can cover a part of the trial stamp. On a page without annotations it is enough to check one text.
  if (page.annotations === 0 && across({}).whole) return {};
  // The vertical text can use the part of the page above or below the horizontal text. When no vertical place is long
  // enough, the next horizontal place is tried.
  for (const place of findTextPlaces({}, 'across', across)) {
    for (const complete of findTextPlaces(place, 'up', up)) return complete;
  }
  return undefined;
}

/**
 * Yields the places where a long enough part of one text is visible, at most one place per position. When only a part of the
 * text is visible, the place has the range of that part. Of equally good positions, those with room for the longest address
 * come first.
 * @param place the place that was already chosen for the other text, if any; the yielded places extend it
 */
function* findTextPlaces(
  place: StampPlace,
  text: 'across' | 'up',
  measure: (place: StampPlace) => VisibleRange,
): Generator<StampPlace> {
  const { position, range, lines } = PLACE_KEYS[text];
  const usedPositions = new Set<number>();
  const attempts = POSITIONS.flatMap((values) =>
    [undefined, TYPICAL_LINES].flatMap((count) => values.map((value) => ({ value, count }))),
  );
  for (const { value, count } of attempts) {
    if (usedPositions.has(value)) continue;
    const candidate = { ...place, ...(value !== 0 && { [position]: value }), ...(count && { [lines]: count }) };
    const { from, to, whole } = measure(candidate);
    if (!whole && to - from < MIN_LENGTH) continue;
    usedPositions.add(value);
    yield whole ? candidate : { ...candidate, [range]: [from, to] };
  }
}

/** The visible part of a text. Its start and its end are shares of the page's width or height. */
interface VisibleRange {
  from: number;
  to: number;
  /** Whether the whole text is visible. */
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

/** How to scan the picture of a text's area: in steps along the text, and at each step pixel by pixel across the text. */
interface AreaScan {
  /** Length of the area along the text, in pixels. */
  steps: number;
  /** Length of the area across the text, in pixels. */
  depth: number;
  /** @returns the index of the pixel at this step along the text and this offset across it */
  pixel(at: number, offset: number): number;
}

/**
 * Finds the longest part of a text's area that is visible on screen and in print.
 * @returns the first step of this part, the step after its last one (`end`), and the number of steps of the whole area
 */
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
        // Two covered pixels in a row are more than a thin line.
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
