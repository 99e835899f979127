import { sewingSteps } from '../catalogue/sewing-steps.ts';
import { toolsFor } from '../catalogue/tools.ts';
import { layOnFabric } from '../drafting/fabric-layout.ts';
import { cutText } from '../drafting/piece.ts';
import { sampleSize } from '../drafting/size-ranges.ts';
import { type Fonts, Ink, ptPerCm } from './ink.ts';
import type { Nest } from './paper-layout.ts';
import { PaperDocument } from './paper-document.ts';
import type { PrintInput } from './print-input.ts';

const page = { width: 21, height: 29.7, margin: 2 };
const textWidth = page.width - page.margin * 2;
const bottom = page.height - 2.4;

/** Creates the instructions: materials and pieces, the cutting plan, and the steps in German and, if offered, in English. */
export async function instructionsFile(input: PrintInput, designer: string, list: Nest[]) {
  const doc = await PaperDocument.create(`${input.text.title.de} – Anleitung`, designer);
  const pages = [overview(input, designer, doc.fonts, list), cuttingPlan(input, doc.fonts)];
  const steps = sewingSteps(input.design);
  pages.push(
    ...writtenSteps(
      doc.fonts,
      'Nähen',
      steps.map(({ de }) => de),
    ),
  );
  if (input.metadata.languages.includes('en')) {
    pages.push(
      ...writtenSteps(
        doc.fonts,
        'Sewing',
        steps.map(({ en }) => en),
      ),
    );
  }
  pages.forEach((ink, i) => {
    ink
      .paint([0.4, 0.4, 0.4])
      .text(page.margin, page.height - 1.6, 8, `${input.text.title.de} · ${designer} · ${i + 1}/${pages.length}`);
    doc.addPage(page.width * ptPerCm, page.height * ptPerCm, ink.content);
  });
  return { bytes: await doc.bytes(), sheets: pages.length };
}

const sheet = (fonts: Fonts) => new Ink(fonts, 0, page.height * ptPerCm).paint([0.13, 0.13, 0.12]);

function paragraph(ink: Ink, y: number, words: string, size = 10, x = page.margin, width = textWidth): number {
  let line = y;
  for (const part of ink.wrap(words, size, width)) {
    ink.text(x, line, size, part);
    line += size * 0.05;
  }
  return line;
}

function overview({ text, design }: PrintInput, designer: string, fonts: Fonts, list: Nest[]): Ink {
  const ink = sheet(fonts);
  ink
    .text(page.margin, 3, 22, text.title.de, { bold: true })
    .text(page.margin, 3.8, 11, `${text.title.en} · ${designer}`);
  let y = paragraph(ink, 5, text.description.de);
  y = paragraph(ink, y + 0.3, text.description.en, 9) + 0.5;
  const lists = [
    ['Stoff / fabric', text.materials.de],
    ['Zutaten / notions', text.notions.de],
    ['Werkzeug / tools', toolsFor(design).de],
  ] as const;
  for (const [head, lines] of lists) {
    ink.text(page.margin, y, 10, head, { bold: true });
    y = paragraph(ink, y + 0.5, lines.join(' · ')) + 0.3;
  }
  ink.text(page.margin, y, 10, 'Schnittteile / pieces', { bold: true });
  drawPieceRow(ink, fonts, list, y + 0.8);
  return ink;
}

/** Draws small outlines of all pieces at the same scale, four in a row. */
function drawPieceRow(ink: Ink, fonts: Fonts, list: Nest[], top: number): void {
  const rows = Math.ceil(list.length / 4);
  const cell = { width: textWidth / 4, height: Math.min(5.2, (bottom - top) / rows) };
  const largest = Math.max(
    ...list.map(({ box }) => Math.max((box.right - box.left) / 3, (box.bottom - box.top) / (cell.height - 1.2))),
  );
  const scale = 1 / largest;
  list.forEach(({ versions, box }, i) => {
    const { piece, cut } = versions[Math.floor(versions.length / 2)]!;
    const [x, y] = [page.margin + (i % 4) * cell.width, top + Math.floor(i / 4) * cell.height];
    const small = new Ink(
      fonts,
      (x - box.left * scale) * ptPerCm,
      (page.height - y + box.top * scale) * ptPerCm,
      scale * ptPerCm,
    );
    small.grey(0.15, 0.8).polyline(cut, true);
    ink.raw(small.content);
    ink.text(x, y + cell.height - 0.9, 8, `${i + 1}  ${piece.name.de}`, { bold: true });
    ink.text(x, y + cell.height - 0.55, 7, cutText(piece).de);
  });
}

function cuttingPlan({ metadata, design }: PrintInput, fonts: Fonts): Ink {
  const ink = sheet(fonts);
  const size = sampleSize(metadata.range);
  const widthCm = metadata.fabricWidths[0]!;
  const { laid, length, halfWidth } = layOnFabric(design, size, metadata.seam, widthCm);
  ink.text(page.margin, 3, 16, 'Zuschneideplan / cutting plan', { bold: true });
  ink.text(
    page.margin,
    3.8,
    10,
    `Größe ${size.name}, Stoffbreite ${widthCm} cm, längs gefaltet. Links liegt der Stoffbruch. / Fold on the left.`,
  );
  const scale = Math.min(textWidth / halfWidth, 20 / length);
  const plan = new Ink(fonts, page.margin * ptPerCm, (page.height - 4.6) * ptPerCm, scale * ptPerCm);
  plan.grey(0.6, 1).rectangle(0, 0, halfWidth, length);
  for (const { piece, cut, x, y } of laid) {
    plan.grey(0.15, 0.8).polyline(
      cut.map((p) => ({ x: p.x + x, y: p.y + y })),
      true,
    );
    const [a, b] = piece.grain;
    const middle = { x: (a.x + b.x) / 2 + x, y: (a.y + b.y) / 2 + y };
    plan.text(middle.x, middle.y, 7, piece.name.de, { centred: true });
  }
  return ink.raw(plan.content);
}

function writtenSteps(fonts: Fonts, head: string, steps: string[]): Ink[] {
  const pages: Ink[] = [];
  let ink = sheet(fonts);
  pages.push(ink);
  ink.text(page.margin, 3, 16, head, { bold: true });
  let y = 4.2;
  steps.forEach((words, i) => {
    if (y > bottom - 2) {
      ink = sheet(fonts);
      pages.push(ink);
      y = 3;
    }
    ink.text(page.margin, y, 11, String(i + 1), { bold: true });
    y = paragraph(ink, y, words, 11, page.margin + 1, textWidth - 1) + 0.45;
  });
  return pages;
}
