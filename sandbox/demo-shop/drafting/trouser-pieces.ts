import { pocketBag } from './body-pieces.ts';
import { pen } from './curve.ts';
import type { TrouserDesign } from './designs.ts';
import { edge, type Marking, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

/**
 * A front or back leg in cm. The crease line is at x = 0, the waist at y = 0. The fields from `side` to `waistCentre` are x
 * coordinates; `rise` is the y coordinate of the waist at the centre seam.
 */
export interface LegShape {
  side: number;
  centre: number;
  fork: number;
  waistSide: number;
  waistCentre: number;
  rise: number;
  crotchY: number;
  kneeY: number;
  length: number;
  halfKnee: number;
  halfHem: number;
}

/** @returns the measurements of a front or back leg in cm */
export function legShape(design: TrouserDesign, size: Size, part: 'front' | 'back'): LegShape {
  const back = part === 'back';
  const hip = (size.hip + design.ease) / 4 + (back ? 0.8 : -0.8);
  const fork = back ? size.hip / 10 + 1 : size.hip / 20 + 0.4;
  const crotchY = size.rise + design.drop;
  const halfWidth = (hip + fork) / 2;
  const fitted = design.waist === 'band' || design.waist === 'jeans';
  const waist = fitted ? (size.waist + 2) / 4 + (back ? 2.4 : 1 + design.pleats * 3) : hip - 0.4;
  const centre = hip - halfWidth;
  const waistCentre = back ? centre - 2.2 : centre - 0.6;
  return {
    side: -halfWidth,
    centre,
    fork: halfWidth,
    waistSide: Math.min(-halfWidth + 2.5, waistCentre - waist),
    waistCentre,
    rise: back ? -2.4 : 0,
    crotchY,
    kneeY: crotchY + (design.length - crotchY) * 0.45,
    length: design.length,
    halfKnee: design.knee / 4 + (back ? 0.6 : -0.6),
    halfHem: design.hem / 4 + (back ? 0.6 : -0.6),
  };
}

/** @returns all pieces of a pair of trousers in one size */
export function trouserPieces(design: TrouserDesign, size: Size): Piece[] {
  const pieces = [leg(design, size, 'front'), leg(design, size, 'back')];
  if (design.waist === 'jeans') pieces.push(yoke(size), rectangle(backPocket), coinPocket());
  if (design.pockets === 'slant') pieces.push(slantPocket());
  if (design.pockets !== 'slant') pieces.push(pocketBag());
  if (design.fly) pieces.push(flyPiece());
  if (design.waist !== 'cut-on') pieces.push(waistband(design, size));
  if (design.waist === 'jeans') pieces.push(rectangle(beltLoops));
  return pieces;
}

const backPocket = {
  key: 'back-pocket',
  name: { de: 'Gesäßtasche', en: 'Back pocket' },
  width: 15,
  height: 16.5,
  sides: { top: 'hem' as const },
};
const beltLoops = {
  key: 'belt-loops',
  name: { de: 'Gürtelschlaufen', en: 'Belt loops' },
  count: 1,
  width: 3,
  height: 45,
};

function leg(design: TrouserDesign, size: Size, part: 'front' | 'back'): Piece {
  const s = legShape(design, size, part);
  const top = design.waist === 'cut-on' ? -7 : 0;
  const topEdge = pen(s.waistSide, top).line(s.waistSide, 0);
  const hipY = s.crotchY - 8;
  const waist = pen(s.waistSide, top).curve(
    s.waistSide + 6,
    top,
    s.waistCentre - 6,
    s.rise + top,
    s.waistCentre,
    s.rise + top,
  );
  const crotch = pen(s.waistCentre, s.rise + top)
    .line(s.centre, hipY)
    .curve(s.centre, s.crotchY - 2.5, s.centre + (s.fork - s.centre) * 0.35, s.crotchY, s.fork, s.crotchY);
  const inseam = pen(s.fork, s.crotchY)
    .curve(s.fork - 1.5, s.crotchY + 6, s.halfKnee, s.kneeY - 8, s.halfKnee, s.kneeY)
    .line(s.halfHem, s.length);
  const side = pen(-s.halfHem, s.length)
    .line(-s.halfKnee, s.kneeY)
    .curve(-s.halfKnee, s.kneeY - 12, s.side, s.crotchY + 6, s.side, hipY)
    .curve(s.side, hipY - 7, s.waistSide - 1.2, 6, s.waistSide, top === 0 ? 0 : 1);
  if (top !== 0) side.follow(topEdge.reversed());
  return piece({
    key: part,
    name: part === 'front' ? { de: 'Vorderhose', en: 'Trouser front' } : { de: 'Hinterhose', en: 'Trouser back' },
    edges: [
      edge(waist, top === 0 ? 'seam' : 'none'),
      edge(crotch),
      edge(inseam),
      edge(pen(s.halfHem, s.length).line(-s.halfHem, s.length), 'hem'),
      edge(side),
    ],
    grain: [
      { x: 0, y: s.crotchY - 4 },
      { x: 0, y: s.length - 8 },
    ],
    notches: [inseam.pointAt(0.4), side.pointAt(0.5), side.pointAt(0.88)],
    lines: legLines(design, s, part, top),
  });
}

function legLines(design: TrouserDesign, s: LegShape, part: 'front' | 'back', top: number): Marking[] {
  const lines: Marking[] = [];
  if (top !== 0)
    lines.push({
      kind: 'fold',
      points: [
        { x: s.waistSide, y: top / 2 },
        { x: s.waistCentre, y: top / 2 },
      ],
    });
  if (design.waist === 'elastic') {
    lines.push({
      kind: 'placement',
      points: [
        { x: s.side + 0.5, y: s.crotchY },
        { x: s.fork, y: s.crotchY },
      ],
    });
  }
  if (part === 'front' && design.pockets === 'slant') {
    lines.push({
      kind: 'placement',
      points: [
        { x: s.waistSide + 4.5, y: 0 },
        { x: s.side + 0.4, y: 16 },
      ],
    });
  }
  if (part === 'front' && design.waist === 'jeans') {
    const scoop = pen(s.waistSide + 10, 0).curve(s.waistSide + 9, 5, s.waistSide + 5, 7, s.waistSide - 0.8, 8);
    lines.push({ kind: 'placement', points: scoop.points() });
  }
  const pleats = part === 'front' ? design.pleats : 0;
  for (let i = 0; i < pleats; i += 1) {
    for (const x of [i * 4.5, i * 4.5 - 2.5]) {
      lines.push({
        kind: x % 4.5 === 0 ? 'fold' : 'placement',
        points: [
          { x: -x, y: 0 },
          { x: -x, y: 7 },
        ],
      });
    }
  }
  if (part === 'back' && design.waist === 'band') {
    const x = (s.waistSide + s.waistCentre) / 2;
    lines.push({
      kind: 'dart',
      points: [
        { x: x - 1.3, y: -1 },
        { x, y: 10 },
        { x: x + 1.3, y: -1.2 },
      ],
    });
  }
  return lines;
}

function yoke(size: Size): Piece {
  const width = size.hip / 4 - 1;
  return piece({
    key: 'yoke',
    name: { de: 'Sattel', en: 'Yoke' },
    edges: [
      edge(pen(0, 0).curve(width * 0.3, -1.4, width * 0.7, -1.8, width - 1, -2)),
      edge(pen(width - 1, -2).line(width, 6)),
      edge(pen(width, 6).curve(width * 0.7, 5, width * 0.3, 4.2, 0.6, 3.6)),
      edge(pen(0.6, 3.6).line(0, 0)),
    ],
    grain: [
      { x: 5, y: 1.4 },
      { x: width - 5, y: 1.8 },
    ],
  });
}

function coinPocket(): Piece {
  const name = { de: 'Münztasche', en: 'Coin pocket' };
  return rectangle({ key: 'coin-pocket', name, count: 1, width: 9, height: 10, sides: { top: 'hem' } });
}

function slantPocket(): Piece {
  return piece({
    key: 'pocket-bag',
    name: { de: 'Taschenbeutel', en: 'Pocket bag' },
    count: 4,
    edges: [
      edge(pen(0, 0).line(13, 0)),
      edge(pen(13, 0).line(13, 22).curve(13, 27, 9, 29, 4, 28).curve(0, 27, -2, 24, -2, 20)),
      edge(pen(-2, 20).curve(-2, 12, -0.8, 6, 0, 0)),
    ],
  });
}

function flyPiece(): Piece {
  return piece({
    key: 'fly',
    name: { de: 'Schlitzbeleg', en: 'Fly facing' },
    count: 3,
    edges: [
      edge(pen(0, 0).line(5, 0)),
      edge(pen(5, 0).line(5, 12).curve(5, 16, 3, 18, 0, 19)),
      edge(pen(0, 19).line(0, 0)),
    ],
  });
}

function waistband(design: TrouserDesign, size: Size): Piece {
  const halfLength = design.waist === 'elastic' ? (size.hip + design.ease) / 2 : (size.waist + 6) / 2;
  return rectangle({
    key: 'waistband',
    name: { de: 'Bund', en: 'Waistband' },
    count: design.waist === 'elastic' ? 1 : 2,
    width: halfLength,
    height: design.waist === 'elastic' ? 9 : 8,
    sides: design.waist === 'elastic' ? { left: 'fold' } : {},
  });
}
