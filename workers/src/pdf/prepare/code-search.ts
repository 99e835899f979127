import type { MarkFinder } from '../stamp/own-mark.js';
import { stampAreas } from '../stamp/stamp-layout.js';
import type { StampSize } from './plan.js';
import type { Area, RenderedPage } from './render-pages.js';

/** Pixels per point of a searched picture, for codes of copies of any page size; the least on sheets that need more pixels. */
const SCALE = { usual: 150 / 72, least: 100 / 72 };
/** Maximum points of a side that is drawn in one picture, and by how much pictures overlap so that one shows a code completely. */
const PICTURE = { side: 2800, overlap: 400 };
/** A page that takes more CPU time to draw small, in microseconds, is searched only at the place of the stamp. */
const QUICK = 150_000;
/** CPU time for all pages of a file, in microseconds; see cpuSeconds for the time of the whole preparation. */
const MOST_TIME = 1_500_000;
/** Patterns have fewer pages; preparing more takes most of the time that a file has. */
const MOST_PAGES = 200;

/** Searches pages of an upload for codes of copies, see mark-code. */
export class CodeSearch {
  private time = 0;
  private allQuick = true;
  private readonly marks: MarkFinder;
  private readonly pages: number;

  /** @param pages of the file */
  constructor(marks: MarkFinder, pages: number) {
    this.marks = marks;
    this.pages = pages;
  }

  /** Whether the pages that are not compared with their copy are searched too. */
  get continues(): boolean {
    return this.pages <= MOST_PAGES && this.allQuick && this.time < MOST_TIME;
  }

  /** @param drawing CPU time to draw the page small, in microseconds, if it is known */
  read(page: RenderedPage, size: StampSize, drawing = 0): void {
    const started = process.cpuUsage();
    const isQuick = drawing < QUICK && this.time < MOST_TIME;
    const unit = size.userUnit;
    const longest = Math.max(page.width, page.height) * unit;
    const scale = unit * (longest > PICTURE.side ? SCALE.least : SCALE.usual);
    for (const area of isQuick ? pictures(page, unit) : stampAreas(size)) {
      if (this.time + process.cpuUsage(started).user > 2 * MOST_TIME) break;
      this.marks.readPicture(page.renderGrey(scale, area));
    }
    this.allQuick &&= isQuick;
    this.time += process.cpuUsage(started).user;
  }
}

/** Areas of a page that cover it. */
function pictures({ width, height }: RenderedPage, userUnit: number): Area[] {
  const [side, overlap] = [PICTURE.side / userUnit, PICTURE.overlap / userUnit];
  const parts = (length: number): [from: number, length: number][] => {
    const count = Math.max(1, Math.ceil((length - overlap) / (side - overlap)));
    return Array.from({ length: count }, (_, index) => {
      const from = index * (side - overlap);
      return [from, Math.min(side, length - from)];
    });
  };
  return parts(width).flatMap(([x, wide]) => parts(height).map(([y, high]) => ({ x, y, width: wide, height: high })));
}
