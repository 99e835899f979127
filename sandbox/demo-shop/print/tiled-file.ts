import { coverPage, cellName, type PaperSize, type Tiling } from './cover-page.ts';
import { Ink, ptPerCm, type Window } from './ink.ts';
import { layOnPaper, type Nest, type PlacedNest } from './paper-layout.ts';
import { PaperDocument } from './paper-document.ts';
import { drawPieces } from './piece-drawing.ts';
import type { PrintInput } from './print-input.ts';

const margin = 1;

export const a4: PaperSize = { name: 'A4', width: 21, height: 29.7 };
export const letter: PaperSize = { name: 'US Letter', width: 21.59, height: 27.94 };

/** Creates the file for a home printer: a cover page, then each tile that contains a part of a piece. */
export async function tiledFile(
  input: PrintInput,
  designer: string,
  { printed: list, measured }: { printed: Nest[]; measured: Nest[] },
  paper: PaperSize,
): Promise<{ bytes: Uint8Array; sheets: number }> {
  const doc = await PaperDocument.create(`${input.text.title.de} – ${paper.name}`, designer);
  doc.addLayers(list[0]!.versions.map(({ size }) => `Größe ${size}`));
  const { placed, tiling } = chooseTiling(list, paper);
  const [width, height] = [paper.width * ptPerCm, paper.height * ptPerCm];
  doc.addPage(width, height, coverPage(input, designer, doc.fonts, paper, placed, measured, tiling));
  for (const { column, row } of tiling.used) {
    const window = {
      x: column * tiling.tileWidth,
      y: row * tiling.tileHeight,
      width: tiling.tileWidth,
      height: tiling.tileHeight,
    };
    const left = ((paper.width - tiling.tileWidth) / 2) * ptPerCm - window.x * ptPerCm;
    const top = height - ((paper.height - tiling.tileHeight) / 2) * ptPerCm + window.y * ptPerCm;
    const ink = new Ink(doc.fonts, left, top);
    ink.raw('q').rectangle(window.x, window.y, window.width, window.height, 'W n' as 'S');
    drawPieces(ink, placed, window);
    ink.raw('Q');
    frame(ink, window, column, row, tiling, input.text.title.de);
    doc.addPage(width, height, ink.content);
  }
  return { bytes: await doc.bytes(), sheets: tiling.used.length + 1 };
}

/** @returns the layout that needs the fewest pages, of those that are two to six pages wide */
function chooseTiling(list: Nest[], paper: PaperSize): { placed: PlacedNest[]; tiling: Tiling } {
  const [tileWidth, tileHeight] = [paper.width - margin * 2, paper.height - margin * 2];
  let best: { placed: PlacedNest[]; tiling: Tiling } | null = null;
  for (let columns = 2; columns <= 6; columns += 1) {
    const { placed, height } = layOnPaper(list, columns * tileWidth);
    const across = Math.max(columns, Math.ceil(Math.max(...placed.map((nest) => nest.x + nest.box.right)) / tileWidth));
    const rows = Math.ceil(height / tileHeight);
    const used = Array.from({ length: rows * across }, (_, i) => ({
      column: i % across,
      row: Math.floor(i / across),
    })).filter(({ column, row }) =>
      hasContent(placed, { x: column * tileWidth, y: row * tileHeight, width: tileWidth, height: tileHeight }),
    );
    if (!best || used.length < best.tiling.used.length) {
      best = { placed, tiling: { columns: across, rows, tileWidth, tileHeight, used } };
    }
  }
  return best!;
}

const hasContent = (placed: PlacedNest[], w: Window) =>
  placed.some(
    (nest) =>
      nest.x + nest.box.left < w.x + w.width &&
      nest.x + nest.box.right > w.x &&
      nest.y + nest.box.top < w.y + w.height &&
      nest.y + nest.box.bottom > w.y,
  );

/**
 * Draws the frame to trim along, corner crosses, triangles that meet those of the neighbouring pages, and the page's name.
 */
function frame(ink: Ink, w: Window, column: number, row: number, tiling: Tiling, title: string): void {
  ink.grey(0.6, 0.4, [4, 3]).rectangle(w.x, w.y, w.width, w.height);
  ink.grey(0.1, 0.6);
  for (const [x, y] of [
    [w.x, w.y],
    [w.x + w.width, w.y],
    [w.x, w.y + w.height],
    [w.x + w.width, w.y + w.height],
  ] as const) {
    ink
      .polyline([
        { x: x - 0.4, y },
        { x: x + 0.4, y },
      ])
      .polyline([
        { x, y: y - 0.4 },
        { x, y: y + 0.4 },
      ]);
  }
  const [midX, midY] = [w.x + w.width / 2, w.y + w.height / 2];
  ink.paint([0.35, 0.35, 0.35]);
  if (column > 0) triangle(ink, w.x, midY, 0.5, 0);
  if (column < tiling.columns - 1) triangle(ink, w.x + w.width, midY, -0.5, 0);
  if (row > 0) triangle(ink, midX, w.y, 0, 0.5);
  if (row < tiling.rows - 1) triangle(ink, midX, w.y + w.height, 0, -0.5);
  ink.text(w.x + 0.3, w.y + 0.75, 14, cellName(column, row), { bold: true });
  ink.text(w.x + 0.6, w.y - 0.25, 7, title);
}

/** Draws half of a diamond at the edge of a page; the other half is on the neighbouring page. */
function triangle(ink: Ink, x: number, y: number, dx: number, dy: number): void {
  ink.polyline(
    [
      { x: x - dy, y: y - dx },
      { x: x + dx, y: y + dy },
      { x: x + dy, y: y + dx },
    ],
    false,
  );
}
