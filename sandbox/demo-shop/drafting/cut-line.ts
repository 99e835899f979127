import type { Point } from './curve.ts';
import type { Allowance, Piece, Seam } from './piece.ts';

const allowanceWidth = (allowance: Allowance, seam: Seam) =>
  allowance === 'seam' ? seam.edge : allowance === 'hem' ? seam.hem : 0;

/** @returns the seam line of a piece as a closed polyline; the first point is not repeated at the end */
export function seamLine(piece: Piece): Point[] {
  return piece.edges.flatMap((edge) => edge.curve.points().slice(0, -1));
}

/** @returns the line to cut along: each edge is moved outwards by its allowance, and edges are extended until they meet */
export function cutLine(piece: Piece, seam: Seam): Point[] {
  const outward = doubleSignedArea(seamLine(piece)) > 0 ? 1 : -1;
  const sides = piece.edges.map((edge) => ({
    allowance: allowanceWidth(edge.allowance, seam),
    points: withoutLoop(
      edge.curve.points(),
      moveOutwards(edge.curve.points(), allowanceWidth(edge.allowance, seam) * outward),
    ),
  }));
  for (let i = 0; i < sides.length; i += 1) joinCorner(sides[i]!, sides[(i + 1) % sides.length]!);
  return sides.flatMap((side) => side.points);
}

/** @returns twice the enclosed area; positive when the points run clockwise on paper */
function doubleSignedArea(points: Point[]): number {
  let sum = 0;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!;
    sum += p.x * q.y - q.x * p.y;
  });
  return sum;
}

function unitNormal(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
}

function moveOutwards(points: Point[], by: number): Point[] {
  return points.map((p, i) => {
    const before = i > 0 ? unitNormal(points[i - 1]!, p) : null;
    const after = i < points.length - 1 ? unitNormal(p, points[i + 1]!) : null;
    const n = before && after ? { x: before.x + after.x, y: before.y + after.y } : (before ?? after ?? { x: 0, y: 0 });
    const size = n.x * n.x + n.y * n.y;
    // The sum of two unit normals is shorter in a sharper corner. Dividing by half its squared length restores the distance.
    const scale = before && after ? Math.min(2, 2 / Math.max(size, 0.001)) : 1;
    return { x: p.x + n.x * scale * by, y: p.y + n.y * scale * by };
  });
}

/** Removes the backward loop that the moved line forms in an inward corner narrower than the allowance. */
function withoutLoop(from: Point[], moved: Point[]): Point[] {
  const backwards = (i: number) => {
    const [a, b, p, q] = [from[i]!, from[i + 1]!, moved[i]!, moved[i + 1]!];
    return (b.x - a.x) * (q.x - p.x) + (b.y - a.y) * (q.y - p.y) < 0;
  };
  const first = from.slice(0, -1).findIndex((_, i) => backwards(i));
  if (first < 0) return moved;
  for (let i = Math.max(0, first - 12); i <= first; i += 1) {
    for (let k = Math.min(moved.length - 2, first + 14); k > first; k -= 1) {
      const meet = intersectSegments(moved[i]!, moved[i + 1]!, moved[k]!, moved[k + 1]!);
      if (meet) return [...moved.slice(0, i + 1), meet, ...moved.slice(k + 1)];
    }
  }
  return moved;
}

const isWithin = (a: Point, b: Point, m: Point) => (m.x - a.x) * (m.x - b.x) + (m.y - a.y) * (m.y - b.y) <= 0;

/** @returns the point where the segments pq and rs intersect, or null */
function intersectSegments(p: Point, q: Point, r: Point, s: Point): Point | null {
  const meet = intersectLines(p, q, r, s);
  return meet && isWithin(p, q, meet) && isWithin(r, s, meet) ? meet : null;
}

interface Side {
  allowance: number;
  points: Point[];
}

function joinCorner(a: Side, b: Side): void {
  const [p, q] = [a.points.at(-2)!, a.points.at(-1)!];
  const [r, s] = [b.points[0]!, b.points[1]!];
  const meet = intersectLines(p, q, r, s);
  const limit = 3 * Math.max(a.allowance, b.allowance, 0.1);
  if (!meet || Math.hypot(meet.x - q.x, meet.y - q.y) > limit || Math.hypot(meet.x - r.x, meet.y - r.y) > limit) return;
  a.points[a.points.length - 1] = meet;
  b.points[0] = meet;
}

/** @returns the point where the lines through pq and rs intersect; null when they are nearly parallel */
function intersectLines(p: Point, q: Point, r: Point, s: Point): Point | null {
  const [ux, uy, vx, vy] = [q.x - p.x, q.y - p.y, s.x - r.x, s.y - r.y];
  const det = ux * vy - uy * vx;
  if (Math.abs(det) <= 1e-3 * Math.hypot(ux, uy) * Math.hypot(vx, vy)) return null;
  const t = ((r.x - p.x) * vy - (r.y - p.y) * vx) / det;
  return { x: p.x + ux * t, y: p.y + uy * t };
}
