import { totalWidth } from '../document/glyph.js';
import { findGlyphs, toStampText } from '../stamp/stamp-font.js';

/** Red, green and blue, each 0 to 1. */
export type Colour = readonly [number, number, number];

export interface TextStyle {
  size: number;
  colour: Colour;
  bold?: boolean;
  align?: 'left' | 'right';
}

/** The embedded font has only one weight. Bold text gets an outline of this width in ems. */
const BOLD_OUTLINE = 0.028;

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * Draws text, horizontal lines and frames on a page. Lengths and font sizes are in points; the origin is the lower left
 * corner.
 */
export class Sheet {
  private readonly drawn: string[] = [];

  /** @param x the left end of the text, or its right end when it is aligned right @param y the height of the baseline */
  text(x: number, y: number, text: string, { size, colour, bold = false, align = 'left' }: TextStyle): void {
    const glyphs = findGlyphs(toStampText(text));
    const left = align === 'right' ? x - totalWidth(glyphs) * size : x;
    const hex = glyphs.map((glyph) => glyph.hex).join('');
    const paint = colour.map(formatNumber).join(' ');
    const weight = bold ? `2 Tr ${formatNumber(size * BOLD_OUTLINE)} w ${paint} RG` : '0 Tr';
    this.drawn.push(
      `BT /F ${formatNumber(size)} Tf ${weight} ${paint} rg 1 0 0 1 ${formatNumber(left)} ${formatNumber(y)} Tm <${hex}> Tj ET`,
    );
  }

  rule(y: number, from: number, to: number, thickness: number, colour: Colour): void {
    const paint = colour.map(formatNumber).join(' ');
    this.drawn.push(
      `${formatNumber(thickness)} w ${paint} RG ${formatNumber(from)} ${formatNumber(y)} m ${formatNumber(to)} ${formatNumber(y)} l S`,
    );
  }

  /** @param x @param y the lower left corner */
  frame(x: number, y: number, width: number, height: number, colour: Colour): void {
    const rectangle = [x, y, width, height].map(formatNumber).join(' ');
    this.drawn.push(`0.8 w ${colour.map(formatNumber).join(' ')} RG ${rectangle} re S`);
  }

  get content(): string {
    return this.drawn.join('\n');
  }
}

/**
 * Breaks a text at spaces into lines of at most `width` points. A word that is wider than a line is split.
 * @param size the font size in points
 * @param gaps the spaces at which a line may end; by default also no-break spaces
 */
export function wrapText(text: string, size: number, width: number, gaps = /\s+/): string[] {
  const fits = (line: string) => totalWidth(findGlyphs(toStampText(line))) * size <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(gaps).filter(Boolean)) {
    if (line !== '' && !fits(`${line} ${word}`)) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    while (!fits(line)) {
      let end = [...line].length - 1;
      while (end > 1 && !fits([...line].slice(0, end).join(''))) end -= 1;
      lines.push([...line].slice(0, end).join(''));
      line = [...line].slice(end).join('');
    }
  }
  return line === '' ? lines : [...lines, line];
}
