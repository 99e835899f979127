import type { Bilingual } from '../demo-shop-types.ts';
import { type Curve, pen, type Point, polylineLength } from './curve.ts';

/** The kind of allowance beyond an edge of the seam line. An edge on the fold of the fabric (`fold`) gets none. */
export type Allowance = 'seam' | 'hem' | 'none' | 'fold';

export interface Edge {
  curve: Curve;
  allowance: Allowance;
}

/** A line inside a piece that the buyer transfers to the fabric. */
export interface Marking {
  points: Point[];
  kind: 'fold' | 'placement' | 'dart' | 'stitch';
}

export type Cloth = 'main' | 'lining' | 'interfacing' | 'paper';

/** A pattern piece in one size, in cm. The edges run along the seam line around the piece. */
export interface Piece {
  key: string;
  name: Bilingual;
  cloth: Cloth;
  /** How often the piece is cut. A piece on the fold counts once for both halves. */
  count: number;
  onFold: boolean;
  edges: Edge[];
  grain: [Point, Point];
  notches: Point[];
  lines: Marking[];
  /** True for a plain rectangle, which buyers cut by its measurements instead of printing it. */
  measured: boolean;
}

/** The seam allowances in cm. */
export interface Seam {
  edge: number;
  hem: number;
}

export const edge = (curve: Curve, allowance: Allowance = 'seam'): Edge => ({ curve, allowance });

type PieceInput = Pick<Piece, 'key' | 'name' | 'edges'> & Partial<Piece>;

/** @returns a piece with defaults: two of the main fabric, the grain line in the middle */
export function piece(input: PieceInput): Piece {
  const edges = input.edges.filter((e) => polylineLength(e.curve.points(4)) > 0.01);
  const box = computeBounds(edges.flatMap((e) => e.curve.points(2)));
  const x = (box.left + box.right) / 2;
  const inset = Math.min(8, (box.bottom - box.top) * 0.2);
  return {
    cloth: 'main',
    count: 2,
    onFold: edges.some((e) => e.allowance === 'fold'),
    grain: [
      { x, y: box.top + inset },
      { x, y: box.bottom - inset },
    ],
    notches: [],
    lines: [],
    measured: false,
    ...input,
    edges,
  };
}

type Sides = Partial<Record<'top' | 'right' | 'bottom' | 'left', Allowance>>;

/** @returns a rectangular piece whose upper left corner is at (0, 0) */
export function rectangle(input: Omit<PieceInput, 'edges'> & { width: number; height: number; sides?: Sides }): Piece {
  const { width, height, sides = {}, ...rest } = input;
  return piece({
    ...rest,
    edges: [
      edge(pen(0, 0).line(width, 0), sides.top ?? 'seam'),
      edge(pen(width, 0).line(width, height), sides.right ?? 'seam'),
      edge(pen(width, height).line(0, height), sides.bottom ?? 'seam'),
      edge(pen(0, height).line(0, 0), sides.left ?? 'seam'),
    ],
  });
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function computeBounds(points: Point[]): Bounds {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** @returns the cutting instruction, for example "2× im Stoffbruch zuschneiden" */
export function cutText({ count, onFold, cloth }: Pick<Piece, 'count' | 'onFold' | 'cloth'>): Bilingual {
  const cloths: Record<Cloth, Bilingual> = {
    main: { de: '', en: '' },
    lining: { de: ', Futter', en: ', lining' },
    interfacing: { de: ', Einlage', en: ', interfacing' },
    paper: { de: ', Papier', en: ', paper' },
  };
  return {
    de: `${count}× ${onFold ? 'im Stoffbruch ' : ''}zuschneiden${cloths[cloth].de}`,
    en: `cut ${count} ${onFold ? 'on the fold' : ''}`.trim() + cloths[cloth].en,
  };
}
