import { Ink, ptPerCm } from './ink.ts';
import { layOnPaper, type Nest, type PlacedNest, distributeOnSheets } from './paper-layout.ts';
import { PaperDocument } from './paper-document.ts';
import { drawPieces } from './piece-drawing.ts';
import type { PrintInput } from './print-input.ts';
import { checkRepeatCm, wovenCheck } from './woven-check.ts';

const a0 = { width: 84.1, height: 118.9 };
const margin = 1.2;
const header = 8;

/**
 * Creates the file for a copy shop, on few A0 sheets.
 * @param withCheckedFabric whether a checked fabric is drawn at true scale under the pieces
 */
export async function a0File(input: PrintInput, designer: string, list: Nest[], withCheckedFabric: boolean) {
  const doc = await PaperDocument.create(`${input.text.title.de} – A0`, designer);
  doc.addLayers(list[0]!.versions.map(({ size }) => `Größe ${size}`));
  const sheets = distributeOnSheets(list, a0.width - margin * 2, a0.height - margin * 2 - header);
  const check = withCheckedFabric ? wovenCheck() : null;
  const image = check ? doc.addImage(check.width, check.height, check.rgb) : null;
  const [width, height] = [a0.width * ptPerCm, a0.height * ptPerCm];
  sheets.forEach((placed, i) => {
    const ink = new Ink(doc.fonts, margin * ptPerCm, height - (margin + header) * ptPerCm);
    if (image) ink.raw(checkOperators(placed, height));
    heading(ink, `${input.text.title.de} · ${designer}`, i + 1, sheets.length);
    drawPieces(ink, placed, { x: -margin, y: -header, width: a0.width, height: a0.height });
    doc.addPage(width, height, ink.content, image ? { Check: image } : {});
  });
  return { bytes: await doc.bytes(), sheets: sheets.length };
}

/** @returns operators that repeat the picture of the check until it covers all pieces */
function checkOperators(placed: PlacedNest[], pageHeight: number): string {
  const repeats = 3;
  const side = checkRepeatCm * repeats;
  const far = {
    x: Math.max(...placed.map((n) => n.x + n.box.right)),
    y: Math.max(...placed.map((n) => n.y + n.box.bottom)),
  };
  const clip = [margin, 0, far.x, far.y].map((cm) => cm * ptPerCm);
  const low = pageHeight - (margin + header + far.y) * ptPerCm;
  const out = [`q ${clip[0]!.toFixed(2)} ${low.toFixed(2)} ${clip[2]!.toFixed(2)} ${clip[3]!.toFixed(2)} re W n`];
  for (let y = 0; y < far.y; y += side) {
    for (let x = 0; x < far.x; x += side) {
      const [left, bottom] = [(margin + x) * ptPerCm, pageHeight - (margin + header + y + side) * ptPerCm];
      const size = (side * ptPerCm).toFixed(2);
      out.push(`q ${size} 0 0 ${size} ${left.toFixed(2)} ${bottom.toFixed(2)} cm /Check Do Q`);
    }
  }
  return [...out, 'Q'].join('\n');
}

function heading(ink: Ink, words: string, sheet: number, count: number): void {
  ink.paint([0.13, 0.13, 0.12]).text(6.5, -5.4, 30, words, { bold: true });
  ink.text(
    6.5,
    -4,
    16,
    `Bogen ${sheet} von ${count} · 100 %, nicht anpassen / sheet ${sheet} of ${count}, print at actual size`,
  );
  ink.grey(0.13, 1).rectangle(0, -7, 5, 5);
  ink.text(2.5, -4.4, 10, '5 cm × 5 cm', { centred: true });
}

/** Creates the file for a projector: one page without margins, with thick lines and a tick every 10 cm at the edge. */
export async function projectorFile(input: PrintInput, designer: string, list: Nest[]) {
  const doc = await PaperDocument.create(`${input.text.title.de} – Beamer`, designer);
  doc.addLayers(list[0]!.versions.map(({ size }) => `Größe ${size}`));
  const { placed, height } = layOnPaper(list, 130);
  const right = Math.max(...placed.map((nest) => nest.x + nest.box.right));
  const page = { width: Math.ceil((right + 12) / 10) * 10, height: Math.ceil((height + 20) / 10) * 10 };
  const ink = new Ink(doc.fonts, 5 * ptPerCm, page.height * ptPerCm - 8 * ptPerCm);
  ink.grey(0.75, 1);
  for (let x = 0; x <= page.width - 10; x += 10)
    ink.polyline([
      { x, y: -2 },
      { x, y: -1 },
    ]);
  for (let y = 0; y <= page.height - 10; y += 10)
    ink.polyline([
      { x: -2, y },
      { x: -1, y },
    ]);
  ink.grey(0.13, 2).rectangle(0, -7.5, 5, 5);
  ink.paint([0.13, 0.13, 0.12]).text(6, -5, 26, input.text.title.de, { bold: true });
  ink.text(6, -3.8, 14, 'Quadrat 5 cm, Teilung 10 cm / square 5 cm, marks every 10 cm');
  drawPieces(ink, placed, { x: -5, y: -8, ...page }, 2.4);
  doc.addPage(page.width * ptPerCm, page.height * ptPerCm, ink.content);
  return { bytes: await doc.bytes(), sheets: 0 };
}
