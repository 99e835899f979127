import { letterContrast, luminance } from '../document/luminance.js';
import { CodeSearch } from './code-search.js';
import { MasterRefused } from '../document/master-refused.js';
import type { BuiltMaster, Flag, StampSize } from './plan.js';
import { openWithPdfium, type Area, type Raster, type RenderedPage } from './render-pages.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import { layout, type PlacedCode, type StampGlyphs } from '../stamp/stamp-layout.js';
import { compilePlan, shapeStamp, writeTail, type Stamp } from '../stamp/tail.js';

/** Maximum number of pages that are compared with their source. */
const MAX_DRAWN_PAGES = 8;
/** Pixels of the longer side of a compared page. */
const LONGER_SIDE = 240;
/** Allowed difference of two pictures, because edges are drawn differently: luminance of a pixel, and share of the pixels. */
const TOLERANCE = { share: 0.005, luminance: 0.15 };
/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
const MIN_CONTRAST = 4.5;
/** Pixels of the height of the letters, and of the width of their halo. */
const LETTER = { pixels: 28, reach: 4 };

interface DrawnPage {
  size: StampSize;
  /** Areas of the lines and codes of the stamp. */
  areas: Area[];
  /** Luminance of each pixel of the page. */
  page: Float32Array;
  width: number;
  height: number;
  /** Pictures of the areas with letters: the horizontal and the vertical line. */
  lines: Raster[];
}

/**
 * Compares pages of a copy with their source. They must be equal outside the stamp, and the letters of both lines must have
 * enough contrast. When cleaning has changed the appearance of the source, the copy is compared with a copy whose stamp is not
 * painted.
 * @param marks searches the pictures of the source for codes of copies
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
  const numbers = selectPages(built.pageSizes);
  const { glyphs } = shapeStamp(stamp);
  const source = plan.flags.every(keepsAppearance) ? normalised : unpainted();
  const search = new CodeSearch(marks, plan.pages);
  const plain = await drawPages(
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
  await searchHidden(normalised, plain, { numbers, built, search });
  const marked = await drawPages(copy, numbers, built, (page, size) => drawPage(page, size, glyphs));
  for (const [index, number] of numbers.entries()) {
    const [before, after] = [plain[index], marked[index]];
    if (!before || !after) continue;
    if (changedShare(before, after) > TOLERANCE.share) {
      throw new MasterRefused('STRUCTURE_CHANGED', `Page ${number} of a copy would look different.`);
    }
    for (const [lineIndex, line] of after.lines.entries()) {
      const contrast = letterContrast(line, before.lines[lineIndex]!, LETTER.reach);
      if (contrast === undefined || contrast < MIN_CONTRAST) {
        throw new MasterRefused(
          'STAMP_NOT_VISIBLE',
          `The stamp does not stand out on page ${number} (${contrast} : 1).`,
        );
      }
    }
  }
}

/** Whether the change that a flag reports keeps the appearance of the pages. */
const keepsAppearance = (flag: Flag): boolean => flag === 'private-data-removed' || flag.startsWith('claim-removed:');

/** @returns the numbers of the pages to compare: the first page of each size, and others evenly spread over the file */
function selectPages(sizes: StampSize[]): number[] {
  const firstOfSize = [...new Set(sizes)].map((size) => sizes.indexOf(size) + 1);
  const evenlySpread = Array.from(
    { length: MAX_DRAWN_PAGES },
    (_, index) => 1 + Math.floor((index * sizes.length) / MAX_DRAWN_PAGES),
  );
  return [...new Set([...firstOfSize, ...evenlySpread])].slice(0, MAX_DRAWN_PAGES);
}

/** Draws pages of one document. It is closed afterwards, because an open document takes its size in memory. */
async function drawPages<T>(
  bytes: Buffer,
  numbers: number[],
  { pageSizes }: BuiltMaster,
  drawOne: (page: RenderedPage, size: StampSize, number: number) => T,
  search?: CodeSearch,
): Promise<(T | undefined)[]> {
  const document = await openWithPdfium(bytes);
  if (!document) return [];
  const openPage = <R>(number: number, use: (page: RenderedPage, size: StampSize) => R): R | undefined =>
    document.page(number, (page) => use(page, { ...pageSizes[number - 1]!, width: page.width, height: page.height }));
  try {
    const drawn = numbers.map((number) => openPage(number, (page, size) => drawOne(page, size, number)));
    const otherPages = pageSizes.map((_, index) => index + 1).filter((number) => !numbers.includes(number));
    for (const number of otherPages) if (search?.continues) openPage(number, (page, size) => search.read(page, size));
    return drawn;
  } finally {
    document.close();
  }
}

/** Names of entries that can hide content, each with a name of the same length that no reader knows. */
const HIDING_NAMES: [RegExp, string][] = [
  [/\/OCProperties\b/g, '/-CProperties'],
  [/\/Usage\b/g, '/-sage'],
  [/\/A(?:ll|ny)Off\b/g, '/AnyOn '],
  [/\/F (?=\d)/g, '/- '],
  [/\/CropBox\b/g, '/-ropBox'],
];

/** Searches content that copies contain but do not show: in layers that are off, in hidden annotations and outside the crop box. */
async function searchHidden(
  normalised: Buffer,
  shown: (DrawnPage | undefined)[],
  { numbers, built, search }: { numbers: number[]; built: BuiltMaster; search: CodeSearch },
): Promise<void> {
  const canHide = ['/OCProperties', '/AP '].some((name) => normalised.includes(name));
  if (!canHide && !normalised.includes('/CropBox')) return;
  const revealed = HIDING_NAMES.reduce(
    (text, [name, other]) => text.replace(name, other),
    normalised.toString('latin1'),
  );
  await drawPages(Buffer.from(revealed, 'latin1'), numbers, built, (page, size, number) => {
    const visible = shown[numbers.indexOf(number)]?.size;
    if (canHide || visible?.width !== page.width || visible.height !== page.height) search.read(page, size);
  });
}

function drawPage(page: RenderedPage, size: StampSize, glyphs: StampGlyphs): DrawnPage {
  const picture = page.render(LONGER_SIDE / Math.max(page.width, page.height));
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

/** Paints the codes in a picture of an area white, so that their wide bars do not count as letters. */
export function hideCodes(picture: Raster, area: Area, codes: PlacedCode[]): Raster {
  const [pointsPerColumn, pointsPerRow] = [area.width / picture.width, area.height / picture.height];
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    const x = area.x + (pixel % picture.width) * pointsPerColumn;
    const y = area.y + area.height - Math.floor(pixel / picture.width) * pointsPerRow;
    if (codes.some((code) => isWithin(code.area, x, y, pointsPerColumn)))
      picture.pixels.fill(255, 4 * pixel, 4 * pixel + 4);
  }
  return picture;
}

/** @returns the share of pixels that differ outside the stamp */
function changedShare(before: DrawnPage, after: DrawnPage): number {
  if (before.width !== after.width || before.height !== after.height) return 1;
  const { size, areas } = after;
  // A pixel at the edge of an area can contain a part of the stamp, so the areas are extended by two pixels.
  const [pointsPerColumn, pointsPerRow] = [size.width / after.width, size.height / after.height];
  let changed = 0;
  for (let pixel = 0; pixel < after.page.length; pixel++) {
    if (Math.abs(after.page[pixel]! - before.page[pixel]!) < TOLERANCE.luminance) continue;
    const x = (pixel % after.width) * pointsPerColumn;
    const y = size.height - Math.floor(pixel / after.width) * pointsPerRow;
    if (!areas.some((area) => isWithin(area, x, y, 2 * Math.max(pointsPerColumn, pointsPerRow)))) changed++;
  }
  return changed / after.page.length;
}

const isWithin = (area: Area, x: number, y: number, margin: number): boolean =>
  x >= area.x - margin &&
  x <= area.x + area.width + margin &&
  y >= area.y - margin &&
  y <= area.y + area.height + margin;
