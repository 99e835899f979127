import { letterContrast, luminance } from '../document/luminance.js';
import { CodeSearch, DRAWING_US } from './code-search.js';
import { MasterRefused } from '../document/master-refused.js';
import type { BuiltMaster, Flag, StampSize } from './plan.js';
import { openWithPdfium, type Area, type Raster, type RenderedPage } from './render-pages.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import type { StampGlyphs } from '../stamp/fit-text.js';
import { layout, type PlacedCode } from '../stamp/stamp-layout.js';
import { compilePlan, shapeStamp, writeTail, type Stamp } from '../stamp/tail.js';

/** Maximum number of pages of a copy that are compared with the source. */
const MAX_DRAWN_PAGES = 8;
/**
 * When drawing pages of the source has taken this CPU time in microseconds, a further page is compared only if no earlier
 * page has the same size.
 */
const MAX_DRAWING_US = 700_000;
/** Length in pixels of the longer side of the picture of a compared page. */
const LONGER_SIDE = 240;
/**
 * Two drawings of the same page can differ at edges. `share`: the share of pixels that may differ. `luminance`: a smaller
 * difference of a pixel's luminance is ignored.
 */
const TOLERANCE = { share: 0.005, luminance: 0.15 };
/** Minimum contrast of the letters. WCAG 2.2 requires this contrast for text (success criterion 1.4.3). */
const MIN_CONTRAST = 4.5;
/**
 * `pixels`: font size at which the letters are rendered. `reach`: width of the halo around the letters. Both are in pixels.
 */
const LETTER = { pixels: 28, reach: 4 };

interface DrawnPage {
  size: StampSize;
  /** Areas of the stamp's texts and bar codes, in page units. */
  areas: Area[];
  /** Luminance of each pixel of the page. */
  page: Float32Array;
  /** Width and height of the picture in pixels. */
  width: number;
  height: number;
  /** Pictures of the horizontal and of the vertical text. */
  texts: Raster[];
}

interface SourcePage {
  size: StampSize;
  /** Undefined for a page that is not compared. */
  drawn?: DrawnPage;
  /** CPU time in microseconds for drawing a small picture of the page; 0 when it is not known. */
  pictureUs: number;
}

interface SearchedPages {
  /** Page numbers from 1. */
  numbers: number[];
  built: BuiltMaster;
  search: CodeSearch;
}

/**
 * Compares pages of a copy with the same pages of the source. The pages must be equal outside the stamp, and the letters of
 * both texts of the stamp must have enough contrast. When a flag says that the pages can look different from the source, the
 * copy is compared with a copy whose stamp paints nothing.
 * @param marks searches renderings of the source's pages for bar codes of copies
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
  const plain = await drawSource(source, { numbers, built, glyphs, search });
  await searchHidden(normalised, plain, { numbers, built, search });
  const compared = numbers.filter((_, index) => plain[index]?.drawn);
  const marked = await drawPages(copy, compared, built, (page, size) => drawPage(page, size, glyphs));
  for (const [index, number] of compared.entries()) {
    const [before, after] = [plain[numbers.indexOf(number)]?.drawn, marked[index]];
    if (!before || !after) continue;
    if (changedShare(before, after) > TOLERANCE.share) {
      throw new MasterRefused('STRUCTURE_CHANGED', `Page ${number} of a copy would not look like the source.`);
    }
    for (const [textIndex, text] of after.texts.entries()) {
      const contrast = letterContrast(text, before.texts[textIndex]!, LETTER.reach);
      if (contrast === undefined || contrast < MIN_CONTRAST) {
        throw new MasterRefused(
          'STAMP_NOT_VISIBLE',
          `The stamp does not stand out on page ${number} (contrast ${contrast ?? 1} : 1).`,
        );
      }
    }
  }
}

/**
 * Draws the first page of each size, and other pages until MAX_DRAWING_US. Also searches pages for bar codes: those in
 * `numbers`, then the others while CPU time is left (see CodeSearch).
 * @returns the size of each page in `numbers`, and the pictures of the drawn pages
 */
async function drawSource(
  source: Buffer,
  { numbers, built, glyphs, search }: SearchedPages & { glyphs: StampGlyphs },
): Promise<(SourcePage | undefined)[]> {
  const { pageSizes } = built;
  let drawingUs = 0;
  const drawOne = (page: RenderedPage, size: StampSize, number: number): SourcePage => {
    const isFirstOfSize = pageSizes.indexOf(pageSizes[number - 1]!) === number - 1;
    if (!isFirstOfSize && drawingUs > MAX_DRAWING_US) {
      search.read(page, size);
      return { size, pictureUs: 0 };
    }
    const started = process.cpuUsage();
    const picture = drawPicture(page);
    const pictureUs = process.cpuUsage(started).user;
    const drawn = drawPage(page, size, glyphs, picture);
    drawingUs += process.cpuUsage(started).user;
    search.readDrawn(page, size, number, pictureUs);
    return { size, drawn, pictureUs };
  };
  const pages = await drawPages(source, numbers, built, drawOne, search);
  await drawPages(source, search.medium, built, (page, size) => search.readStampAreas(page, size));
  await drawPages(source, search.medium, built, (page, size) => search.read(page, size));
  await drawPages(source, search.slow, built, (page, size) => search.readStampAreas(page, size));
  return pages;
}

/**
 * Whether the pages look the same after the change that the flag reports. `claim-removed:` reports that the claim to follow
 * a standard such as PDF/A was removed from the metadata.
 */
const keepsAppearance = (flag: Flag): boolean => flag === 'private-data-removed' || flag.startsWith('claim-removed:');

/**
 * @returns the numbers of the pages to compare: the first page of each size, and pages that are evenly spread over the file
 */
function selectPages(sizes: StampSize[]): number[] {
  const firstOfSize = [...new Set(sizes)].map((size) => sizes.indexOf(size) + 1);
  const evenlySpread = Array.from(
    { length: MAX_DRAWN_PAGES },
    (_, index) => 1 + Math.floor((index * sizes.length) / MAX_DRAWN_PAGES),
  );
  return [...new Set([...firstOfSize, ...evenlySpread])].slice(0, MAX_DRAWN_PAGES);
}

/**
 * Draws pages of one document, then closes the document, because an open document takes as much memory as it has bytes.
 * @param search also searches the pages of the document that are not in `numbers`
 */
async function drawPages<T>(
  bytes: Buffer,
  numbers: number[],
  { pageSizes }: BuiltMaster,
  drawOne: (page: RenderedPage, size: StampSize, number: number) => T,
  search?: CodeSearch,
): Promise<(T | undefined)[]> {
  const document = numbers.length === 0 ? undefined : await openWithPdfium(bytes);
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

/**
 * Dictionary entries that can hide content, each with a replacement of the same length. The replacement shows the content:
 * it is a name that no PDF reader knows, or the visibility policy AnyOn.
 */
const HIDING_NAMES: [RegExp, string][] = [
  [/\/OCProperties\b/g, '/-CProperties'],
  [/\/Usage\b/g, '/-sage'],
  [/\/A(?:ll|ny)Off\b/g, '/AnyOn '],
  [/\/VE\b/g, '/-E'],
  [/\/F (?=\d)/g, '/- '],
  [/\/CropBox\b/g, '/-ropBox'],
];

/** Searches hidden content for bar codes: layers that are off, hidden annotations, and the area outside the CropBox. */
async function searchHidden(
  normalised: Buffer,
  shown: (SourcePage | undefined)[],
  { numbers, built, search }: SearchedPages,
): Promise<void> {
  const canHide = ['/OCProperties', '/AP '].some((name) => normalised.includes(name));
  if (!canHide && !normalised.includes('/CropBox')) return;
  const revealed = HIDING_NAMES.reduce(
    (text, [name, other]) => text.replace(name, other),
    normalised.toString('latin1'),
  );
  await drawPages(Buffer.from(revealed, 'latin1'), numbers, built, (page, size, number) => {
    const { size: visible, pictureUs = 0 } = shown[numbers.indexOf(number)] ?? {};
    if (pictureUs > DRAWING_US.slow) return;
    if (canHide || visible?.width !== page.width || visible.height !== page.height) search.read(page, size);
  });
}

const drawPicture = (page: RenderedPage): Raster => page.render(LONGER_SIDE / Math.max(page.width, page.height));

function drawPage(page: RenderedPage, size: StampSize, glyphs: StampGlyphs, picture = drawPicture(page)): DrawnPage {
  const { width, height } = picture;
  const { areas, codes, acrossFontSize, upFontSize } = layout(size, glyphs);
  const letters = (scale: number, area: Area): Raster => hideCodes(page.render(scale, { area }), area, codes);
  return {
    size,
    areas: [...areas, ...codes.map(({ area }) => area)],
    page: Float32Array.from({ length: width * height }, (_, pixel) => luminance(picture, pixel)),
    width,
    height,
    texts: [letters(LETTER.pixels / acrossFontSize, areas[0]), letters(LETTER.pixels / upFontSize, areas[1])],
  };
}

/** Paints the bar codes in the picture of an area white, so that their bars do not count as letters. */
export function hideCodes(picture: Raster, area: Area, codes: PlacedCode[]): Raster {
  const [unitsPerColumn, unitsPerRow] = [area.width / picture.width, area.height / picture.height];
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    const x = area.x + (pixel % picture.width) * unitsPerColumn;
    const y = area.y + area.height - Math.floor(pixel / picture.width) * unitsPerRow;
    if (codes.some((code) => isWithin(code.area, x, y, unitsPerColumn)))
      picture.pixels.fill(255, 4 * pixel, 4 * pixel + 4);
  }
  return picture;
}

/** @returns the share of pixels that differ outside the stamp */
function changedShare(before: DrawnPage, after: DrawnPage): number {
  if (before.width !== after.width || before.height !== after.height) return 1;
  const { size, areas } = after;
  // A pixel at the edge of an area can contain a part of the stamp, so the areas are extended by two pixels.
  const [unitsPerColumn, unitsPerRow] = [size.width / after.width, size.height / after.height];
  let changed = 0;
  for (let pixel = 0; pixel < after.page.length; pixel++) {
    if (Math.abs(after.page[pixel]! - before.page[pixel]!) < TOLERANCE.luminance) continue;
    const x = (pixel % after.width) * unitsPerColumn;
    const y = size.height - Math.floor(pixel / after.width) * unitsPerRow;
    if (!areas.some((area) => isWithin(area, x, y, 2 * Math.max(unitsPerColumn, unitsPerRow)))) changed++;
  }
  return changed / after.page.length;
}

/** Whether a point is inside an area or at most `margin` outside it. All values are in page units. */
const isWithin = (area: Area, x: number, y: number, margin: number): boolean =>
  x >= area.x - margin &&
  x <= area.x + area.width + margin &&
  y >= area.y - margin &&
  y <= area.y + area.height + margin;
