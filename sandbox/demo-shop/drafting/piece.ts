import type { Bilingual } from '../demo-shop-types.ts';
import { type Curve, pen, type Point, polylineLength } from './curve.ts';

/** The fabric beyond a seam line. */
export type Allowance = 'seam' | 'hem' | 'none' | 'fold';

export interface Edge {
  curve: Curve;
  allowance: Allowance;
}

export interface MarkLine {
  points: Point[];
  kind: 'fold' | 'placement' | 'dart' | 'stitch';
}

export type Cloth = 'main' | 'lining' | 'interfacing' | 'paper';

/** One pattern piece in one size. The edges run around the piece along the seam line; lengths in cm. */
export interface Piece {
  key: string;
  name: Bilingual;
  cloth: Cloth;
  /** How many times the piece (or, on the fold, the doubled piece) is cut. */
  count: number;
  onFold: boolean;
  edges: Edge[];
  grain: [Point, Point];
  notches: Point[];
  lines: MarkLine[];
  /** A plain rectangle that buyers cut by its measurements instead of printing it. */
  measured: boolean;
}

export interface Seam {
  edge: number;
  hem: number;
}

export const edge = (curve: Curve, allowance: Allowance = 'seam'): Edge => ({ curve, allowance });

type Given = Pick<Piece, 'key' | 'name' | 'edges'> & Partial<Piece>;

/** A piece with its usual defaults: two of the main fabric, grain line down the middle. */
export function piece(given: Given): Piece {
  const edges = given.edges.filter((e) => polylineLength(e.curve.points(4)) > 0.01);
  const box = boundsOf(edges.flatMap((e) => e.curve.points(2)));
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
    ...given,
    edges,
  };
}

type Sides = Partial<Record<'top' | 'right' | 'bottom' | 'left', Allowance>>;

/** A rectangular piece with its upper left corner at (0, 0). */
export function rectangle(given: Omit<Given, 'edges'> & { width: number; height: number; sides?: Sides }): Piece {
  const { width, height, sides = {}, ...rest } = given;
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

export function boundsOf(points: Point[]): Bounds {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** The cutting instruction, e.g. „2× im Stoffbruch zuschneiden“. */
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
