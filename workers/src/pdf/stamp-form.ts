import type { StampSize } from './plan.js';
import { shape } from './stamp-font.js';

const SHARE_OF_SHORT_SIDE = 0.0118;
const FONT_POINTS = { least: 7, most: 28 };
/** Home printers leave about 4 mm white; patterns keep their pieces about 10 mm off the edge. */
const EDGE_POINTS = 12;
const EDGE_SHARE = 0.03;
const DESCENT = 0.24;
const BOTTOM_GREY = 0.35;
const RIGHT_GREY = 0.55;

/** Glyphs once per copy, used for every page size. */
export interface StampGlyphs {
  line: { hex: string; width: number };
  fileId: { hex: string; width: number };
}

export const stampGlyphs = (text: string, fileId: string): StampGlyphs => ({
  line: shape(text),
  fileId: shape(fileId),
});

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Content of a stamp: a line along the bottom, one up the right edge, and the file id, which is not painted. */
export function stampContent(size: StampSize, glyphs: StampGlyphs): string {
  const { width, height, userUnit } = size;
  const short = Math.min(width, height);
  const wanted = Math.min(
    FONT_POINTS.most / userUnit,
    Math.max(FONT_POINTS.least / userUnit, short * SHARE_OF_SHORT_SIDE),
  );
  const edge = Math.min(EDGE_POINTS / userUnit, short * EDGE_SHARE);
  // Never taller than a fifth of the page, which only matters on labels of a few millimetres.
  const fit = (room: number): number => Math.min(wanted, room / glyphs.line.width, short / 5);
  const bottom = fit(width - 2 * edge);
  const aboveBottom = edge + 2 * bottom;
  const right = fit(height - aboveBottom - edge);
  const bottomLine = round(edge + DESCENT * bottom);
  const rightLine = round(width - edge - DESCENT * right);
  return (
    `BT /F ${round(bottom)} Tf ${BOTTOM_GREY} g 1 0 0 1 ${round(edge)} ${bottomLine} Tm <${glyphs.line.hex}> Tj ET\n` +
    `BT /F ${round(right)} Tf ${RIGHT_GREY} g 0 1 -1 0 ${rightLine} ${round(aboveBottom)} Tm <${glyphs.line.hex}> Tj ET\n` +
    `BT /F ${round(bottom / 4)} Tf 3 Tr 1 0 0 1 ${round(edge)} ${round(edge / 4)} Tm <${glyphs.fileId.hex}> Tj ET`
  );
}
