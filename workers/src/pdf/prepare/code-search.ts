import type { MarkFinder } from '../stamp/own-mark.js';
import { stampAreas } from '../stamp/stamp-layout.js';
import type { StampSize } from './plan.js';
import type { RenderedPage } from './render-pages.js';

/** Pixels per point of a searched picture: 150 dpi, for codes of copies of any page size. */
const SCALE = 150 / 72;
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
    const isQuick = drawing < QUICK;
    for (const area of isQuick ? [undefined] : stampAreas(size)) this.marks.readPicture(page.renderGrey(SCALE, area));
    this.allQuick &&= isQuick;
    this.time += process.cpuUsage(started).user;
  }
}
