import type { BodyShape } from './body-shape.ts';
import { pen } from './curve.ts';
import type { BodyDesign } from './designs.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';

/** @returns the pieces of the neckline: collar and stand, a turn-down collar, a neckband, an edge band, facings, or none */
export function collarPieces(design: BodyDesign, front: BodyShape, back: BodyShape): Piece[] {
  const halfNeck = back.neck.length + (design.opening === 'wrap' ? 0 : front.neck.length);
  if (design.collar === 'shirt') return [collar(halfNeck, 4.5, 5.5), stand(halfNeck)];
  if (design.collar === 'turn-down') return [collar(halfNeck, 7, 2.5)];
  if (design.opening === 'open') {
    const name = { de: 'Blende', en: 'Front band' };
    const length = halfNeck + front.hemY - front.neck.start.y;
    return [rectangle({ key: 'band', name, count: 2, width: 12, height: length, sides: { top: 'seam' } })];
  }
  if (design.neckband > 0) {
    const name = { de: 'Halsbündchen', en: 'Neckband' };
    const sides = { left: 'fold' as const };
    return [rectangle({ key: 'neckband', name, count: 1, width: halfNeck * 0.86, height: design.neckband * 2, sides })];
  }
  if (design.sleeve === null && !design.bib && !design.skirt) return [facing('front', front), facing('back', back)];
  return [];
}

function collar(halfNeck: number, height: number, point: number): Piece {
  return piece({
    key: 'collar',
    name: { de: 'Kragen', en: 'Collar' },
    edges: [
      edge(pen(0, 0).curve(halfNeck * 0.5, 0, halfNeck * 0.8, -0.4, halfNeck + point * 0.45, -1.2)),
      edge(pen(halfNeck + point * 0.45, -1.2).line(halfNeck - 1.2, height - 0.6)),
      edge(pen(halfNeck - 1.2, height - 0.6).curve(halfNeck * 0.7, height, halfNeck * 0.4, height, 0, height)),
      edge(pen(0, height).line(0, 0), 'fold'),
    ],
    grain: [
      { x: halfNeck * 0.3, y: height / 2 },
      { x: halfNeck * 0.8, y: height / 2 },
    ],
  });
}

function stand(halfNeck: number): Piece {
  return piece({
    key: 'stand',
    name: { de: 'Kragensteg', en: 'Collar stand' },
    edges: [
      edge(
        pen(0, 0)
          .curve(halfNeck * 0.5, 0, halfNeck * 0.8, -0.5, halfNeck - 1, -1)
          .curve(halfNeck + 1, -1, halfNeck + 2, 0.5, halfNeck + 1.5, 1.6),
      ),
      edge(pen(halfNeck + 1.5, 1.6).curve(halfNeck * 0.8, 2.4, halfNeck * 0.5, 3, 0, 3)),
      edge(pen(0, 3).line(0, 0), 'fold'),
    ],
    grain: [
      { x: halfNeck * 0.3, y: 1.4 },
      { x: halfNeck * 0.8, y: 1.2 },
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
