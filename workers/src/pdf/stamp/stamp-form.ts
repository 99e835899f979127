import type { Glyph } from '../document/glyph.js';
import type { StampSize } from '../prepare/plan.js';
import { layout, type StampGlyphs } from './stamp-layout.js';

/** Grey level of letters and codes. Its contrast on white is 7 : 1, which suffices even for thin strokes that are blurred. */
export const GREY = 0.35;
/** Name of the code in the resources of a stamp. */
export const CODE_NAME = 'C';
/** Width in ems of the white halo that gives the letters enough contrast on any background. */
const HALO = 0.15;

const round = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * @returns the PDF content of a stamp: a line along the bottom and one along the right edge, each with a thin white halo and a
 * code, and the file id as invisible text
 */
export function stampContent(size: StampSize, glyphs: StampGlyphs): string {
  const { lines, across, up, codes, edge } = layout(size, glyphs);
  const draw = (paint: string, fontOf: (glyph: Glyph) => string): string => {
    let content = `BT ${paint}\n`;
    for (const line of lines) {
      const points = line.upwards ? up : across;
      content += `${line.upwards ? '0 1 -1 0' : '1 0 0 1'} ${round(line.x)} ${round(line.y)} Tm\n`;
      content += showGlyphs(line.glyphs, points, fontOf);
    }
    return `${content}ET\n`;
  };
  const halo = `1 Tr 1 j 1 G ${round(2 * HALO * Math.max(across, up))} w`;
  const drawnCodes = codes.map(({ x, y, module, upwards }) => {
    const matrix = upwards ? [0, module, -module, 0, x, y] : [module, 0, 0, module, x, y];
    return `q ${matrix.map(round).join(' ')} cm /${CODE_NAME} Do Q\n`;
  });
  return (
    drawnCodes.join('') +
    draw(halo, (glyph) => glyph.haloFont) +
    draw(`0 Tr ${GREY} g`, (glyph) => glyph.font) +
    `BT 3 Tr 1 0 0 1 ${round(edge)} ${round(edge / 4)} Tm ${showGlyphs(glyphs.fileId, across / 4, (glyph) => glyph.font)}ET`
  );
}

/** @returns operators that show the glyphs, one per run of glyphs in the same font; a glyph with an offset gets its own */
function showGlyphs(glyphs: Glyph[], points: number, fontOf: (glyph: Glyph) => string): string {
  let content = '';
  let font = '';
  let run = '';
  const endRun = (): void => {
    if (run !== '') content += `<${run}> Tj\n`;
    run = '';
  };
  for (const glyph of glyphs) {
    if (fontOf(glyph) !== font) {
      endRun();
      font = fontOf(glyph);
      content += `/${font} ${round(points)} Tf `;
    }
    if (glyph.shift) {
      endRun();
      const { x, y, advance } = glyph.shift;
      // A number in a TJ array moves the next glyph to the left, in thousandths of the font size.
      const back = round(1000 * (x + advance - glyph.width));
      content += `${round(y * points)} Ts [${round(-1000 * x)} <${glyph.hex}> ${back}] TJ 0 Ts\n`;
    } else run += glyph.hex;
  }
  endRun();
  return content;
}
