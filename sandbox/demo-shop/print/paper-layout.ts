import type { Point } from '../drafting/curve.ts';
import { cutLine, seamLine } from '../drafting/cut-line.ts';
import type { Design } from '../drafting/designs.ts';
import { draft } from '../drafting/draft.ts';
import { packStrip } from '../drafting/packing.ts';
import { computeBounds, type Bounds, type Piece, type Seam } from '../drafting/piece.ts';
import type { Size } from '../drafting/size-ranges.ts';

/** A piece in all sizes. The lines of all sizes have the same origin, so the smaller sizes lie inside the larger ones. */
export interface Nest {
  key: string;
  versions: { size: string; piece: Piece; cut: Point[]; seam: Point[] }[];
  box: Bounds;
}

export interface PlacedNest extends Nest {
  x: number;
  y: number;
}

/** @returns all pieces to print in all sizes, and separately the rectangles that are cut by measure */
export function nests(design: Design, sizes: Size[], seam: Seam): { printed: Nest[]; measured: Nest[] } {
  const bySize = sizes.map((size) => ({ size, pieces: draft(design, size) }));
  const all = bySize[0]!.pieces.map(({ key }, i): Nest => {
    const versions = bySize.map(({ size, pieces }) => {
      const piece = pieces[i]!;
      return { size: size.name, piece, cut: cutLine(piece, seam), seam: seamLine(piece) };
    });
    return { key, versions, box: computeBounds(versions.flatMap((version) => version.cut)) };
  });
  return {
    printed: all.filter((nest) => !nest.versions[0]!.piece.measured),
    measured: all.filter((nest) => nest.versions[0]!.piece.measured),
  };
}

/** Lays out nests on paper of this width. @returns their positions and the height that they need, in cm */
export function layOnPaper(list: Nest[], width: number): { placed: PlacedNest[]; height: number } {
  const { positions, height } = packStrip(
    list.map(({ box }) => ({ width: box.right - box.left, height: box.bottom - box.top })),
    width,
    1,
  );
  const placed = list.map((nest, i) => ({
    ...nest,
    x: positions[i]!.x - nest.box.left,
    y: positions[i]!.y - nest.box.top,
  }));
  return { placed, height };
}

/** Distributes nests over few sheets, tall nests first. Each sheet gets at least one nest, even a nest that is too tall. */
export function distributeOnSheets(list: Nest[], width: number, height: number): PlacedNest[][] {
  let remaining = list.toSorted((a, b) => b.box.bottom - b.box.top - (a.box.bottom - a.box.top));
  const sheets: PlacedNest[][] = [];
  while (remaining.length > 0) {
    const sheet: Nest[] = [];
    const rest: Nest[] = [];
    for (const nest of remaining) {
      const fits = sheet.length === 0 || layOnPaper([...sheet, nest], width).height <= height;
      (fits ? sheet : rest).push(nest);
    }
    sheets.push(layOnPaper(sheet, width).placed);
    remaining = rest;
  }
  return sheets;
}
