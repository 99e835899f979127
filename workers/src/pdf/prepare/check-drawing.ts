import { letterContrast, luminance } from '../document/luminance.js';
import { CodeSearch } from './code-search.js';
import { MasterRefused } from '../document/master-refused.js';
import type { BuiltMaster, Flag, StampSize } from './plan.js';
import { openWithPdfium, type Area, type Raster, type RenderedPage } from './render-pages.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import { layout, type PlacedCode, type StampGlyphs } from '../stamp/stamp-layout.js';
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
  const search = new CodeSearch(marks, plan.pages);
  const plain = await draw(
    source,
    numbers,
    built,
    (page, size) => {
      const started = process.cpuUsage();
      const drawn = drawPage(page, size, glyphs);
      search.read(page, size, process.cpuUsage(started).user);
      return drawn;
    },
    search,
  );
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
  search?: CodeSearch,
): Promise<(Drawn | undefined)[]> {
  const document = await openWithPdfium(bytes);
  if (!document) return [];
  const on = <T>(number: number, use: (page: RenderedPage, size: StampSize) => T): T | undefined =>
    document.page(number, (page) => use(page, { ...pageSizes[number - 1]!, width: page.width, height: page.height }));
  try {
    const drawn = numbers.map((number) => on(number, work));
    const others = pageSizes.map((_, index) => index + 1).filter((number) => !numbers.includes(number));
    for (const number of others) if (search?.continues) on(number, (page, size) => search.read(page, size));
    return drawn;
  } finally {
    document.close();
  }
}

function drawPage(page: RenderedPage, size: StampSize, glyphs: StampGlyphs): Drawn {
  const picture = page.render(SIDE / Math.max(page.width, page.height));
  const { width, height } = picture;
  const { areas, codes, across, up } = layout(size, glyphs);
  const letters = (scale: number, area: Area): Raster => hideCodes(page.render(scale, { area }), area, codes);
  return {
    size,
    areas: [...areas, ...codes.map(({ area }) => area)],
    page: Float32Array.from({ length: width * height }, (_, pixel) => luminance(picture, pixel)),
    width,
    height,
    lines: [letters(LETTER.pixels / across, areas[0]), letters(LETTER.pixels / up, areas[1])],
  };
}

/** Paints the codes in a picture of an area white, because their bars are wider than the strokes of letters. */
export function hideCodes(picture: Raster, area: Area, codes: PlacedCode[]): Raster {
  const [perX, perY] = [area.width / picture.width, area.height / picture.height];
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    const x = area.x + (pixel % picture.width) * perX;
    const y = area.y + area.height - Math.floor(pixel / picture.width) * perY;
    if (codes.some((code) => isWithin(code.area, x, y, perX))) picture.pixels.fill(255, 4 * pixel, 4 * pixel + 4);
  }
  return picture;
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
