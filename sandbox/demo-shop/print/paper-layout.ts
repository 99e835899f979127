import type { Point } from '../drafting/curve.ts';
import { cutLine, seamLine } from '../drafting/cut-line.ts';
import type { Design } from '../drafting/designs.ts';
import { draft } from '../drafting/draft.ts';
import { packStrip } from '../drafting/packing.ts';
import { boundsOf, type Bounds, type Piece, type Seam } from '../drafting/piece.ts';
import type { Size } from '../drafting/size-ranges.ts';

/** One piece in all sizes, nested; all lines share the piece's own origin. */
export interface Nest {
  key: string;
  versions: { size: string; piece: Piece; cut: Point[]; seam: Point[] }[];
  box: Bounds;
}

export interface PlacedNest extends Nest {
  x: number;
  y: number;
}

/** All pieces to print, every size; plain rectangles that are cut by measure come separately. */
export function nests(design: Design, sizes: Size[], seam: Seam): { printed: Nest[]; measured: Nest[] } {
  const bySize = sizes.map((size) => ({ size, pieces: draft(design, size) }));
  const all = bySize[0]!.pieces.map(({ key }, i): Nest => {
    const versions = bySize.map(({ size, pieces }) => {
      const piece = pieces[i]!;
      return { size: size.name, piece, cut: cutLine(piece, seam), seam: seamLine(piece) };
    });
    return { key, versions, box: boundsOf(versions.flatMap((version) => version.cut)) };
  });
  return {
    printed: all.filter((nest) => !nest.versions[0]!.piece.measured),
    measured: all.filter((nest) => nest.versions[0]!.piece.measured),
  };
}

/** Lays nests on paper of the given width; returns their places and the height used, cm. */
export function layOnPaper(list: Nest[], width: number): { placed: PlacedNest[]; height: number } {
  const { places, height } = packStrip(
    list.map(({ box }) => ({ width: box.right - box.left, height: box.bottom - box.top })),
    width,
    1,
  );
  const placed = list.map((nest, i) => ({ ...nest, x: places[i]!.x - nest.box.left, y: places[i]!.y - nest.box.top }));
  return { placed, height };
}

/** Distributes nests over as few sheets as possible, tall ones first; a sheet has at least one. */
export function sheetsOf(list: Nest[], width: number, height: number): PlacedNest[][] {
  let waiting = list.toSorted((a, b) => b.box.bottom - b.box.top - (a.box.bottom - a.box.top));
  const sheets: PlacedNest[][] = [];
  while (waiting.length > 0) {
    const sheet: Nest[] = [];
    const left: Nest[] = [];
    for (const nest of waiting) {
      const fits = sheet.length === 0 || layOnPaper([...sheet, nest], width).height <= height;
      (fits ? sheet : left).push(nest);
    }
    sheets.push(layOnPaper(sheet, width).placed);
    waiting = left;
  }
  return sheets;
}
