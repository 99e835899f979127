import type { Glyph } from '../document/glyph.js';
import type { StampSize } from '../prepare/plan.js';
import type { StampGlyphs } from './fit-text.js';
import { layout } from './stamp-layout.js';

/**
 * Grey level of the letters: 0 is black, 1 is white. Its contrast with white is 7 : 1, enough even for thin, blurred
 * strokes.
 */
export const GREY = 0.35;
/** Name of the bar code in the resources of a stamp. */
export const CODE_NAME = 'C';
/** Width in ems of the white halo that gives the letters enough contrast on any background. */
const HALO = 0.15;

const round = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * @returns the PDF content of a stamp. It draws a horizontal and a vertical text, each with a thin white halo and a bar
 * code, and contains the file id as invisible text.
 */
export function stampContent(size: StampSize, glyphs: StampGlyphs): string {
  const { lines, acrossFontSize, upFontSize, codes, edge } = layout(size, glyphs);
  const draw = (paint: string, fontOf: (glyph: Glyph) => string): string => {
    let content = `BT ${paint}\n`;
    for (const line of lines) {
      const fontSize = line.upwards ? upFontSize : acrossFontSize;
      content += `${line.upwards ? '0 1 -1 0' : '1 0 0 1'} ${round(line.x)} ${round(line.y)} Tm\n`;
      content += showGlyphs(line.glyphs, fontSize, fontOf);
    }
    return `${content}ET\n`;
  };
  const halo = `1 Tr 1 j 1 G ${round(2 * HALO * Math.max(acrossFontSize, upFontSize))} w`;
  const drawnCodes = codes.map(({ x, y, module, upwards }) => {
    const matrix = upwards ? [0, module, -module, 0, x, y] : [module, 0, 0, module, x, y];
    return `q ${matrix.map(round).join(' ')} cm /${CODE_NAME} Do Q\n`;
  });
  const fileId = showGlyphs(glyphs.fileId, acrossFontSize / 4, (glyph) => glyph.font);
  return (
    drawnCodes.join('') +
    draw(halo, (glyph) => glyph.haloFont) +
    draw(`0 Tr ${GREY} g`, (glyph) => glyph.font) +
    `BT 3 Tr 1 0 0 1 ${round(edge)} ${round(edge / 4)} Tm ${fileId}ET`
  );
}

/**
 * @param fontSize the font size in page units
 * @returns the operators that show the glyphs: one for each run of glyphs in the same font, and one for each shifted glyph
 */
function showGlyphs(glyphs: Glyph[], fontSize: number, fontOf: (glyph: Glyph) => string): string {
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
      content += `/${font} ${round(fontSize)} Tf `;
    }
    if (glyph.shift) {
      endRun();
      const { x, y, advance } = glyph.shift;
      // A number in a TJ array moves the next glyph to the left, in thousandths of the font size.
      const back = round(1000 * (x + advance - glyph.width));
      content += `${round(y * fontSize)} Ts [${round(-1000 * x)} <${glyph.hex}> ${back}] TJ 0 Ts\n`;
    } else run += glyph.hex;
  }
  endRun();
  return content;
}
