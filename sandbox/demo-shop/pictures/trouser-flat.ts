import { type Curve, pen } from '../drafting/curve.ts';
import type { TrouserDesign } from '../drafting/designs.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { Sketch, whole } from './sketch.ts';
import { inset } from './skirt-flat.ts';

interface Leg {
  halfWaist: number;
  halfHip: number;
  crotch: number;
  side: Curve;
  inseam: Curve;
  length: number;
  /** The x coordinates of the two ends of the lower edge. */
  inner: number;
  outer: number;
}

/** @returns a drawing of trousers with a gap between the legs */
export function trouserFlat(
  design: TrouserDesign,
  size: Size,
  view: 'front' | 'back',
  scale: number,
  cloth: string,
): Sketch {
  const sketch = new Sketch(scale, cloth);
  const leg = legOutline(design, size);
  const { side, inseam, length, inner, outer } = leg;
  const halfOutline = side
    .clone()
    .line(inner, length + 0.7)
    .follow(inseam.reversed());
  sketch.area(
    whole(
      pen(0, 0.8)
        .curve(leg.halfWaist * 0.5, 0.8, leg.halfWaist * 0.8, 0.4, leg.halfWaist, 0)
        .follow(halfOutline),
    ),
  );
  sketch.line(pen(0, 0.8).line(0, leg.crotch), 1.8);
  sketch.both(pen(outer - 0.2, length - (design.length > 60 ? 3 : 2.4)).line(inner + 0.1, length - 2.3), (s) =>
    sketch.stitch(s),
  );
  sketch.both(pen(1, leg.crotch - 0.4).curve(3, leg.crotch + 1.5, 6, leg.crotch + 1.6, 8.5, leg.crotch + 0.4), (s) =>
    sketch.crease(s),
  );
  sketch.both(pen(0.6, leg.crotch - 3).curve(3.4, leg.crotch - 3.6, 6, leg.crotch - 5, 8, leg.crotch - 7), (s) =>
    sketch.crease(s, 1),
  );
  creaseLines(sketch, design, leg, view);
  pockets(sketch, design, leg, view);
  if (design.fly && view === 'front') {
    sketch.stitch(pen(3.4, 1).line(3.4, 13).curve(3.4, 16, 2, 17.6, 0, 18.4), 1.4);
    if (design.waist === 'jeans') sketch.stitch(pen(2.7, 1).line(2.7, 12.6).curve(2.7, 15.4, 1.6, 16.8, 0, 17.6), 1.2);
  }
  drawWaist(sketch, design, leg, view);
  return sketch;
}

function legOutline(design: TrouserDesign, size: Size): Leg {
  const fitted = design.waist === 'band' || design.waist === 'jeans';
  const halfWaist = fitted ? (size.waist + 3) / 4 : size.waist / 4 + 2;
  const halfHip = (size.hip + design.ease) / 4;
  const crotch = size.rise + design.drop;
  // Wide legs fall in folds, so they look narrower than when they lie flat.
  const halfHem = (design.hem / 4) * (design.hem > 60 ? 0.84 : 1);
  const middle = Math.max(halfHip * 0.56 + 3.4, halfHem + 1.2);
  const knee = design.knee / 4;
  const kneeY = crotch + (design.length - crotch) * 0.45;
  const kneeX = middle - 1;
  const [inner, outer] = [middle - halfHem, middle + halfHem];
  const hipLine = pen(halfWaist, 0).curve(halfWaist + 1.4, 6, halfHip - 0.3, 12, halfHip, 17);
  if (outer > halfHip + 1 || design.length < 60) {
    const side = hipLine.curve(
      halfHip + 0.6,
      24,
      outer - (outer - halfHip) * 0.5,
      17 + (design.length - 17) * 0.5,
      outer,
      design.length,
    );
    const inseam = pen(0, crotch).curve(0.4, crotch + 4, inner - 0.4, design.length - 8, inner, design.length + 0.7);
    return { halfWaist, halfHip, crotch, side, inseam, length: design.length, inner, outer };
  }
  const side = hipLine
    .curve(halfHip + 0.2, 26, kneeX + knee - (knee > halfHem ? 0.3 : 0), kneeY - 10, kneeX + knee, kneeY)
    .curve(kneeX + knee, kneeY + 8, outer, design.length - 14, outer, design.length);
  const inseam = pen(0, crotch)
    .curve(0.6, crotch + 4, Math.max(0.5, kneeX - knee) - 0.2, kneeY - 12, Math.max(0.5, kneeX - knee), kneeY)
    .curve(Math.max(0.5, kneeX - knee), kneeY + 8, inner, design.length - 14, inner, design.length + 0.7);
  return { halfWaist, halfHip, crotch, side, inseam, length: design.length, inner, outer };
}

function creaseLines(sketch: Sketch, design: TrouserDesign, leg: Leg, view: 'front' | 'back'): void {
  const low = (leg.inner + leg.outer) / 2;
  const high = leg.halfWaist * 0.58;
  if (design.pleats > 0 && view === 'front') {
    for (let i = 0; i < design.pleats; i += 1) {
      const x = high + i * 3.4;
      sketch.both(pen(x, 0.6).curve(x + 0.3, 5, x + 0.6, 9, x + 0.4, 13), (s) => sketch.line(s, 1.5));
      sketch.both(
        pen(x, 0.6)
          .line(x - 1.4, 0.7)
          .curve(x - 0.8, 5, x, 9, x + 0.4, 13),
        (s) => sketch.shade(s, 0.12),
      );
    }
  }
  if (design.waist === 'band') {
    sketch.both(pen(high + 0.5, 14).curve(low, leg.crotch, low, leg.crotch + 14, low, leg.length - 4), (s) =>
      sketch.crease(s),
    );
    if (view === 'back')
      sketch.both(pen(leg.halfWaist * 0.55, 0.6).line(leg.halfWaist * 0.5, 11), (s) => sketch.line(s, 1.4));
    return;
  }
  const soft = pen(low + 1, leg.length - 2).curve(
    low + 0.6,
    leg.length - 14,
    low,
    leg.length - 22,
    low - 0.6,
    leg.length - (leg.length - leg.crotch) * 0.5,
  );
  sketch.both(soft, (s) => sketch.crease(s));
}

function pockets(sketch: Sketch, design: TrouserDesign, leg: Leg, view: 'front' | 'back'): void {
  const { halfWaist, halfHip } = leg;
  if (design.waist === 'jeans') return view === 'front' ? jeansFront(sketch, leg) : jeansBack(sketch, leg);
  if (view === 'back') {
    if (!design.fly) return;
    sketch.both(
      pen(halfWaist * 0.28, 9)
        .line(halfWaist * 0.28 + 12, 8.6)
        .line(halfWaist * 0.28 + 12, 9.8)
        .line(halfWaist * 0.28, 10.2),
      (s) => sketch.area(s, sketch.cloth, 1.5),
    );
    return;
  }
  if (design.pockets === 'slant') {
    const slant = pen(halfWaist - 4.4, 0.3).curve(halfWaist - 2, 6, halfHip - 1.4, 13, halfHip - 0.1, 17);
    sketch.both(slant, (s) => sketch.line(s, 1.7));
    sketch.both(slant.moved(-0.8, 0.2), (s) => sketch.stitch(s));
    return;
  }
  sketch.both(pen(halfWaist + 0.8, 5).curve(halfWaist - 0.6, 9, halfHip - 1.6, 15, halfHip - 0.1, 19), (s) =>
    sketch.line(s, 1.4),
  );
}

function jeansFront(sketch: Sketch, { halfWaist, side }: Leg): void {
  const edge = side.points(0.4).find((p) => p.y >= 8)!.x;
  const scoop = pen(halfWaist - 10.5, 0.6).curve(halfWaist - 9.5, 5, halfWaist - 5, 7.4, edge, 8.2);
  sketch.both(scoop, (s) => sketch.line(s, 1.8));
  sketch.both(
    scoop.mapped((p) => ({ x: p.x - 0.5 * (1 - p.y / 8.2), y: p.y + 0.7 })),
    (s) => sketch.stitch(s),
  );
  sketch.both(
    scoop.mapped((p) => ({ x: p.x - 1.1 * (1 - p.y / 8.2), y: p.y + 1.4 })),
    (s) => sketch.stitch(s),
  );
  sketch
    .line(pen(halfWaist - 6.6, 3.4).line(halfWaist - 6.4, 5.6), 1.2)
    .stitch(pen(halfWaist - 7.2, 3.2).line(halfWaist + 0.2, 3.2));
}

function jeansBack(sketch: Sketch, { halfWaist, halfHip }: Leg): void {
  const yoke = pen(0, 7.5).curve(halfWaist * 0.4, 6, halfWaist * 0.8, 4.4, halfWaist + 1, 3.8);
  sketch.both(yoke, (s) => sketch.line(s, 1.7));
  sketch.both(yoke.moved(0, 0.7), (s) => sketch.stitch(s));
  const x = halfHip * 0.22;
  const pocket = pen(x, 10)
    .line(x + 13.5, 8.8)
    .line(x + 13.8, 20)
    .line(x + 7.2, 23.4)
    .line(x + 0.4, 21);
  sketch.both(pocket, (s) => {
    sketch.area(s, sketch.cloth, 1.8);
    sketch.stitch(inset(s, 0.6));
    sketch.stitch(inset(s, 1.2));
  });
  sketch.both(
    pen(x + 0.8, 16.4)
      .curve(x + 4, 14.6, x + 6, 17.6, x + 7.1, 17.4)
      .curve(x + 8.6, 17.2, x + 10, 13.8, x + 13.2, 15),
    (s) => sketch.stitch(s),
  );
}

function drawWaist(sketch: Sketch, design: TrouserDesign, leg: Leg, view: 'front' | 'back'): void {
  const height = 4;
  const half = leg.halfWaist;
  const band = whole(
    pen(0, 1 - height)
      .curve(half * 0.5, 1 - height, half * 0.8, 0.6 - height, half - 0.4, -height)
      .line(half, 0)
      .curve(half * 0.8, 0.5, half * 0.5, 1, 0, 1),
  );
  const gathered = design.waist === 'cut-on' || (design.waist === 'elastic' && view === 'back');
  sketch.area(band);
  if (gathered) {
    const seam = pen(half, 0.2).curve(half * 0.5, 1, -half * 0.5, 1, -half, 0.2);
    sketch.gathers(seam, -5, 1.2).gathers(seam, 3.4, 1);
    sketch.stitch(seam.moved(0, -1.9));
    if (design.waist === 'cut-on' && view === 'front') cord(sketch);
    return;
  }
  sketch.both(pen(0, 0.3).curve(half * 0.5, 0.3, half * 0.8, -0.1, half - 0.2, -0.6), (s) => sketch.stitch(s));
  if (design.fly && view === 'front') {
    sketch.line(pen(0, 1 - height).line(0, 1), 1.6).button(-1.6, -1.1, design.waist === 'jeans' ? 1.1 : 0.8);
  }
  if (design.waist !== 'jeans') return;
  for (const x of view === 'front'
    ? [half * 0.42, -half * 0.42, half * 0.9, -half * 0.9]
    : [0, half * 0.7, -half * 0.7]) {
    sketch.area(
      pen(x - 0.7, 0.4 - height)
        .line(x + 0.7, 0.4 - height)
        .line(x + 0.7, 1.7)
        .line(x - 0.7, 1.7),
      sketch.cloth,
      1.5,
    );
  }
}

function cord(sketch: Sketch): void {
  for (const x of [-1.6, 1.6]) {
    sketch.raw(`<circle cx="${x}" cy="-1" r=".55" fill="#F6F1E6" stroke="#22201D" stroke-width=".18"/>`);
    const end = pen(x, -1).curve(x * 0.4, 3, x * 1.8, 8, x * 1.5, 13);
    sketch.raw(`<path d="${end.path()}" fill="none" stroke="#22201D" stroke-width="1" stroke-linecap="round"/>`);
    sketch.raw(`<path d="${end.path()}" fill="none" stroke="#F6F1E6" stroke-width=".62" stroke-linecap="round"/>`);
  }
}
