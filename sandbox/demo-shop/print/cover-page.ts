import { alongPolyline } from '../drafting/curve.ts';
import { cutText } from '../drafting/piece.ts';
import { type Fonts, Ink, ptPerCm } from './ink.ts';
import type { Nest, PlacedNest } from './paper-layout.ts';
import type { PrintInput } from './print-input.ts';
import { sizeStyle } from './size-styles.ts';

export interface PaperSize {
  name: 'A4' | 'US Letter';
  width: number;
  height: number;
}

export interface Tiling {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  /** The cells that contain a part of a piece, row by row. */
  used: { column: number; row: number }[];
}

export const cellName = (column: number, row: number) => `${String.fromCodePoint(65 + row)}${column + 1}`;

/**
 * @returns the content of the first page: printing notes, test square, lines of the sizes, page map, rectangles to measure
 */
export function coverPage(
  { text, metadata }: PrintInput,
  designer: string,
  fonts: Fonts,
  paper: PaperSize,
  placed: PlacedNest[],
  measured: Nest[],
  tiling: Tiling,
): string {
  const ink = new Ink(fonts, 0, paper.height * ptPerCm);
  const dark: [number, number, number] = [0.13, 0.13, 0.12];
  ink.paint(dark).text(1.8, 2.6, 20, text.title.de, { bold: true });
  ink.text(1.8, 3.3, 10.5, `${text.title.en} · ${designer}`);
  ink.grey(0.55, 0.6, [6, 4]).polyline([
    { x: 1.8, y: 3.8 },
    { x: paper.width - 1.8, y: 3.8 },
  ]);

  testSquare(ink, paper.width - 7.2, 4.6);
  printingNotes(ink, 1.8, 4.9, paper.width - 10, tiling.used.length + 1, paper.name);
  let y = sizeLegend(ink, 1.8, 11, placed, metadata.seam.edge, metadata.seam.hem);
  y = pieceList(ink, 1.8, y + 0.7, [...placed, ...measured]);
  y = measuredList(ink, 1.8, y + 0.5, measured, paper.width - 3.6);
  pageMap(fonts, ink, paper, placed, tiling, y);
  return ink.content;
}

function testSquare(ink: Ink, x: number, y: number): void {
  ink.grey(0.13, 0.8).rectangle(x, y, 5, 5);
  ink.text(x + 2.5, y + 2.3, 10, 'Kontrollquadrat', { centred: true, bold: true });
  ink.text(x + 2.5, y + 2.8, 9, 'test square', { centred: true });
  ink.text(x + 2.5, y + 3.3, 9, '5 cm × 5 cm', { centred: true });
}

function printingNotes(ink: Ink, x: number, y: number, width: number, sheets: number, paper: string): void {
  const notes = [
    `Drucke ${sheets} Blatt ${paper} mit 100 % („Tatsächliche Größe“, nicht anpassen). Drucke zuerst nur diese Seite und miss das Kontrollquadrat nach.`,
    'Schalte im PDF-Programm unter „Ebenen“ die Größen aus, die du nicht brauchst.',
    'Schneide jedes Blatt oben und links am Rahmen ab, und klebe es auf den Rand des Nachbarblatts; je zwei Klebemarken ergeben eine Raute.',
    `Print ${sheets} sheets at 100% (actual size, do not fit to page). Check the test square first. Hide sizes you do not need under “Layers”. Trim each sheet along the top and left frame and glue it onto its neighbour.`,
  ];
  let line = y;
  for (const note of notes) {
    for (const words of ink.wrap(note, 9, width)) {
      ink.text(x, line, 9, words);
      line += 0.42;
    }
    line += 0.2;
  }
}

const cm = (value: number) => String(value).replace('.', ',');

function sizeLegend(ink: Ink, x: number, y: number, placed: PlacedNest[], edge: number, hem: number): number {
  const sizes = placed[0]!.versions.map((version) => version.size);
  ink.text(x, y, 10, 'Größen / sizes', { bold: true });
  sizes.forEach((size, i) => {
    const row = y + 0.6 + Math.floor(i / 3) * 0.5;
    const column = x + (i % 3) * 5.6;
    ink.layer(`S${i}`, () => {
      ink.pen(sizeStyle(sizes.length === 1 ? 0 : i), 1).polyline([
        { x: column, y: row - 0.12 },
        { x: column + 2, y: row - 0.12 },
      ]);
      ink.text(column + 2.2, row, 9, size);
    });
  });
  const below = y + 0.6 + Math.ceil(sizes.length / 3) * 0.5 + 0.1;
  const allowance = edge === hem ? `${cm(edge)} cm` : `${cm(edge)} cm, Säume ${cm(hem)} cm`;
  ink.text(x, below, 9, `Nahtzugabe enthalten: ${allowance} / seam allowance included`);
  return below;
}

function pieceList(ink: Ink, x: number, y: number, list: Nest[]): number {
  ink.text(x, y, 10, 'Schnittteile / pieces', { bold: true });
  list.forEach(({ versions }, i) => {
    const { piece } = versions[0]!;
    const column = x + (i % 2) * 8.6;
    ink.text(column, y + 0.55 + Math.floor(i / 2) * 0.42, 8.5, `${i + 1}  ${piece.name.de}: ${cutText(piece).de}`);
  });
  return y + 0.55 + Math.ceil(list.length / 2) * 0.42;
}

function measuredList(ink: Ink, x: number, y: number, measured: Nest[], width: number): number {
  if (measured.length === 0) return y;
  ink.text(x, y, 10, 'Nach Maß zuschneiden, mit Nahtzugabe / cut to measure (cm)', { bold: true });
  let line = y + 0.55;
  for (const { versions } of measured) {
    const measures = versions.map(({ size, cut }) => {
      const [xs, ys] = [cut.map((p) => p.x), cut.map((p) => p.y)];
      const [w, h] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
      return { size, words: `${w.toFixed(1).replace('.', ',')} × ${h.toFixed(1).replace('.', ',')}` };
    });
    const same = measures.every(({ words }) => words === measures[0]!.words);
    const list = same ? measures[0]!.words : measures.map(({ size, words }) => `${size}: ${words}`).join(' · ');
    for (const words of ink.wrap(`${versions[0]!.piece.name.de}: ${list}`, 8.5, width)) {
      ink.text(x, line, 8.5, words);
      line += 0.42;
    }
  }
  return line;
}

function pageMap(
  fonts: Fonts,
  cover: Ink,
  paper: PaperSize,
  placed: PlacedNest[],
  tiling: Tiling,
  after: number,
): void {
  const { columns, rows, tileWidth, tileHeight } = tiling;
  const [room, wide] = [Math.min(9, paper.height - 2.8 - after), paper.width - 3.6];
  const scale = Math.min(room / (rows * tileHeight), wide / (columns * tileWidth));
  const [left, top] = [(paper.width - columns * tileWidth * scale) / 2, paper.height - 1.6 - room];
  const ink = new Ink(fonts, left * ptPerCm, (paper.height - top) * ptPerCm, scale * ptPerCm);
  cover.text(1.8, top - 0.3, 10, 'Seitenplan / page map', { bold: true });
  for (const { column, row } of tiling.used) {
    ink.grey(0.6, 0.4).rectangle(column * tileWidth, row * tileHeight, tileWidth, tileHeight);
    ink.text((column + 0.06) * tileWidth, (row + 0.2) * tileHeight, 7, cellName(column, row));
  }
  placed.forEach((nest, i) => {
    const { cut } = nest.versions.at(-1)!;
    ink.grey(0.15, 0.6).polyline(
      cut.map((p) => ({ x: p.x + nest.x, y: p.y + nest.y })),
      true,
    );
    const grain = alongPolyline(nest.versions[0]!.piece.grain, 0.5).point;
    ink.text(grain.x + nest.x, grain.y + nest.y, 7, String(i + 1), { bold: true, centred: true });
  });
  cover.raw(ink.content);
}
