import type { FabricNeed } from '../demo-shop-types.ts';
import type { Point } from './curve.ts';
import { cutLine } from './cut-line.ts';
import type { Design } from './designs.ts';
import { draft } from './draft.ts';
import { packStrip } from './packing.ts';
import { computeBounds, type Piece, type Seam } from './piece.ts';
import type { Size } from './size-ranges.ts';

export interface LaidPiece {
  piece: Piece;
  cut: Point[];
  /** True when the piece is laid out whole (mirrored at its fold line) instead of on the fold of the fabric. */
  opened: boolean;
  /** The position of the piece's origin, in cm from the fold of the fabric and from its cut end. */
  x: number;
  y: number;
}

const selvedge = 1.5;

const isMain = (piece: Piece) => piece.cloth === 'main';

/**
 * Lays out pieces on fabric that is folded lengthwise at x = 0; all lengths in cm.
 * @param isWanted a function that selects the pieces; default: all pieces of the main fabric
 */
export function layOnFabric(design: Design, size: Size, seam: Seam, widthCm: number, isWanted = isMain) {
  const halfWidth = widthCm / 2;
  const pieces = draft(design, size)
    .filter(isWanted)
    .flatMap((piece) => laidPieces(piece, seam, halfWidth - selvedge));
  const boxes = pieces.map((laid) => computeBounds(laid.cut));
  const { positions, height } = packStrip(
    pieces.map((laid, i) => ({
      width: boxes[i]!.right - boxes[i]!.left,
      height: boxes[i]!.bottom - boxes[i]!.top,
      pinned: laid.piece.onFold && !laid.opened,
    })),
    halfWidth - selvedge,
    0.8,
  );
  const laid = pieces.map((piece, i) => ({
    ...piece,
    x: positions[i]!.x - boxes[i]!.left,
    y: positions[i]!.y - boxes[i]!.top,
  }));
  return { laid, length: height, halfWidth };
}

/**
 * @returns one entry for each time that a piece is laid out. The fabric is folded, so each entry gives two pieces, or one
 * piece on the fold. A piece on the fold that is needed more than twice is laid out whole and cut in pairs.
 */
function laidPieces(piece: Piece, seam: Seam, space: number): LaidPiece[] {
  const cut = cutLine(piece, seam);
  const whole = [...cut, ...cut.map((p) => ({ x: -p.x, y: p.y })).toReversed()];
  const opened = piece.onFold && piece.count > 2 && computeBounds(whole).right * 2 < space;
  const placeCount = piece.onFold && !opened ? piece.count : Math.ceil(piece.count / 2);
  return Array.from({ length: placeCount }, () => ({ piece, cut: opened ? whole : cut, opened, x: 0, y: 0 }));
}

/**
 * @returns the metres of fabric to buy, by width and size: the length of the layout plus 5 %, rounded up to 10 cm, and never
 * less than for a smaller size
 */
export function fabricNeeds(design: Design, sizes: Size[], seam: Seam, widths: number[]): FabricNeed[] {
  return widths.map((widthCm) => {
    let m = 0;
    const meters = sizes.map((size) => {
      m = Math.max(m, Math.ceil((layOnFabric(design, size, seam, widthCm).length * 1.05) / 10) / 10);
      return { size: size.name, m };
    });
    return { widthCm, meters };
  });
}
