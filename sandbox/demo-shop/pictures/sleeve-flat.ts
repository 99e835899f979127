import type { BodyShape } from '../drafting/body-shape.ts';
import { type Curve, pen, type Point } from '../drafting/curve.ts';
import type { BodyDesign, SleeveDesign } from '../drafting/designs.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { fittedCap } from '../drafting/sleeve-pieces.ts';
import type { Sketch } from './sketch.ts';

/** Draws both sleeves, which hang from the armholes. Must be called before the body is drawn. */
export function drawSleeves(
  sketch: Sketch,
  design: BodyDesign,
  sleeve: SleeveDesign,
  front: BodyShape,
  back: BodyShape,
  size: Size,
): void {
  const { biceps } = fittedCap(design, sleeve, front.armhole.length + back.armhole.length);
  const angle = ((sleeve.length > 0.8 ? 20 : sleeve.length > 0.45 ? 27 : 38) * Math.PI) / 180;
  const along = { x: Math.sin(angle), y: Math.cos(angle) };
  const inward = { x: -Math.cos(angle), y: Math.sin(angle) };
  const length = size.arm * sleeve.length - design.extension;
  const cuff = sleeve.end === 'cuff' || sleeve.end === 'rib' ? 6 : 0;
  const place = (down: number, across: number): Point => ({
    x: front.tip.x + along.x * down + inward.x * across,
    y: front.tip.y + along.y * down + inward.y * across,
  });
  const width = (biceps * sleeve.hem) / 2;
  const puff = sleeve.puff * 0.45;
  const edge = length - cuff;
  const outer = place(edge, 0);
  const inner = place(edge, width);
  const under = front.underarm;
  const out = place(edge * 0.3, -1.2 - puff);
  const out2 = place(edge * 0.75, -0.4 - puff * 0.4);
  const shape = pen(front.tip.x, front.tip.y)
    .curve(out.x, out.y - puff, out2.x, out2.y, outer.x, outer.y)
    .line(inner.x, inner.y)
    .curve(
      inner.x + (under.x - inner.x) * 0.35 - inward.x,
      inner.y + (under.y - inner.y) * 0.4,
      under.x + (inner.x - under.x) * 0.3,
      under.y + (inner.y - under.y) * 0.3,
      under.x,
      under.y,
    )
    .follow(front.armhole.reversed());
  const elbow = pen(place(edge * 0.5, width * 0.98).x, place(edge * 0.5, width * 0.98).y).curve(
    place(edge * 0.47, width * 0.8).x,
    place(edge * 0.47, width * 0.8).y,
    place(edge * 0.45, width * 0.6).x,
    place(edge * 0.45, width * 0.6).y,
    place(edge * 0.46, width * 0.45).x,
    place(edge * 0.46, width * 0.45).y,
  );
  sketch.both(shape, (side) => {
    sketch.area(side);
  });
  if (sleeve.length > 0.6) sketch.both(elbow, (side) => sketch.crease(side));
  const curveAcross = (down: number, from = 0, to = width): Curve => {
    const [a, b] = [place(down, from), place(down, to)];
    const middle = place(down + 0.5, (from + to) / 2);
    return pen(a.x, a.y).curve(middle.x, middle.y, middle.x, middle.y, b.x, b.y);
  };
  drawEnd(sketch, sleeve, { edge, width, cuff, place, curveAcross });
  if (sleeve.puff > 0) sketch.both(front.armhole, (side) => sketch.gathers(side, side.start.x > 0 ? -3.5 : 3.5, 1.4));
}

interface End {
  edge: number;
  width: number;
  cuff: number;
  place(down: number, across: number): Point;
  curveAcross(down: number, from?: number, to?: number): Curve;
}

function drawEnd(sketch: Sketch, sleeve: SleeveDesign, { edge, width, cuff, place, curveAcross }: End): void {
  if (sleeve.end === 'hem') sketch.both(curveAcross(edge - 2), (side) => sketch.stitch(side));
  if (sleeve.end === 'turn-up') {
    sketch.both(curveAcross(edge - 3.5, -0.3, width + 0.3), (side) => sketch.line(side, 2));
    sketch.both(curveAcross(edge - 3.1), (side) => sketch.stitch(side));
  }
  if (sleeve.end === 'elastic') {
    sketch.both(curveAcross(edge - 2.2), (side) => {
      sketch.line(side);
      sketch.gathers(side, side.start.x > 0 ? 4.5 : -4.5, 1.1);
      sketch.gathers(side, side.start.x > 0 ? -1.8 : 1.8, 0.9);
    });
  }
  if (cuff === 0) return;
  const narrow = sleeve.end === 'rib' ? 0.18 : 0.14;
  const [from, to] = [width * narrow * 0.6, width * (1 - narrow)];
  const corners = [place(edge, from), place(edge + cuff, from), place(edge + cuff, to), place(edge, to)];
  const band = pen(corners[0]!.x, corners[0]!.y);
  for (const p of corners.slice(1)) band.line(p.x, p.y);
  sketch.both(band, (side) => sketch.area(side));
  if (sleeve.end === 'rib') {
    for (let i = 1; i < 9; i += 1) {
      const [a, b] = [place(edge, from + ((to - from) * i) / 9), place(edge + cuff, from + ((to - from) * i) / 9)];
      sketch.both(pen(a.x, a.y).line(b.x, b.y), (side) => sketch.crease(side, 1));
    }
    return;
  }
  sketch.both(curveAcross(edge + 0.6, from, to), (side) => sketch.stitch(side));
  sketch.both(curveAcross(edge + cuff - 0.6, from, to), (side) => sketch.stitch(side));
  sketch.both(curveAcross(edge, 0, width), (side) => sketch.gathers(side, side.start.x > 0 ? 3 : -3, 2.6));
  const button = place(edge + cuff * 0.5, from + 1.6);
  sketch.button(button.x, button.y, 0.55).button(-button.x, button.y, 0.55);
}
