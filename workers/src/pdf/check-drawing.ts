import { letterContrast, luminance } from './luminance.js';
import { MasterRefused } from './master-refused.js';
import type { PreparedMaster, StampSize } from './plan.js';
import { renderAsReader, type Area, type RenderedPage } from './render-pages.js';
import { letterSize, stampAreas } from './stamp-form.js';
import type { StampPlaces } from './stamp-pages.js';

/** Drawing whole pages costs more than looking into their margins; these are spread over the file. */
const MOST_PAGES = 8;
/** Pixels of the longer side of a page that is compared. */
const SIDE = 240;
/** Edges may be drawn a little differently. Share of a page's pixels, and luminance. */
const TOLERANCE = { share: 0.005, luminance: 0.15 };
/** The least contrast of text (WCAG 2.2, success criterion 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** Pixels for the height of the letters, and how far around them their halo reaches. */
const LETTER = { pixels: 28, reach: 4 };

interface Drawn {
  /** Luminance of each pixel of the page. */
  page: Float32Array;
  width: number;
  height: number;
  line: ReturnType<RenderedPage['render']>;
}

/**
 * Compares pages of a sample copy with the file it was made from: outside the stamp's lines they look the same, and the
 * stamp's letters stand out from what is around them. Only for files from which nothing was taken and that needed no repair.
 * @throws {MasterRefused} STRUCTURE_CHANGED, STAMP_NOT_VISIBLE
 */
export async function checkDrawing(
  normalised: Buffer,
  copy: Buffer,
  { plan }: PreparedMaster,
  places: StampPlaces,
): Promise<void> {
  if (plan.flags.length > 0) return;
  const numbers = spread(plan.pages);
  const plain = await draw(normalised, numbers, places);
  const marked = await draw(copy, numbers, places);
  for (const [index, number] of numbers.entries()) {
    const [before, after] = [plain[index], marked[index]];
    if (!before || !after) continue;
    if (changedShare(before.drawn, after.drawn, after.size) > TOLERANCE.share) {
      throw new MasterRefused('STRUCTURE_CHANGED', `Page ${number} of a copy would look different.`);
    }
    const found = letterContrast(after.drawn.line, before.drawn.line, LETTER.reach);
    if (found === undefined || found < LEAST_CONTRAST) {
      throw new MasterRefused('STAMP_NOT_VISIBLE', `The stamp does not stand out on page ${number} (${found} : 1).`);
    }
  }
}

const spread = (pages: number): number[] => {
  const count = Math.min(pages, MOST_PAGES);
  return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * pages) / count));
};

/** One document at a time: each takes its size in memory. */
async function draw(
  bytes: Buffer,
  numbers: number[],
  places: StampPlaces,
): Promise<({ size: StampSize; drawn: Drawn } | undefined)[]> {
  const document = await renderAsReader(bytes);
  if (!document) return [];
  try {
    return numbers.map((number) =>
      document.page(number, (page) => {
        const size = { object: 0, width: page.width, height: page.height, userUnit: 1, ...places.get(number) };
        return { size, drawn: drawPage(page, size) };
      }),
    );
  } finally {
    document.close();
  }
}

function drawPage(page: RenderedPage, size: StampSize): Drawn {
  const picture = page.render(SIDE / Math.max(page.width, page.height));
  const { width, height } = picture;
  const [across] = stampAreas(size);
  return {
    page: Float32Array.from({ length: width * height }, (_, pixel) => luminance(picture, pixel)),
    width,
    height,
    line: page.render(LETTER.pixels / letterSize(size), { area: across }),
  };
}

/** Share of the pixels outside the stamp's lines that differ. */
function changedShare(before: Drawn, after: Drawn, size: StampSize): number {
  if (before.width !== after.width || before.height !== after.height) return 1;
  const areas = stampAreas(size);
  // A pixel at the edge of a line shows some of it.
  const [perX, perY] = [size.width / after.width, size.height / after.height];
  let changed = 0;
  for (let pixel = 0; pixel < after.page.length; pixel++) {
    if (Math.abs(after.page[pixel]! - before.page[pixel]!) < TOLERANCE.luminance) continue;
    const x = (pixel % after.width) * perX;
    const y = size.height - Math.floor(pixel / after.width) * perY;
    if (!areas.some((area) => isWithin(area, x, y, 2 * Math.max(perX, perY)))) changed++;
  }
  return changed / after.page.length;
}

const isWithin = (area: Area, x: number, y: number, slack: number): boolean =>
  x >= area.x - slack && x <= area.x + area.width + slack && y >= area.y - slack && y <= area.y + area.height + slack;
