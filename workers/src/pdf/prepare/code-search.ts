import type { MarkFinder } from '../stamp/own-mark.js';
import { stampAreas } from '../stamp/stamp-layout.js';
import type { StampSize } from './plan.js';
import type { Area, RenderedPage } from './render-pages.js';

/** Pixels per point of a searched picture: 150 dpi suffices for the codes of any page size; large sheets get 100 dpi. */
const SCALE = { usual: 150 / 72, largeSheet: 100 / 72 };
/** Longest side of a picture in points, and the overlap of neighbouring pictures, which contains a complete code. */
const PICTURE = { side: 2800, overlap: 400 };
/** When drawing a small picture of a page takes more CPU time, in microseconds, only the stamp's place is searched. */
const QUICK_US = 150_000;
/** CPU time for searching all pages of a file, in microseconds. The limit of the whole preparation is cpuSeconds. */
const MAX_TOTAL_US = 1_500_000;
/** The same for the pages that are compared with their copy, which are searched first. */
const MAX_COMPARED_US = 5_000_000;
/**
 * Further pages are searched only in files with at most this many pages, because preparing more takes most of the allowed
 * time.
 */
const MAX_PAGES = 200;

/** Searches pages of an upload for codes of copies, see mark-code. */
export class CodeSearch {
  private time = 0;
  private allQuick = true;
  private readonly marks: MarkFinder;
  private readonly pages: number;

  /** @param pages number of pages in the file */
  constructor(marks: MarkFinder, pages: number) {
    this.marks = marks;
    this.pages = pages;
  }

  /** Whether further pages can be searched, which are not compared with their copy. */
  get continues(): boolean {
    return this.pages <= MAX_PAGES && this.allQuick && this.time < MAX_TOTAL_US;
  }

  /** @param drawingUs CPU time in microseconds that a small picture of the page took; 0 when it is not known */
  read(page: RenderedPage, size: StampSize, drawingUs = 0): void {
    const started = process.cpuUsage();
    const isQuick = drawingUs < QUICK_US;
    const isLarge = Math.max(page.width, page.height) * size.userUnit > PICTURE.side;
    const scale = size.userUnit * (isLarge ? SCALE.largeSheet : SCALE.usual);
    for (const area of isQuick ? pictureAreas(page, size.userUnit) : stampAreas(size)) {
      if (this.time + process.cpuUsage(started).user > MAX_COMPARED_US) break;
      this.marks.readPicture(page.renderGrey(scale, area));
    }
    this.allQuick &&= isQuick;
    this.time += process.cpuUsage(started).user;
  }
}

/** @returns overlapping areas that cover a page, in its units */
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
