import type { Point } from './curve.ts';
import type { Allowance, Piece, Seam } from './piece.ts';

const width = (allowance: Allowance, seam: Seam) =>
  allowance === 'seam' ? seam.edge : allowance === 'hem' ? seam.hem : 0;

/** The seam line of a piece as one closed polyline (the first point is not repeated). */
export function seamLine(piece: Piece): Point[] {
  return piece.edges.flatMap((edge) => edge.curve.points().slice(0, -1));
}

/** The line to cut along: every edge pushed outwards by its allowance, corners extended until they meet. */
export function cutLine(piece: Piece, seam: Seam): Point[] {
  const outward = signedArea(seamLine(piece)) > 0 ? 1 : -1;
  const sides = piece.edges.map((edge) => ({
    by: width(edge.allowance, seam),
    points: unlooped(edge.curve.points(), pushed(edge.curve.points(), width(edge.allowance, seam) * outward)),
  }));
  for (let i = 0; i < sides.length; i += 1) join(sides[i]!, sides[(i + 1) % sides.length]!);
  return sides.flatMap((side) => side.points);
}

/** Twice the enclosed area; positive when the points run clockwise as seen on paper. */
function signedArea(points: Point[]): number {
  let sum = 0;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!;
    sum += p.x * q.y - q.x * p.y;
  });
  return sum;
}

function normal(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
}

function pushed(points: Point[], by: number): Point[] {
  return points.map((p, i) => {
    const before = i > 0 ? normal(points[i - 1]!, p) : null;
    const after = i < points.length - 1 ? normal(p, points[i + 1]!) : null;
    const n = before && after ? { x: before.x + after.x, y: before.y + after.y } : (before ?? after ?? { x: 0, y: 0 });
    const size = n.x * n.x + n.y * n.y;
    // The sum of two unit normals shrinks as the corner sharpens; dividing by half its square restores the distance.
    const scale = before && after ? Math.min(2, 2 / Math.max(size, 0.001)) : 1;
    return { x: p.x + n.x * scale * by, y: p.y + n.y * scale * by };
  });
}

/** In a notch tighter than the allowance the pushed line runs backwards for a stretch; that stretch is cut out. */
function unlooped(from: Point[], pushedPoints: Point[]): Point[] {
  const backwards = (i: number) => {
    const [a, b, p, q] = [from[i]!, from[i + 1]!, pushedPoints[i]!, pushedPoints[i + 1]!];
    return (b.x - a.x) * (q.x - p.x) + (b.y - a.y) * (q.y - p.y) < 0;
  };
  const first = from.slice(0, -1).findIndex((_, i) => backwards(i));
  if (first < 0) return pushedPoints;
  for (let i = Math.max(0, first - 12); i <= first; i += 1) {
    for (let k = Math.min(pushedPoints.length - 2, first + 14); k > first; k -= 1) {
      const meet = between(pushedPoints[i]!, pushedPoints[i + 1]!, pushedPoints[k]!, pushedPoints[k + 1]!);
      if (meet) return [...pushedPoints.slice(0, i + 1), meet, ...pushedPoints.slice(k + 1)];
    }
  }
  return pushedPoints;
}

const on = (a: Point, b: Point, m: Point) => (m.x - a.x) * (m.x - b.x) + (m.y - a.y) * (m.y - b.y) <= 0;

/** Where the segments pq and rs cross; null when they do not. */
function between(p: Point, q: Point, r: Point, s: Point): Point | null {
  const meet = crossing(p, q, r, s);
  return meet && on(p, q, meet) && on(r, s, meet) ? meet : null;
}

interface Side {
  by: number;
  points: Point[];
}

function join(a: Side, b: Side): void {
  const [p, q] = [a.points.at(-2)!, a.points.at(-1)!];
  const [r, s] = [b.points[0]!, b.points[1]!];
  const meet = crossing(p, q, r, s);
  const limit = 3 * Math.max(a.by, b.by, 0.1);
  if (!meet || Math.hypot(meet.x - q.x, meet.y - q.y) > limit || Math.hypot(meet.x - r.x, meet.y - r.y) > limit) return;
  a.points[a.points.length - 1] = meet;
  b.points[0] = meet;
}

/** Where the lines through pq and rs cross; null when they are nearly parallel. */
function crossing(p: Point, q: Point, r: Point, s: Point): Point | null {
  const [ux, uy, vx, vy] = [q.x - p.x, q.y - p.y, s.x - r.x, s.y - r.y];
  const det = ux * vy - uy * vx;
  if (Math.abs(det) <= 1e-3 * Math.hypot(ux, uy) * Math.hypot(vx, vy)) return null;
  const t = ((r.x - p.x) * vy - (r.y - p.y) * vx) / det;
  return { x: p.x + ux * t, y: p.y + uy * t };
}
