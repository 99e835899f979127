import { letterContrast, luminance } from '../document/luminance.js';
import { MasterRefused } from '../document/master-refused.js';
import type { BuiltMaster, Flag, StampSize } from './plan.js';
import { renderAsReader, type Area, type Raster, type RenderedPage } from './render-pages.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import { layout, letterSize, stampAreas, type StampGlyphs } from '../stamp/stamp-layout.js';
import { compilePlan, shapeStamp, writeTail, type Stamp } from '../stamp/tail.js';

/** Maximum pages to draw completely, which takes longer than drawing margins. */
const MOST_PAGES = 8;
/** Length of the longer side of a compared page, in pixels. */
const SIDE = 240;
/** Tolerance for edges: share of the pixels of a page, and luminance. */
const TOLERANCE = { share: 0.005, luminance: 0.15 };
/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** Height of the letters and width of their halo, in pixels. */
const LETTER = { pixels: 28, reach: 4 };

/** Height of letters in a picture that is searched for codes: 130 dpi on A4, so that pages printed two on a sheet are found. */
const CODE_LETTER_PIXELS = 13;
/** Pages that take more CPU time to draw small, in microseconds, are searched only at the place of the stamp. */
const QUICK = 150_000;

interface Drawn {
  size: StampSize;
  /** Of the lines and codes. */
  areas: Area[];
  /** Luminance of each pixel of the page. */
  page: Float32Array;
  width: number;
  height: number;
  /** The areas with the letters. */
  lines: Raster[];
}

/**
 * Compares pages of a copy with their source: outside the lines of the stamp they must be equal, and the letters of both
 * lines must have enough contrast. When more than the stamp was changed, the pages are compared with a copy without a painted
 * stamp. `marks` reads the pictures of the source.
 * @throws {MasterRefused} STRUCTURE_CHANGED, STAMP_NOT_VISIBLE
 */
export async function checkDrawing(
  normalised: Buffer,
  copy: Buffer,
  built: BuiltMaster,
  { stamp, marks }: { stamp: Stamp; marks: MarkFinder },
): Promise<void> {
  const { master, plan } = built;
  const unpainted = (): Buffer => Buffer.concat([master, writeTail(compilePlan(plan), stamp, () => '').tail]);
  const numbers = chosen(built.pageSizes);
  const { glyphs } = shapeStamp(stamp);
  const source = plan.flags.every(looksTheSame) ? normalised : unpainted();
  const plain = await draw(source, numbers, built, (page, size) => {
    const before = process.cpuUsage();
    const drawn = drawPage(page, size, glyphs);
    const areas = process.cpuUsage(before).user < QUICK ? [undefined] : stampAreas(size);
    for (const area of areas) marks.readPicture(page.render(CODE_LETTER_PIXELS / letterSize(size), { area }));
    return drawn;
  });
  const marked = await draw(copy, numbers, built, (page, size) => drawPage(page, size, glyphs));
  for (const [index, number] of numbers.entries()) {
    const [before, after] = [plain[index], marked[index]];
    if (!before || !after) continue;
    if (changedShare(before, after) > TOLERANCE.share) {
      throw new MasterRefused('STRUCTURE_CHANGED', `Page ${number} of a copy would look different.`);
    }
    for (const [which, line] of after.lines.entries()) {
      const found = letterContrast(line, before.lines[which]!, LETTER.reach);
      if (found === undefined || found < LEAST_CONTRAST) {
        throw new MasterRefused('STAMP_NOT_VISIBLE', `The stamp does not stand out on page ${number} (${found} : 1).`);
      }
    }
  }
}

/** Whether a change with this flag keeps the appearance of the pages. */
const looksTheSame = (flag: Flag): boolean => flag === 'private-data-removed' || flag.startsWith('claim-removed:');

/** Numbers of the pages to draw: the first of each size, the others spread over the file. */
function chosen(sizes: StampSize[]): number[] {
  const firsts = [...new Set(sizes)].map((size) => sizes.indexOf(size) + 1);
  const spread = Array.from({ length: MOST_PAGES }, (_, index) => 1 + Math.floor((index * sizes.length) / MOST_PAGES));
  return [...new Set([...firsts, ...spread])].slice(0, MOST_PAGES);
}

/** Opens one document at a time, because each takes its size in memory. */
async function draw(
  bytes: Buffer,
  numbers: number[],
  { pageSizes }: BuiltMaster,
  work: (page: RenderedPage, size: StampSize) => Drawn,
): Promise<(Drawn | undefined)[]> {
  const document = await renderAsReader(bytes);
  if (!document) return [];
  try {
    return numbers.map((number) =>
      document.page(number, (page) =>
        work(page, { ...pageSizes[number - 1]!, width: page.width, height: page.height }),
      ),
    );
  } finally {
    document.close();
  }
}

function drawPage(page: RenderedPage, size: StampSize, glyphs: StampGlyphs): Drawn {
  const picture = page.render(SIDE / Math.max(page.width, page.height));
  const { width, height } = picture;
  const { areas, codes, across, up } = layout(size, glyphs);
  return {
    size,
    areas: [...areas, ...codes.map(({ area }) => area)],
    page: Float32Array.from({ length: width * height }, (_, pixel) => luminance(picture, pixel)),
    width,
    height,
    lines: [
      page.render(LETTER.pixels / across, { area: areas[0] }),
      page.render(LETTER.pixels / up, { area: areas[1] }),
    ],
  };
}

/** Share of different pixels outside the lines of the stamp. */
function changedShare(before: Drawn, after: Drawn): number {
  if (before.width !== after.width || before.height !== after.height) return 1;
  const { size, areas } = after;
  // Pixels at the edge of a line can contain a part of it.
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
