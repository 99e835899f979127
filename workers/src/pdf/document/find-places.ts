import { MasterRefused } from './master-refused.js';
import type { BuiltMaster, StampPlace, StampSize } from '../prepare/plan.js';
import { renderAsReader, type Area, type Raster, type RenderedPage } from '../prepare/render-pages.js';
import { stampFontSize, stampAreas } from '../stamp/stamp-layout.js';
import type { StampPlaces } from '../stamp/stamp-pages.js';
import type { Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** Height of the letters in pixels; 36 dpi for the smallest ones. */
const LETTER_PIXELS = 3.5;
/** Share of the depth that must be visible: thin lines may be drawn over the stamp. */
const SHOWN = 0.85;
/** Minimum length of a line, as a share of the width or height of the page. */
const SHORTEST = 0.45;
/** A colour that pages do not use: blue, green, red. */
const TRIAL = { content: '1 0 1 rg', pixel: [255, 0, 255] } as const;
/** Alternative places when the default one is covered, best first: margins, then inside the page. */
const SHARES = [[0, 1], [0.5], [0.25], [0.75], [0.125], [0.375], [0.625], [0.875]];
/** Number of lines for a typical address; on a place of this depth a longer one is shortened. */
const ORDINARY_LINES = 2;
/** The keys of the places in a plan. */
const KEYS = {
  across: { share: 'line', stretch: 'across', lines: 'acrossLines' },
  up: { share: 'edge', stretch: 'up', lines: 'upLines' },
} as const;

/**
 * Finds a visible place for the stamp on every page, for screen and print: a trial stamp paints the whole page, and pixels in
 * another colour are covered by form fields, links or other annotations. Pages with a covered stamp get the first
 * alternative place that is visible.
 * @throws {MasterRefused} STAMP_NOT_VISIBLE when a page has no such place, UNREADABLE
 */
export async function findPlaces({ master, plan, pageSizes }: BuiltMaster, sample: Stamp): Promise<StampPlaces> {
  const trial = await renderAsReader(Buffer.concat([master, writeTail(compilePlan(plan), sample, paintAll).tail]));
  if (!trial) throw new MasterRefused('UNREADABLE', 'A renderer cannot open a sample copy.');
  const places = new Map<number, StampPlace>();
  try {
    for (let number = 1; number <= plan.pages; number++) {
      const place = trial.page(number, (page) => placeOn(page, pageSizes[number - 1]!));
      if (!place) throw new MasterRefused('STAMP_NOT_VISIBLE', `Something hides the stamp on page ${number}.`);
      if (Object.keys(place).length > 0) places.set(number, place);
    }
  } finally {
    trial.close();
  }
  return places;
}

const paintAll = ({ width, height }: StampSize): string => `${TRIAL.content} 0 0 ${width} ${height} re f`;

/** The first place where both lines are visible; undefined without one. */
function placeOn(page: RenderedPage, planned: StampSize): StampPlace | undefined {
  const size = { ...planned, width: page.width, height: page.height };
  const scale = LETTER_PIXELS / stampFontSize(size);
  const across = (place: StampPlace): Stretch => freeAcross(page, stampAreas({ ...size, ...place })[0], scale);
  const up = (place: StampPlace): Stretch => freeUp(page, stampAreas({ ...size, ...place })[1], scale);
  // The horizontal line divides the vertical one: in the middle of the page both parts may be too short.
  for (const place of freePlaces({}, 'across', across)) {
    for (const both of freePlaces(place, 'up', up)) return both;
  }
  return undefined;
}

/**
 * The places with a visible part that is long enough, one per share; a line of full length has no stretch. Of equally good
 * shares, those with room for the longest address come first.
 */
function* freePlaces(
  place: StampPlace,
  line: 'across' | 'up',
  free: (place: StampPlace) => Stretch,
): Generator<StampPlace> {
  const { share, stretch, lines } = KEYS[line];
  const given = new Set<number>();
  const tries = SHARES.flatMap((values) =>
    [undefined, ORDINARY_LINES].flatMap((count) => values.map((value) => ({ value, count }))),
  );
  for (const { value, count } of tries) {
    if (given.has(value)) continue;
    const found = { ...place, ...(value !== 0 && { [share]: value }), ...(count && { [lines]: count }) };
    const { from, to, whole } = free(found);
    if (!whole && to - from < SHORTEST) continue;
    given.add(value);
    yield whole ? found : { ...found, [stretch]: [from, to] };
  }
}

/** Start and end as shares of the width or height of the page. */
interface Stretch {
  from: number;
  to: number;
  whole: boolean;
}

function freeAcross(page: RenderedPage, area: Area, scale: number): Stretch {
  const { first, end, count } = longestShown(page, area, scale, ({ width, height }) => ({
    along: width,
    depth: height,
    pixel: (at, deep) => deep * width + at,
  }));
  const share = (at: number): number => round((area.x + (at / count) * area.width) / page.width);
  return { from: share(first), to: share(end), whole: end - first === count };
}

function freeUp(page: RenderedPage, area: Area, scale: number): Stretch {
  const { first, end, count } = longestShown(page, area, scale, ({ width, height }) => ({
    along: height,
    depth: width,
    pixel: (at, deep) => (height - 1 - at) * width + deep,
  }));
  const share = (at: number): number => round((area.y + (at / count) * area.height) / page.height);
  return { from: share(first), to: share(end), whole: end - first === count };
}

/** Iteration over the picture of an area: steps along the line, pixels across it. */
interface Walk {
  along: number;
  depth: number;
  pixel(at: number, deep: number): number;
}

/** The longest part of the area of a line that is visible on screen and in print, in steps along the line. */
function longestShown(
  page: RenderedPage,
  area: Area,
  scale: number,
  walkOf: (picture: Raster) => Walk,
): { first: number; end: number; count: number } {
  const pictures = [page.render(scale, { area, rough: true })];
  if (page.annotations > 0) pictures.push(page.render(scale, { area, rough: true, printed: true }));
  const { along, depth, pixel } = walkOf(pictures[0]!);
  const isShown = (at: number): boolean =>
    pictures.every((picture) => {
      let shown = 0;
      let wasShown = true;
      for (let deep = 0; deep < depth; deep++) {
        const isPainted = isTrial(picture, pixel(at, deep));
        if (!isPainted && !wasShown) return false;
        if (isPainted) shown++;
        wasShown = isPainted;
      }
      return shown >= SHOWN * depth;
    });
  const best = { first: 0, end: 0, count: along };
  for (let first = 0; first < along; first++) {
    let end = first;
    while (end < along && isShown(end)) end++;
    if (end - first > best.end - best.first) Object.assign(best, { first, end });
    first = end;
  }
  return best;
}

const isTrial = ({ pixels }: Raster, pixel: number): boolean =>
  TRIAL.pixel.every((value, channel) => Math.abs(pixels[4 * pixel + channel]! - value) < 16);

const round = (share: number): number => Math.round(share * 10_000) / 10_000;
