import { bodyShape, type BodyShape } from './body-shape.ts';
import { collarPieces } from './collar-pieces.ts';
import { type Curve, pen, type Point } from './curve.ts';
import type { BodyDesign } from './designs.ts';
import { edge, type Edge, type Marking, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';
import { skirtPieces } from './skirt-pieces.ts';
import { sleevePieces } from './sleeve-pieces.ts';

/** @returns all pieces of an upper-body garment or dress in one size */
export function bodyPieces(design: BodyDesign, size: Size): Piece[] {
  const front = bodyShape(design, size, 'front');
  const back = bodyShape(design, size, 'back');
  const pieces = [frontPiece(design, front), backPiece(design, back)];
  if (design.yoke > 0) pieces.push(yokePiece(design, back));
  if (design.sleeve) pieces.push(...sleevePieces(design, design.sleeve, front, back, size));
  pieces.push(...collarPieces(design, front, back));
  pieces.push(...pocketPieces(design));
  if (design.rib > 0) pieces.push(ribPiece(design, front));
  if (design.skirt) {
    const waist = 2 * (front.low.x + back.low.x);
    pieces.push(...skirtPieces(design.skirt, { ...size, waist }, { band: 0, wrap: design.opening === 'wrap' }));
  }
  if (design.bib) pieces.push(strapPiece());
  if (design.belt || design.opening === 'wrap') pieces.push(tiePiece(design));
  return pieces;
}

const lowerAllowance = (design: BodyDesign) => (design.skirt || design.rib > 0 ? 'seam' : 'hem');

function frontPiece(design: BodyDesign, shape: BodyShape): Piece {
  const name = { de: 'Vorderteil', en: 'Front' };
  if (design.bib) return bibPiece('front', name, design, shape);
  const upper = [edge(shape.neck), edge(shape.shoulder), edge(shape.armhole), edge(shape.side)];
  const notches = [shape.armhole.pointAt(0.6), shape.side.pointAt(0.5)];
  if (design.opening === 'wrap') {
    const edgeX = shape.neck.start.x;
    const closingEdge = pen(edgeX, shape.hemY).line(edgeX, shape.waistY);
    const edges = [...upper, edge(extendHem(shape, edgeX), lowerAllowance(design)), edge(closingEdge, 'seam')];
    return piece({ key: 'front', name, edges, notches, lines: centreLine(shape) });
  }
  if (design.opening === 'buttons' || design.opening === 'open') {
    const edgeX = design.opening === 'buttons' ? -5.5 : 0;
    const top = pen(edgeX, shape.neck.start.y).line(0, shape.neck.start.y).follow(shape.neck);
    const closingEdge = pen(edgeX, shape.hemY).line(edgeX, shape.neck.start.y);
    const edges = [
      edge(top),
      ...upper.slice(1),
      edge(extendHem(shape, edgeX), lowerAllowance(design)),
      edge(closingEdge, 'seam'),
    ];
    const lines =
      design.opening === 'buttons' ? [...centreLine(shape), foldLineAt(-1.5, shape), foldLineAt(-3.5, shape)] : [];
    return piece({ key: 'front', name, edges, notches, lines: [...lines, ...darts(design, shape, 'front')] });
  }
  const fold = pen(0, shape.hemY).line(0, shape.neck.start.y);
  const edges = [...upper, edge(shape.hem, lowerAllowance(design)), edge(fold, 'fold')];
  return piece({
    key: 'front',
    name,
    count: 1,
    edges,
    notches,
    lines: [...darts(design, shape, 'front'), ...croppedLength(design, shape)],
  });
}

function backPiece(design: BodyDesign, shape: BodyShape): Piece {
  const name = { de: 'Rückenteil', en: 'Back' };
  if (design.bib) return bibPiece('back', name, design, shape);
  const split = design.opening.startsWith('back');
  const notches = [shape.armhole.pointAt(0.55), shape.armhole.pointAt(0.58), shape.side.pointAt(0.5)];
  const bottom = edge(shape.hem, lowerAllowance(design));
  if (design.yoke > 0) {
    const seam = pen(0, design.yoke + 4).line(yokeEnd(design, shape).x, yokeEnd(design, shape).y);
    const below = lowerArmhole(design, shape);
    const fold = pen(0, shape.hemY).line(0, design.yoke + 4);
    const edges = [edge(seam), edge(below), edge(shape.side), bottom, edge(fold, 'fold')];
    return piece({ key: 'back', name, count: 1, edges, notches: notches.slice(2) });
  }
  const closingEdge = pen(0, shape.hemY).line(0, shape.neck.start.y);
  const edges: Edge[] = [edge(shape.neck), edge(shape.shoulder), edge(shape.armhole), edge(shape.side), bottom];
  edges.push(edge(closingEdge, split ? 'hem' : 'fold'));
  return piece({
    key: 'back',
    name,
    count: split ? 2 : 1,
    edges,
    notches,
    lines: [...darts(design, shape, 'back'), ...croppedLength(design, shape)],
  });
}

function yokeEnd(design: BodyDesign, shape: BodyShape): Point {
  return shape.armhole.points(0.3).find((p) => p.y >= design.yoke + 4) ?? shape.underarm;
}

function lowerArmhole(design: BodyDesign, shape: BodyShape): Curve {
  const points = shape.armhole.points(0.3).filter((p) => p.y >= design.yoke + 4);
  const curve = pen(points[0]!.x, points[0]!.y);
  for (const p of points.slice(1)) curve.line(p.x, p.y);
  return curve;
}

function yokePiece(design: BodyDesign, shape: BodyShape): Piece {
  const end = yokeEnd(design, shape);
  const side = pen(shape.tip.x, shape.tip.y);
  for (const p of shape.armhole.points(0.3).filter((q) => q.y < end.y)) side.line(p.x, p.y);
  return piece({
    key: 'yoke',
    name: { de: 'Passe', en: 'Yoke' },
    edges: [
      edge(shape.neck),
      edge(shape.shoulder),
      edge(side.line(end.x, end.y)),
      edge(pen(end.x, end.y).line(0, design.yoke + 4)),
      edge(pen(0, design.yoke + 4).line(0, shape.neck.start.y), 'fold'),
    ],
  });
}

/** @returns the upper part of a pinafore, which is straight across the chest and hollowed under the arm */
function bibPiece(key: string, name: Piece['name'], design: BodyDesign, shape: BodyShape): Piece {
  const top = shape.underarm.y - 6;
  const halfTop = 12;
  const armhole = pen(halfTop, top).curve(
    halfTop + 1,
    top + 5,
    shape.underarm.x - 6,
    shape.underarm.y + 4,
    shape.underarm.x,
    shape.underarm.y + 5,
  );
  const side = pen(shape.underarm.x, shape.underarm.y + 5).curve(
    shape.underarm.x - 1,
    shape.waistY - 4,
    shape.low.x,
    shape.low.y - 6,
    shape.low.x,
    shape.low.y,
  );
  const edges = [
    edge(pen(0, top).line(halfTop, top)),
    edge(armhole),
    edge(side),
    edge(shape.hem, lowerAllowance(design)),
    edge(pen(0, shape.hemY).line(0, top), 'fold'),
  ];
  return piece({ key, name, edges, notches: [side.pointAt(0.5)] });
}

function extendHem(shape: BodyShape, to: number): Curve {
  return shape.hem.clone().line(to, shape.hemY);
}

function centreLine(shape: BodyShape): Marking[] {
  return [
    {
      kind: 'placement',
      points: [
        { x: 0, y: Math.max(shape.neck.start.y, 12) },
        { x: 0, y: shape.hemY },
      ],
    },
  ];
}

function foldLineAt(x: number, shape: BodyShape): Marking {
  return {
    kind: 'fold',
    points: [
      { x, y: shape.neck.start.y },
      { x, y: shape.hemY },
    ],
  };
}

/** @returns the line along which a plain top is cut for its cropped version */
function croppedLength(design: BodyDesign, shape: BodyShape): Marking[] {
  if (design.sleeve || design.skirt || design.darts) return [];
  const y = shape.hemY - 10;
  return [
    {
      kind: 'placement',
      points: [
        { x: 0, y },
        { x: shape.low.x - 0.5, y: y - 0.6 },
      ],
    },
  ];
}

function darts(design: BodyDesign, shape: BodyShape, part: 'front' | 'back'): Marking[] {
  if (!design.darts) return [];
  const x = shape.underarm.x * 0.43;
  const [top, bottom] = [shape.underarm.y + (part === 'front' ? 5 : 0), Math.min(shape.hemY - 4, shape.waistY + 13)];
  const waist = [
    { x, y: top },
    { x: x + 1.5, y: shape.waistY },
    { x, y: bottom },
    { x: x - 1.5, y: shape.waistY },
    { x, y: top },
  ];
  const point = { x: x + 2, y: shape.underarm.y + 4 };
  const bust = [shape.side.pointAt(0.08), point, shape.side.pointAt(0.13)];
  return part === 'front'
    ? [
        { kind: 'dart', points: waist },
        { kind: 'dart', points: bust },
      ]
    : [{ kind: 'dart', points: waist }];
}

function pocketPieces(design: BodyDesign): Piece[] {
  const pieces: Piece[] = [];
  const addPocket = (width: number, height: number, key: string, name: Piece['name'], count: number) =>
    pieces.push(rectangle({ key, name, count, width, height, sides: { top: 'hem' } }));
  if (design.pockets.includes('patch')) addPocket(16, 18, 'pocket', { de: 'Tasche', en: 'Pocket' }, 2);
  if (design.pockets.includes('chest')) addPocket(11, 13, 'chest-pocket', { de: 'Brusttasche', en: 'Chest pocket' }, 1);
  if (design.pockets.includes('seam')) pieces.push(pocketBag());
  return pieces;
}

/** @returns the bag of a pocket in the side seam */
export function pocketBag(): Piece {
  return piece({
    key: 'pocket-bag',
    name: { de: 'Taschenbeutel', en: 'Pocket bag' },
    count: 4,
    edges: [
      edge(
        pen(0, 0).line(5, 0).curve(14, 1, 17, 8, 16, 18).curve(15.5, 25, 10, 28, 5, 26).curve(2, 24.5, 0.5, 21, 0, 17),
      ),
      edge(pen(0, 17).line(0, 0)),
    ],
    notches: [
      { x: 0, y: 2 },
      { x: 0, y: 16 },
    ],
  });
}

function ribPiece(design: BodyDesign, shape: BodyShape): Piece {
  return rectangle({
    key: 'hem-rib',
    name: { de: 'Saumbündchen', en: 'Hem ribbing' },
    count: 1,
    width: shape.low.x * 2 * 0.8,
    height: design.rib * 2,
    sides: { left: 'fold' },
  });
}

function strapPiece(): Piece {
  return rectangle({
    key: 'strap',
    name: { de: 'Träger', en: 'Strap' },
    count: 4,
    width: 5,
    height: 62,
    measured: true,
  });
}

function tiePiece(design: BodyDesign): Piece {
  const name = design.belt ? { de: 'Bindegürtel', en: 'Tie belt' } : { de: 'Bindeband', en: 'Tie' };
  return rectangle({ key: 'tie', name, count: 2, width: 6, height: 88, measured: true });
}
