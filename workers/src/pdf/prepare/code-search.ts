import type { MarkFinder } from '../stamp/own-mark.js';
import { stampAreas } from '../stamp/stamp-layout.js';
import type { StampSize } from './plan.js';
import type { Area, RenderedPage } from './render-pages.js';

/**
 * Pixels per point of a searched picture. 150 dpi show the bar codes on pages of every size legibly; 100 dpi are enough for
 * the larger bar codes on large sheets.
 */
const SCALE = { usual: 150 / 72, largeSheet: 100 / 72 };
/**
 * Longest side of a picture, and the overlap of neighbouring pictures, both in points. The overlap is wider than a bar code,
 * so every bar code is completely in one picture.
 */
const PICTURE = { side: 2800, overlap: 400 };
/**
 * CPU time in microseconds for drawing a small picture of a page. A page that takes longer than `quick` is searched after all
 * other pages: first the stamp's areas, then the whole page. When a page takes longer than `slow`, only the stamp's areas are
 * searched, after all other areas. A page with a picture of 35 megapixels (A4 at 600 dpi) takes 0.3 s.
 */
export const DRAWING_US = { quick: 150_000, slow: 800_000 };
/**
 * The pages that checkDrawing compares are searched first. After them, further pages are searched until the whole search has
 * taken this CPU time in microseconds. maxCpuSeconds (limits.ts) limits the whole preparation.
 */
const MAX_TOTAL_US = 1_500_000;
/** CPU time in microseconds after which no further picture is searched, not even of a compared page. */
const MAX_COMPARED_US = 3_000_000;
/**
 * Further pages are searched only in files with at most this many pages. In a longer file the other steps take most of the
 * allowed CPU time.
 */
const MAX_PAGES = 200;

/** Searches pages of an upload for the bar codes of copies (see mark-code). */
export class CodeSearch {
  /** CPU time in microseconds for drawing each page that takes longer than DRAWING_US.quick, by page number. */
  private readonly postponed = new Map<number, number>();
  /** CPU time of the search so far, in microseconds. */
  private time = 0;
  private readonly marks: MarkFinder;
  private readonly pages: number;

  /** @param pages the number of pages in the file */
  constructor(marks: MarkFinder, pages: number) {
    this.marks = marks;
    this.pages = pages;
  }

  /** Whether pages that are not compared are still searched: the file has few enough pages, and CPU time is left. */
  get continues(): boolean {
    return this.pages <= MAX_PAGES && this.time < MAX_TOTAL_US;
  }

  /** Numbers of the postponed pages that are searched completely, the quickest first. */
  get medium(): number[] {
    return this.postponedPages((pictureUs) => pictureUs < DRAWING_US.slow);
  }

  /** Numbers of the postponed pages of which only the stamp's areas are searched, the quickest first. */
  get slow(): number[] {
    return this.postponedPages((pictureUs) => pictureUs >= DRAWING_US.slow);
  }

  private postponedPages(belongs: (pictureUs: number) => boolean): number[] {
    const pages = [...this.postponed].filter(([, pictureUs]) => belongs(pictureUs));
    return pages.toSorted(([, a], [, b]) => a - b).map(([number]) => number);
  }

  /** Searches a page whose drawing took `pictureUs`, or postpones it, see DRAWING_US. @param number the page number */
  readDrawn(page: RenderedPage, size: StampSize, number: number, pictureUs: number): void {
    if (pictureUs < DRAWING_US.quick) this.read(page, size);
    else this.postponed.set(number, pictureUs);
  }

  /** Searches the areas of a page in which the shop draws its stamp. */
  readStampAreas(page: RenderedPage, size: StampSize): void {
    this.read(page, size, stampAreas(size));
  }

  /** Searches a page. @param areas the areas to search instead of the whole page, in page units */
  read(page: RenderedPage, size: StampSize, areas?: Area[]): void {
    const started = process.cpuUsage();
    // Many viewers ignore UserUnit, so the page is also searched at the size that they show.
    for (const userUnit of new Set([1, size.userUnit])) {
      const isLarge = Math.max(page.width, page.height) * userUnit > PICTURE.side;
      const scale = userUnit * (isLarge ? SCALE.largeSheet : SCALE.usual);
      for (const area of areas ?? pictureAreas(page, userUnit)) {
        if (this.time + process.cpuUsage(started).user > MAX_COMPARED_US) break;
        this.marks.readPicture(page.renderGrey(scale, area));
      }
    }
    this.time += process.cpuUsage(started).user;
  }
}

/** @returns overlapping areas that cover a page, in page units */
function pictureAreas({ width, height }: RenderedPage, userUnit: number): Area[] {
  const [side, overlap] = [PICTURE.side / userUnit, PICTURE.overlap / userUnit];
  const divide = (length: number): [start: number, length: number][] => {
    const count = Math.max(1, Math.ceil((length - overlap) / (side - overlap)));
    return Array.from({ length: count }, (_, index) => {
      const start = index * (side - overlap);
      return [start, Math.min(side, length - start)];
    });
  };
  return divide(width).flatMap(([x, wide]) => divide(height).map(([y, high]) => ({ x, y, width: wide, height: high })));
}
