import type { FabricNeed } from '../demo-shop-types.ts';
import type { Point } from './curve.ts';
import { cutLine } from './cut-line.ts';
import type { Design } from './designs.ts';
import { draft } from './draft.ts';
import { packStrip } from './packing.ts';
import { boundsOf, type Piece, type Seam } from './piece.ts';
import type { Size } from './size-ranges.ts';

export interface LaidPiece {
  piece: Piece;
  cut: Point[];
  /** Drawn as a whole, mirrored at its fold line, instead of lying on the fabric's fold. */
  opened: boolean;
  /** Where the piece's own origin lies: cm from the fabric's fold and from its cut end. */
  x: number;
  y: number;
}

const selvedge = 1.5;

const isMain = (piece: Piece) => piece.cloth === 'main';

/** Lays the wanted pieces (those of the main fabric) on fabric folded lengthwise (fold at x = 0). Lengths in cm. */
export function layOnFabric(design: Design, size: Size, seam: Seam, widthCm: number, wanted = isMain) {
  const half = widthCm / 2;
  const pieces = draft(design, size)
    .filter(wanted)
    .flatMap((piece) => laidPieces(piece, seam, half - selvedge));
  const boxes = pieces.map((laid) => boundsOf(laid.cut));
  const { places, height } = packStrip(
    pieces.map((laid, i) => ({
      width: boxes[i]!.right - boxes[i]!.left,
      height: boxes[i]!.bottom - boxes[i]!.top,
      pinned: laid.piece.onFold && !laid.opened,
    })),
    half - selvedge,
    0.8,
  );
  const laid = pieces.map((one, i) => ({ ...one, x: places[i]!.x - boxes[i]!.left, y: places[i]!.y - boxes[i]!.top }));
  return { laid, length: height, half };
}

/** The fabric is folded, so each cut gives two pieces: a pair needs one place. Pieces on the fold that are needed more than twice lie opened and are cut in pairs. */
function laidPieces(piece: Piece, seam: Seam, space: number): LaidPiece[] {
  const cut = cutLine(piece, seam);
  const whole = [...cut, ...cut.map((p) => ({ x: -p.x, y: p.y })).toReversed()];
  const opened = piece.onFold && piece.count > 2 && boundsOf(whole).right * 2 < space;
  const copies = piece.onFold && !opened ? piece.count : Math.ceil(piece.count / 2);
  return Array.from({ length: copies }, () => ({ piece, cut: opened ? whole : cut, opened, x: 0, y: 0 }));
}

/** Fabric to buy per size and width: the layout plus 5 %, rounded up to 10 cm, never less than for a smaller size. */
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
