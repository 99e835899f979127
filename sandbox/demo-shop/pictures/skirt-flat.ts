import { type Curve, pen, type Point, smooth } from '../drafting/curve.ts';
import type { SkirtDesign } from '../drafting/designs.ts';
import { type Sketch, whole, pseudoRandom } from './sketch.ts';

interface UpperEdge {
  /** Half the width of the upper edge. */
  halfTop: number;
  /** The y coordinate of the upper edge. */
  y: number;
  /** Half the width at the hip. */
  halfHip: number;
  /** The factor for the lengths of a design. */
  ratio: number;
}

/** Draws a skirt below its upper edge. @returns the y coordinate of the hem */
export function drawSkirt(sketch: Sketch, skirt: SkirtDesign, upper: UpperEdge, view: 'front' | 'back'): number {
  const length = skirt.length * upper.ratio;
  if (skirt.kind === 'tiered') return tiered(sketch, upper, length, skirt.fullness);
  if (skirt.kind === 'pleated') return pleated(sketch, upper, length);
  if (skirt.kind === 'kilt') return kilt(sketch, upper, length, view);
  const spread: Record<string, number> = {
    gathered: upper.halfTop * (1 + (skirt.fullness - 1) * 0.75) + length * 0.08,
    'half-circle': upper.halfTop + length * 0.5,
    'a-line': Math.max(upper.halfHip, upper.halfTop) + skirt.fullness * 0.95,
    pencil: upper.halfHip - 1,
  };
  const hem = spread[skirt.kind]!;
  const waves = skirt.kind === 'a-line' ? 2 : skirt.kind === 'pencil' ? 0 : 5;
  const side = sideOf(skirt, upper, hem, length);
  panel(sketch, side, hem, upper.y + length, waves, skirt.kind === 'half-circle' ? 1.5 : 0.9, upper);
  if (skirt.kind === 'gathered') {
    sketch.gathers(pen(upper.halfTop, upper.y).line(-upper.halfTop, upper.y), -7, 1.15);
  }
  if (skirt.pockets === 'seam') {
    const [a, b] = [side.pointAt(0.14), side.pointAt(0.36)];
    sketch.both(pen(a.x, a.y).curve(a.x - 1.6, a.y + 4, b.x - 1.8, b.y - 4, b.x, b.y), (s) => sketch.line(s, 1.3));
  }
  if (skirt.pockets === 'patch' && view === 'front') patches(sketch, upper);
  return upper.y + length;
}

function sideOf(skirt: SkirtDesign, { halfTop: top, y, halfHip: hip }: UpperEdge, hem: number, length: number): Curve {
  if (skirt.kind === 'gathered')
    return pen(top, y).curve(
      top + (hem - top) * 0.42,
      y + 5,
      hem - (hem - top) * 0.32,
      y + length * 0.4,
      hem,
      y + length,
    );
  if (skirt.kind === 'half-circle')
    return pen(top, y).curve(top + 4, y + length * 0.2, hem - 6, y + length * 0.7, hem, y + length * 0.97);
  const wide = Math.max(hip, top + 0.5);
  return pen(top, y)
    .curve(top + 1.6, y + 7, wide - 0.4, y + 13, wide + (hem - wide) * 0.12, y + 20)
    .line(hem, y + length - 0.8);
}

/** @returns the hem: a flat arc with waves where the fabric falls in folds */
export function wavyHem(half: number, y: number, waves: number, depth: number): Point[] {
  const count = Math.max(8, waves * 8);
  return Array.from({ length: count + 1 }, (_, i) => {
    const x = half - (half * 2 * i) / count;
    const arc = (1 - (x / half) ** 2) * Math.min(2.2, half * 0.06);
    return { x, y: y + arc + (waves > 0 ? Math.cos((i / count) * waves * 2 * Math.PI) * depth - depth : 0) };
  });
}

function panel(
  sketch: Sketch,
  side: Curve,
  hem: number,
  low: number,
  waves: number,
  depth: number,
  upper: UpperEdge,
): void {
  const bottom = smooth(wavyHem(hem, side.end.y, waves, depth));
  const outline = side.clone().follow(bottom).follow(side.mirrored().reversed());
  sketch.area(outline);
  const lift = 2.4;
  const inner = bottom.mapped((p) => ({ x: p.x * (1 - lift / (low - upper.y) / 2), y: p.y - lift }));
  sketch.stitch(inner);
  for (let i = 0; i < waves * 2; i += 1) {
    const at = bottom.pointAt((i + 0.5) / (waves * 2));
    const reach = (low - upper.y) * (0.28 + 0.42 * pseudoRandom(i + waves));
    const narrow = 1 - (reach / (low - upper.y)) * (1 - upper.halfTop / hem) * 0.95;
    sketch.crease(
      pen(at.x, at.y - 0.3).curve(
        at.x,
        at.y - reach * 0.4,
        at.x * narrow,
        at.y - reach * 0.7,
        at.x * narrow,
        at.y - reach,
      ),
    );
    if (i % 2 === 0) foldShade(sketch, at, reach, narrow);
  }
}

function foldShade(sketch: Sketch, at: Point, reach: number, narrow: number): void {
  const shade = pen(at.x - 1.4, at.y)
    .curve(at.x - 1, at.y - reach * 0.5, at.x * narrow - 0.3, at.y - reach * 0.8, at.x * narrow, at.y - reach)
    .curve(at.x * narrow + 0.3, at.y - reach * 0.7, at.x + 0.9, at.y - reach * 0.4, at.x + 1.1, at.y);
  sketch.shade(shade, 0.07);
}

function tiered(sketch: Sketch, upper: UpperEdge, length: number, fullness: number): number {
  let [top, y] = [upper.halfTop, upper.y];
  const tiers: { half: number; hem: number; y: number; low: number }[] = [];
  for (const share of [0.29, 0.33, 0.38]) {
    const hem = top * (1 + (fullness - 1) * 0.42) + 1;
    tiers.push({ half: top, hem, y, low: y + length * share });
    [top, y] = [hem - 0.6, y + length * share];
  }
  for (const tier of tiers.toReversed()) {
    const side = pen(tier.half, tier.y).curve(tier.half + 1.8, tier.y + 2, tier.hem, tier.y + 8, tier.hem, tier.low);
    panel(sketch, side, tier.hem, tier.low, tier === tiers.at(-1) ? 6 : 0, 0.8, {
      ...upper,
      halfTop: tier.half,
      y: tier.y,
    });
    sketch.gathers(pen(tier.half, tier.y).line(-tier.half, tier.y), -(tier.low - tier.y) * 0.36, 1.3);
  }
  return y;
}

function pleated(sketch: Sketch, { halfTop: top, y, halfHip: hip }: UpperEdge, length: number): number {
  const hem = hip + 12;
  const side = pen(top, y)
    .curve(top + 1.6, y + 6, hip, y + 10, hip + 0.6, y + 13)
    .line(hem, y + length);
  const count = 12;
  const zigzag = pen(hem, y + length);
  for (let i = 0; i < count; i += 1) {
    const x = hem - ((i + 1) * hem * 2) / count;
    zigzag.line(x + 0.8, y + length + 1 - Math.abs(x / hem)).line(x, y + length - (i === count - 1 ? 0 : 0.4));
  }
  sketch.area(side.clone().follow(zigzag).follow(side.mirrored().reversed()));
  for (let i = 1; i < count; i += 1) {
    const share = 1 - (2 * i) / count;
    const [a, b, c] = [share * top, share * (hip + 0.6), share * hem];
    const line = pen(a, y)
      .curve(a, y + 5, b, y + 9, b, y + 13)
      .line(c, y + length);
    const strip = line
      .clone()
      .line(c + 2.6, y + length)
      .line(b + 0.7, y + 13)
      .line(a + 0.4, y);
    sketch.shade(strip, 0.1).line(line, 1.5);
    sketch.stitch(pen(a + 0.5, y).curve(a + 0.5, y + 5, b + 0.5, y + 9, b + 0.5, y + 12.5), 1);
  }
  return y + length;
}

function kilt(sketch: Sketch, upper: UpperEdge, length: number, view: 'front' | 'back'): number {
  if (view === 'back') return pleated(sketch, upper, length);
  const { halfTop: top, y, halfHip: hip } = upper;
  const hem = hip + 6;
  const side = pen(top, y)
    .curve(top + 1.6, y + 7, hip, y + 13, hip + 0.8, y + 19)
    .line(hem, y + length);
  const bottom = pen(hem, y + length).curve(
    hem * 0.4,
    y + length + 1.2,
    -hem * 0.4,
    y + length + 1.2,
    -hem,
    y + length,
  );
  sketch.area(side.clone().follow(bottom).follow(side.mirrored().reversed()));
  for (const x of [0.78, 0.9]) {
    sketch.line(pen(-top * x, y).curve(-hip * x, y + 12, -hip * x, y + 20, -hem * x, y + length), 1.4);
  }
  const edge = pen(top * 0.45, y).curve(top * 0.5, y + 20, hem * 0.52, y + 40, hem * 0.56, y + length + 0.8);
  sketch.line(edge, 2.2).stitch(edge.moved(-1, 0));
  for (let i = 0; i < 26; i += 1) {
    const p = edge.pointAt((i + 0.5) / 26);
    sketch.line(pen(p.x, p.y).line(p.x + 1.5, p.y + 0.3), 1.1);
  }
  for (const at of [4, 9]) buckle(sketch, top * 0.47, y + at);
  return y + length;
}

function buckle(sketch: Sketch, x: number, y: number): void {
  const strap = pen(x - 3, y - 1)
    .line(x + 6.5, y - 1)
    .curve(x + 7.4, y - 0.6, x + 7.4, y + 0.6, x + 6.5, y + 1)
    .line(x - 3, y + 1);
  sketch.area(strap, '#6E4A2E', 1.5);
  sketch.area(
    pen(x + 0.6, y - 1.5)
      .line(x + 3.2, y - 1.5)
      .line(x + 3.2, y + 1.5)
      .line(x + 0.6, y + 1.5),
    'none',
    2.4,
  );
}

function patches(sketch: Sketch, upper: UpperEdge): void {
  const [x, y] = [upper.halfTop * 0.32, upper.y + 12];
  const pocket = pen(x, y)
    .line(x + 14, y + 0.6)
    .line(x + 14, y + 13)
    .curve(x + 14, y + 16, x + 12, y + 16.5, x + 7, y + 16.5)
    .curve(x + 2, y + 16.5, x, y + 16, x, y + 13);
  sketch.both(pocket, (side) => {
    sketch.area(side, sketch.cloth, 1.8);
    sketch.stitch(inset(side, 0.7));
  });
  sketch.both(pen(x, y + 2).line(x + 14, y + 2.6), (side) => sketch.stitch(side));
}

/** @returns a closed shape, reduced towards its centre, for topstitching */
export function inset(curve: Curve, by: number): Curve {
  const points = curve.points(1);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [cx, cy] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const kx = 1 - (2 * by) / (Math.max(...xs) - Math.min(...xs));
  const ky = 1 - (2 * by) / (Math.max(...ys) - Math.min(...ys));
  return curve.mapped((p) => ({ x: cx + (p.x - cx) * kx, y: cy + (p.y - cy) * ky }));
}

/** Draws a waistband of this height above `y`. */
export function drawWaistband(sketch: Sketch, top: number, y: number, height: number): void {
  const band = pen(0, y - height + 0.8)
    .curve(top * 0.4, y - height + 0.8, top * 0.8, y - height + 0.4, top - 0.5, y - height - 0.4)
    .line(top, y)
    .curve(top * 0.7, y + 0.7, top * 0.4, y + 1, 0, y + 1);
  sketch.area(whole(band));
}
