import { type Curve, type Point, pen } from './curve.ts';
import type { BodyDesign } from './designs.ts';
import type { Size } from './size-ranges.ts';

/**
 * One half of a front or back in cm. The centre line is at x = 0, the side neck point of a neckline with `wide: 0` at y = 0.
 * The curves run clockwise around this half.
 */
export interface BodyShape {
  neck: Curve;
  shoulder: Curve;
  armhole: Curve;
  side: Curve;
  hem: Curve;
  waistY: number;
  hemY: number;
  /** The tip of the shoulder. */
  tip: Point;
  underarm: Point;
  /** The lower end of the side seam. */
  low: Point;
}

/** @returns the factor for the lengths of a design, which are for adults. A shorter back needs shorter lengths. */
export const bodyScale = (size: Size) => Math.min(1.05, size.back / 41.4);

export const armholeDepth = (design: BodyDesign, size: Size) => size.back * 0.5 + 0.6 + design.ease * 0.06;

/** @returns the shape of a front or back in one size */
export function bodyShape(design: BodyDesign, size: Size, part: 'front' | 'back'): BodyShape {
  const scale = bodyScale(size);
  const base = size.bust / 20 + 2.6;
  const reach = (size.shoulder + design.extension) * 0.95;
  const slope = size.shoulder * 0.31;
  const drop = slope * (1 + design.extension / size.shoulder);
  const tip = { x: base + reach, y: drop };
  const wide = design.neck.wide * scale;
  const neckPoint = { x: base + wide, y: (drop * wide) / reach };

  const quarter = (size.bust + design.ease) / 4;
  const underarm = { x: quarter, y: armholeDepth(design, size) + Math.max(0, design.extension) * 0.3 };
  const waistY = size.back + 2;
  const hemY = waistY + design.below * scale;
  const hipQuarter = design.below > 12 ? Math.max(quarter, (size.hip + design.ease - 3) / 4) : quarter;
  const low = { x: (design.below > 0 ? hipQuarter : quarter - design.take) + design.flare * scale, y: hemY - 0.6 };

  return {
    neck: neckCurve(design, part, neckPoint, scale, waistY),
    shoulder: pen(neckPoint.x, neckPoint.y).line(tip.x, tip.y),
    armhole: armholeCurve(design, part, tip, underarm),
    side: sideCurve(design, underarm, low, waistY),
    hem: pen(low.x, low.y).curve(low.x * 0.66, hemY, low.x * 0.33, hemY, 0, hemY),
    waistY,
    hemY,
    tip,
    underarm,
    low,
  };
}

function neckCurve(design: BodyDesign, part: 'front' | 'back', to: Point, scale: number, waistY: number): Curve {
  const depth = (part === 'front' ? design.neck.front : design.neck.back) * scale;
  if (part === 'front' && design.neck.shape === 'wrap') {
    const overlap = 12 * scale;
    return pen(-overlap, waistY).curve(-overlap * 0.55, waistY * 0.72, to.x * 0.55, waistY * 0.33, to.x, to.y);
  }
  if (part === 'front' && design.neck.shape === 'v') {
    return pen(0, depth).curve(to.x * 0.3, depth * 0.72, to.x * 0.88, depth * 0.28, to.x, to.y);
  }
  const flat = part === 'front' ? 0.55 : 0.7;
  return pen(0, depth).curve(to.x * flat, depth, to.x * 0.97, depth * 0.62, to.x, to.y);
}

function armholeCurve(design: BodyDesign, part: 'front' | 'back', tip: Point, under: Point): Curve {
  const fall = under.y - tip.y;
  // A dropped shoulder has a nearly straight armhole. A set-in sleeve needs a hollow, deeper in front than in the back.
  const hollow = Math.max(0.2, (part === 'front' ? 2.4 : 1.5) - design.extension * 0.5) * (fall / 17);
  const inner = Math.min(tip.x, under.x) - hollow;
  return pen(tip.x, tip.y).curve(inner + 0.4, tip.y + fall * 0.45, inner, under.y - fall * 0.02, under.x, under.y);
}

function sideCurve(design: BodyDesign, from: Point, to: Point, waistY: number): Curve {
  if (to.y <= waistY + 1 || design.take < 0.3) {
    return pen(from.x, from.y).curve(
      from.x - design.take * 0.4,
      from.y + (to.y - from.y) * 0.4,
      to.x - design.flare * 0.3,
      to.y - (to.y - from.y) * 0.4,
      to.x,
      to.y,
    );
  }
  const waist = { x: from.x - design.take, y: waistY };
  const toWaist = pen(from.x, from.y).curve(from.x - 0.4, from.y + 6, waist.x, waist.y - 5, waist.x, waist.y);
  if (to.y - waistY < 15) return toWaist.curve(waist.x, waist.y + 4, to.x - 0.4, to.y - 4, to.x, to.y);
  const hipY = waistY + (to.y - waistY) * 0.45;
  return toWaist
    .curve(waist.x, waist.y + 6, to.x - design.flare * 0.55, hipY - 5, to.x - design.flare * 0.4, hipY)
    .line(to.x, to.y);
}
