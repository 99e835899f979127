import type { BodyShape } from './body-shape.ts';
import { pen } from './curve.ts';
import type { BodyDesign } from './designs.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';

/** @returns the pieces of the neckline: collar and stand, a turn-down collar, a neckband, an edge band, or facings */
export function collarPieces(design: BodyDesign, front: BodyShape, back: BodyShape): Piece[] {
  const half = back.neck.length + (design.opening === 'wrap' ? 0 : front.neck.length);
  if (design.collar === 'shirt') return [collar(half, 4.5, 5.5), stand(half)];
  if (design.collar === 'turn-down') return [collar(half, 7, 2.5)];
  if (design.opening === 'open') {
    const name = { de: 'Blende', en: 'Front band' };
    const length = half + front.hemY - front.neck.start.y;
    return [rectangle({ key: 'band', name, count: 2, width: 12, height: length, sides: { top: 'seam' } })];
  }
  if (design.neckband > 0) {
    const name = { de: 'Halsbündchen', en: 'Neckband' };
    const sides = { left: 'fold' as const };
    return [rectangle({ key: 'neckband', name, count: 1, width: half * 0.86, height: design.neckband * 2, sides })];
  }
  if (design.sleeve === null && !design.bib && !design.skirt) return [facing('front', front), facing('back', back)];
  return [];
}

function collar(half: number, height: number, point: number): Piece {
  return piece({
    key: 'collar',
    name: { de: 'Kragen', en: 'Collar' },
    edges: [
      edge(pen(0, 0).curve(half * 0.5, 0, half * 0.8, -0.4, half + point * 0.45, -1.2)),
      edge(pen(half + point * 0.45, -1.2).line(half - 1.2, height - 0.6)),
      edge(pen(half - 1.2, height - 0.6).curve(half * 0.7, height, half * 0.4, height, 0, height)),
      edge(pen(0, height).line(0, 0), 'fold'),
    ],
    grain: [
      { x: half * 0.3, y: height / 2 },
      { x: half * 0.8, y: height / 2 },
    ],
  });
}

function stand(half: number): Piece {
  return piece({
    key: 'stand',
    name: { de: 'Kragensteg', en: 'Collar stand' },
    edges: [
      edge(
        pen(0, 0)
          .curve(half * 0.5, 0, half * 0.8, -0.5, half - 1, -1)
          .curve(half + 1, -1, half + 2, 0.5, half + 1.5, 1.6),
      ),
      edge(pen(half + 1.5, 1.6).curve(half * 0.8, 2.4, half * 0.5, 3, 0, 3)),
      edge(pen(0, 3).line(0, 0), 'fold'),
    ],
    grain: [
      { x: half * 0.3, y: 1.4 },
      { x: half * 0.8, y: 1.2 },
    ],
  });
}

function facing(part: 'front' | 'back', shape: BodyShape): Piece {
  const start = shape.neck.start;
  const shoulder = shape.shoulder.pointAt(0.6);
  const name = part === 'front' ? { de: 'Beleg vorn', en: 'Front facing' } : { de: 'Beleg hinten', en: 'Back facing' };
  return piece({
    key: `${part}-facing`,
    name,
    count: 1,
    edges: [
      edge(shape.neck),
      edge(pen(shape.neck.end.x, shape.neck.end.y).line(shoulder.x, shoulder.y)),
      edge(
        pen(shoulder.x, shoulder.y).curve(shoulder.x, start.y + 2, shoulder.x * 0.6, start.y + 6, 0, start.y + 6),
        'none',
      ),
      edge(pen(0, start.y + 6).line(0, start.y), 'fold'),
    ],
    grain: [
      { x: 1.2, y: start.y + 1 },
      { x: 1.2, y: start.y + 5 },
    ],
  });
}
