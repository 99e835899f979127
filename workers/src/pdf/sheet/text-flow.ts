import { HEIGHT, LEFT, RIGHT } from './page-style.js';
import { Sheet, type TextStyle, wrapText } from './sheet.js';

/** Heights of the first and of the lowest line of a page. */
const [TOP, BOTTOM] = [HEIGHT - 76, 88];
/** Lines end only at ordinary spaces, never at no-break spaces. */
const GAPS = / +/;
/** Each page has at least this many lines of a paragraph that continues on the next page. */
const FEWEST_LINES = 2;
/** Distance between the mark of a list item and its text. */
const MARK_WIDTH = 14;

export interface ParagraphStyle extends Omit<TextStyle, 'align'> {
  /** Distance between two lines. */
  leading: number;
  /** Distance to the text above, in addition to `leading`; none at the top of a page. */
  before: number;
  /** Text to the left of the first line, such as the dash of a list item. The paragraph is then indented. */
  mark?: string;
  /** Room that the page must have below the paragraph, for example for the first lines after a heading. */
  keepBelow?: number;
}

/** Writes paragraphs one below the other, on as many pages as they need. Lengths are in points. */
export class TextFlow {
  readonly pages: Sheet[] = [new Sheet()];
  /** Height of the last line or drawing; null at the top of a page. */
  private last: number | null = null;

  get page(): Sheet {
    return this.pages.at(-1)!;
  }

  /** Continues below something that the caller has drawn on the page. @param y the height of its lower end */
  continueBelow(y: number): void {
    this.last = y;
  }

  paragraph(text: string, { mark, before, ...style }: ParagraphStyle): void {
    const left = mark ? LEFT + MARK_WIDTH : LEFT;
    const lines = wrapText(text, style.size, RIGHT - left, GAPS);
    if (this.last !== null) this.last -= before;
    for (let from = 0; from < lines.length;) {
      const room = this.countFitting(lines.length - from, style);
      if (room === 0) {
        this.startPage();
        continue;
      }
      for (const [index, line] of lines.slice(from, from + room).entries()) {
        this.last = this.last === null ? TOP : this.last - style.leading;
        if (mark && from + index === 0) this.page.text(LEFT, this.last, mark, style);
        this.page.text(left, this.last, line, style);
      }
      from += room;
    }
  }

  /** Reserves room for a drawing that must stay on one page. @returns the height of its upper end */
  reserve(height: number, before: number): number {
    if (this.last !== null && this.last - before - height < BOTTOM) this.startPage();
    const top = this.last === null ? TOP + MARK_WIDTH : this.last - before;
    this.last = top - height;
    return top;
  }

  private startPage(): void {
    this.pages.push(new Sheet());
    this.last = null;
  }

  /** @returns how many of the remaining lines the page gets; 0 when they begin on the next page */
  private countFitting(lines: number, { leading, keepBelow = 0 }: Omit<ParagraphStyle, 'before'>): number {
    const room = (this.last ?? TOP + leading) - BOTTOM;
    if (lines * leading + keepBelow <= room) return lines;
    if (keepBelow > 0 && this.last !== null) return 0;
    const fitting = Math.min(Math.floor(room / leading), lines - FEWEST_LINES);
    if (this.last === null) return Math.max(1, fitting);
    return fitting >= FEWEST_LINES ? fitting : 0;
  }
}
