import { type Curve, ellipse, pen, type Point } from './curve.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

const quarterAngle = (radius: number, length: number) => length / radius;

/** @returns an arc around (0, 0) with this radius that starts at the bottom. `angle`: in radians, at most a quarter turn */
function arc(radius: number, angle: number): Curve {
  const k = (4 / 3) * Math.tan(angle / 4) * radius;
  const end: Point = { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
  return pen(0, radius).curve(k, radius, end.x - k * Math.cos(angle), end.y + k * Math.sin(angle), end.x, end.y);
}

/** @returns half of a ring segment on the fold, which becomes the side of a cone */
function cone(label: Pick<Piece, 'key' | 'name' | 'count'>, inner: number, outer: number, angle: number): Piece {
  const [top, bottom] = [arc(inner, angle), arc(outer, angle)];
  return piece({
    ...label,
    edges: [
      edge(top),
      edge(pen(top.end.x, top.end.y).line(bottom.end.x, bottom.end.y)),
      edge(bottom.reversed()),
      edge(pen(0, outer).line(0, inner), 'fold'),
    ],
    grain: [
      { x: 1.2, y: inner + 1.2 },
      { x: 1.2, y: outer - 1.2 },
    ],
    notches: [top.pointAt(0.5), bottom.pointAt(0.5)],
  });
}

export function hatPieces({ head }: Size): Piece[] {
  const girth = head + 1.5;
  const tip = girth - 5;
  const [rx, ry] = [tip / (2 * Math.PI) + 0.9, tip / (2 * Math.PI) - 0.9];
  const side = 9;
  // The side band is a cone: its lower edge (at the head) is longer than its upper edge (at the tip).
  const bandAngle = (girth / 4 - tip / 4) / side;
  const brim = 6;
  const brimAngle = (girth * 1.32 - girth) / 4 / brim;
  return [
    piece({
      key: 'tip',
      name: { de: 'Deckplatte', en: 'Tip' },
      edges: [edge(ellipse(rx, ry, rx, ry))],
      grain: [
        { x: 3, y: ry },
        { x: rx * 2 - 3, y: ry },
      ],
      notches: [
        { x: rx, y: 0 },
        { x: rx, y: ry * 2 },
      ],
    }),
    cone(
      { key: 'side', name: { de: 'Kopfband', en: 'Side band' }, count: 4 },
      tip / 4 / bandAngle,
      tip / 4 / bandAngle + side,
      bandAngle,
    ),
    cone(
      { key: 'brim', name: { de: 'Krempe', en: 'Brim' }, count: 4 },
      girth / 4 / brimAngle,
      girth / 4 / brimAngle + brim,
      quarterAngle(girth / 4 / brimAngle, girth / 4),
    ),
  ];
}

export function headbandPieces({ head }: Size): Piece[] {
  const halfLength = (head - 14) / 2;
  return [
    piece({
      key: 'band',
      name: { de: 'Haarband', en: 'Headband' },
      edges: [
        edge(pen(0, 0).curve(halfLength * 0.5, 0, halfLength * 0.7, 1.6, halfLength, 2.4)),
        edge(pen(halfLength, 2.4).line(halfLength, 7.6)),
        edge(pen(halfLength, 7.6).curve(halfLength * 0.7, 8.4, halfLength * 0.5, 10, 0, 10)),
        edge(pen(0, 10).line(0, 0), 'fold'),
      ],
      grain: [
        { x: 4, y: 5 },
        { x: halfLength - 4, y: 5 },
      ],
    }),
    rectangle({ key: 'casing', name: { de: 'Gummitunnel', en: 'Elastic casing' }, count: 1, width: 6.5, height: 22 }),
    rectangle({ key: 'scrunchie', name: { de: 'Scrunchie', en: 'Scrunchie' }, count: 1, width: 9, height: 50 }),
  ];
}
