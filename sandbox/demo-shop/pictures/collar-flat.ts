import type { BodyShape } from '../drafting/body-shape.ts';
import { type Curve, pen } from '../drafting/curve.ts';
import type { BodyDesign } from '../drafting/designs.ts';
import { type Sketch, whole } from './sketch.ts';

/** Draws collar, neckband or binding from the front or the back. */
export function drawNeck(sketch: Sketch, design: BodyDesign, shape: BodyShape, view: 'front' | 'back'): void {
  if (design.collar && view === 'front') return frontCollar(sketch, design, shape);
  if (design.collar) return backCollar(sketch, design, shape);
  if (design.neckband > 0) return neckband(sketch, design, shape);
  if (design.opening === 'wrap' && view === 'front') return;
  const inner = shape.neck.mapped((p) => ({ x: p.x * 1.04 + 0.5 * (p.x / (shape.neck.end.x || 1)), y: p.y + 0.9 }));
  sketch.both(inner, (side) => sketch.stitch(side));
}

function frontCollar(sketch: Sketch, design: BodyDesign, { neck }: BodyShape): void {
  const [n, d] = [neck.end.x, neck.start.y];
  const long = design.collar === 'turn-down' ? 6 : 4.4;
  const top = { x: n * 0.92, y: -2 };
  const rim = pen(0, -3.6).curve(n * 0.5, -3.6, n * 0.82, -3, top.x, top.y);
  const fold = pen(top.x, top.y).curve(n * 0.78, d * 0.35, n * 0.4, d * 0.75, 0, d - 0.4);
  sketch.inside(whole(rim.clone().follow(fold)));
  const stand = pen(0, -0.4).curve(n * 0.45, -0.4, n * 0.7, -0.8, n * 0.84, -1);
  sketch.both(stand, (side) => sketch.line(side, 1.3));
  const leaf = pen(0.2, d - 0.4)
    .line(n * 0.72, d + long)
    .curve(n + 1.2, d * 0.7, n + 2.2, 2, n + 1.8, 0.6)
    .curve(n + 1.5, -0.8, n + 0.4, -1.8, top.x, top.y)
    .curve(n * 0.78, d * 0.35, n * 0.4, d * 0.75, 0.2, d - 0.4);
  sketch.both(leaf, (side) => sketch.area(side));
  const seam = pen(1, d + 0.2)
    .line(n * 0.7, d + long - 1)
    .curve(n + 0.5, d * 0.7, n + 1.4, 2, n + 1.1, 0.8);
  sketch.both(seam, (side) => sketch.stitch(side));
}

function backCollar(sketch: Sketch, design: BodyDesign, { neck }: BodyShape): void {
  const n = neck.end.x;
  const deep = design.collar === 'turn-down' ? 4.6 : 3;
  const collar = pen(0, -2.6)
    .curve(n * 0.5, -2.6, n * 0.8, -2.4, n * 0.92, -1.8)
    .curve(n + 1.2, -1, n + 1.9, 0.2, n + 2, 1.4)
    .curve(n, deep * 0.8, n * 0.5, deep + 0.4, 0, deep + 0.4);
  sketch.area(whole(collar));
  sketch.both(pen(n + 1.2, 1).curve(n * 0.8, deep * 0.6, n * 0.4, deep - 0.3, 0, deep - 0.3), (side) =>
    sketch.stitch(side),
  );
}

/** @returns a curve from the mirrored half across the centre to this half */
const across = (half: Curve) => half.mirrored().reversed().follow(half);

/** Draws the band around a neckline; from the front, the inside of its back half is visible. */
export function neckband(sketch: Sketch, design: BodyDesign, { neck }: BodyShape, inside = false): void {
  const by = design.neckband;
  const n = neck.end.x;
  const d = neck.start.y;
  const inner = pen(0, d - by).curve(n * 0.5, d - by, (n - by) * 0.98, (d - by) * 0.55, n - by * 0.85, -by * 0.45);
  const band = across(neck).follow(across(inner).reversed());
  if (inside) {
    sketch.inside(band, 1.5);
    return;
  }
  sketch.area(band, sketch.cloth, 1.9).shade(band, 0.08);
  const seam = neck.mapped((p) => ({ x: p.x * 1.03 + 0.2, y: p.y + 0.6 }));
  sketch.both(seam, (side) => sketch.stitch(side));
}
