import type { BodyShape } from '../drafting/body-shape.ts';
import { pen } from '../drafting/curve.ts';
import type { BodyDesign } from '../drafting/designs.ts';
import type { Sketch } from './sketch.ts';
import { inset } from './skirt-flat.ts';

/** Draws the details of the body: bands, buttons, darts, yokes, pockets, hems, ties. */
export function drawBodyDetails(sketch: Sketch, design: BodyDesign, shape: BodyShape, view: 'front' | 'back'): void {
  sketch.both(shape.armhole, (side) => sketch.line(side, 1.7));
  if (design.sleeve === null) {
    sketch.both(
      shape.armhole.mapped((p) => ({ x: p.x - 1, y: p.y + 0.2 })),
      (side) => sketch.stitch(side),
    );
  }
  if (design.yoke > 0) yoke(sketch, design, shape, view);
  if (design.darts) darts(sketch, shape, view);
  if (view === 'front' && design.opening === 'buttons') buttonBand(sketch, design, shape);
  if (view === 'front' && design.opening === 'slit') {
    const d = shape.neck.start.y;
    sketch.line(pen(0, d).line(0, d + 9), 1.8).stitch(
      pen(-0.6, d)
        .line(-0.6, d + 9.6)
        .line(0.6, d + 9.6)
        .line(0.6, d),
    );
    sketch.button(0.9, d + 0.9, 0.5);
  }
  if (view === 'back' && design.opening.startsWith('back')) backOpening(sketch, design, shape);
  pockets(sketch, design, shape, view);
  if (design.rib > 0) rib(sketch, design, shape);
  else if (!design.skirt) hem(sketch, shape, design);
  if (design.skirt) {
    sketch.both(shape.hem.moved(0, -0.9), (side) => sketch.stitch(side, 1));
  }
  drapes(sketch, design, shape);
  if (design.belt) belt(sketch, shape, view);
  if (design.opening === 'wrap' && view === 'front') tie(sketch, shape);
}

function hem(sketch: Sketch, shape: BodyShape, design: BodyDesign): void {
  const lift = design.flare > 4 ? 3.2 : 2.2;
  sketch.both(
    shape.hem.mapped((p) => ({ x: p.x * 0.985, y: p.y - lift })),
    (side) => sketch.stitch(side),
  );
}

function yoke(sketch: Sketch, design: BodyDesign, shape: BodyShape, view: 'front' | 'back'): void {
  const y = view === 'back' ? design.yoke + 4 : 7.5;
  const end = shape.armhole.points(0.3).find((p) => p.y >= y) ?? shape.tip;
  if (view === 'back') {
    const seam = pen(end.x, end.y).curve(end.x * 0.6, y + 0.5, end.x * 0.3, y + 0.5, 0, y + 0.5);
    sketch.both(seam, (side) => sketch.line(side).stitch(side.moved(0, 0.7)));
    if (design.opening === 'slit') sketch.both(seam, (side) => sketch.gathers(side, side.start.x > 0 ? -5 : 5, 1.5));
    else for (const x of [-1.8, 1.8]) sketch.crease(pen(x, y + 0.6).line(x * 0.8, y + 26));
    return;
  }
  const from = shape.neck.pointAt(0.72);
  const seam = pen(from.x, from.y).curve(from.x + 3, from.y + 1, end.x - 4, end.y, end.x, end.y);
  sketch.both(seam, (side) => sketch.line(side).stitch(side.moved(0, -0.7)));
  if (design.opening === 'slit') sketch.both(seam, (side) => sketch.gathers(side, side.start.x > 0 ? 5 : -5, 1.3));
}

function darts(sketch: Sketch, shape: BodyShape, view: 'front' | 'back'): void {
  const x = shape.underarm.x * 0.45;
  const [top, low] = [shape.underarm.y + (view === 'front' ? 5 : 0), shape.waistY + 13];
  sketch.both(
    pen(x, top)
      .curve(x - 0.4, top + 6, x - 0.9, shape.waistY - 4, x - 0.9, shape.waistY)
      .curve(x - 0.9, shape.waistY + 4, x - 0.4, low - 4, x, low),
    (side) => sketch.line(side, 1.4),
  );
  if (view === 'front') {
    const from = shape.side.pointAt(0.08);
    sketch.both(
      pen(from.x, from.y).curve(from.x - 4, from.y - 0.5, x + 5, shape.underarm.y + 3.6, x + 2.6, shape.underarm.y + 3),
      (side) => sketch.line(side, 1.4),
    );
  }
}

function buttonBand(sketch: Sketch, design: BodyDesign, shape: BodyShape): void {
  const top = shape.neck.start.y + (design.collar === 'turn-down' ? 0.6 : 0.2);
  const width = design.collar === 'turn-down' ? 2.2 : 1.6;
  sketch
    .line(pen(width, top).line(width, shape.hemY), 1.8)
    .stitch(pen(width - 0.6, top + 1).line(width - 0.6, shape.hemY));
  if (design.collar !== 'turn-down') sketch.stitch(pen(-width, top + 1).line(-width, shape.hemY));
  const count = design.collar === 'turn-down' ? 5 : Math.max(6, Math.round((shape.hemY - top) / 9.5));
  const low = design.below > 50 ? shape.hemY - 16 : shape.hemY - 8;
  for (let i = 0; i < count; i += 1) {
    const y = top + 2.4 + ((low - top - 2.4) * i) / (count - 1);
    if (design.belt && Math.abs(y - shape.waistY) < 3.2) continue;
    sketch.button(0, y, design.collar === 'turn-down' ? 0.95 : 0.6);
  }
}

function backOpening(sketch: Sketch, design: BodyDesign, shape: BodyShape): void {
  const top = shape.neck.start.y;
  sketch.line(pen(0, top).line(0, shape.hemY - (design.skirt ? 0 : 17)), 1.7);
  if (design.opening === 'back-buttons') {
    for (let i = 0; i < 3; i += 1) sketch.button(0, top + 2 + ((shape.hemY - top - 5) * i) / 2, 0.6);
    return;
  }
  sketch.line(
    pen(0, top)
      .line(0.8, top + 2.6)
      .line(-0.4, top + 2.6),
    1.3,
  );
  sketch.crease(pen(0.7, shape.hemY - 17).line(0.7, shape.hemY)).line(
    pen(0, shape.hemY - 17)
      .line(-2, shape.hemY - 16.2)
      .line(-2, shape.hemY),
    1.4,
  );
}

function pockets(sketch: Sketch, design: BodyDesign, shape: BodyShape, view: 'front' | 'back'): void {
  if (view === 'back') return;
  const patch = (x: number, y: number, w: number, h: number) => {
    const pocket = pen(x, y)
      .line(x + w, y)
      .line(x + w, y + h * 0.82)
      .line(x + w / 2, y + h)
      .line(x, y + h * 0.82);
    sketch
      .area(pocket, sketch.cloth, 1.8)
      .stitch(inset(pocket, 0.6))
      .stitch(pen(x, y + 2.2).line(x + w, y + 2.2));
  };
  const square = (x: number, y: number, w: number, h: number) => {
    const pocket = pen(x, y)
      .line(x + w, y)
      .line(x + w, y + h - 2)
      .curve(x + w, y + h, x + w - 1, y + h, x + w - 2, y + h)
      .line(x + 2, y + h)
      .curve(x + 1, y + h, x, y + h, x, y + h - 2);
    for (const side of [pocket, pocket.mirrored()]) {
      sketch.area(side, sketch.cloth, 1.8).stitch(inset(side, 0.6));
      const edge = pen(x, y + 2.2).line(x + w, y + 2.2);
      sketch.stitch(side === pocket ? edge : edge.mirrored());
    }
  };
  if (design.pockets.includes('chest')) patch(5, shape.underarm.y - 7, 10.5, 12.5);
  if (design.pockets.includes('patch')) square(shape.low.x * 0.36, shape.hemY - 23, 14.5, 17);
  if (design.pockets.includes('seam') && !design.skirt) {
    const [a, b] = [shape.side.pointAt(0.42), shape.side.pointAt(0.62)];
    sketch.both(pen(a.x - 0.2, a.y).curve(a.x - 1.8, a.y + 4, b.x - 2.4, b.y - 4, b.x - 0.2, b.y), (side) =>
      sketch.line(side, 1.3),
    );
  }
}

function rib(sketch: Sketch, design: BodyDesign, shape: BodyShape): void {
  const x = shape.low.x;
  const band = pen(-x, shape.low.y)
    .curve(-x * 0.4, shape.hemY + 0.6, x * 0.4, shape.hemY + 0.6, x, shape.low.y)
    .curve(x - 0.4, shape.low.y + 2, x - 1.8, shape.low.y + design.rib - 1, x - 2, shape.low.y + design.rib)
    .curve(
      x * 0.4,
      shape.hemY + design.rib + 0.6,
      -x * 0.4,
      shape.hemY + design.rib + 0.6,
      2 - x,
      shape.low.y + design.rib,
    );
  sketch.area(band);
  for (let i = 1; i < 34; i += 1) {
    const share = 1 - (2 * i) / 34;
    const sag = (1 - share * share) * 0.9;
    sketch.crease(pen(share * x, shape.low.y + sag).line(share * (x - 2), shape.low.y + design.rib + sag), 1);
  }
  if (design.neckband > 2) {
    const d = shape.neck.start.y + 1;
    if (shape.neck.start.y > 5)
      sketch.line(
        pen(-2.4, d - 0.4)
          .line(0, d + 4)
          .line(2.4, d - 0.4),
        1.5,
      );
  }
}

/** Draws a few creases where the fabric of a worn garment is under tension. */
function drapes(sketch: Sketch, design: BodyDesign, shape: BodyShape): void {
  const { x, y } = shape.underarm;
  sketch.both(pen(x - 0.8, y + 0.6).curve(x - 2.4, y + 1.5, x - 4.2, y + 3.4, x - 5.2, y + 5.8), (side) =>
    sketch.crease(side),
  );
  if (design.ease > 9 && design.sleeve) {
    sketch.both(pen(x - 0.6, y + 2.2).curve(x - 1.6, y + 3.6, x - 2.4, y + 5.4, x - 2.8, y + 8), (side) =>
      sketch.crease(side, 1),
    );
  }
  if (design.flare > 5) {
    for (const share of [0.34, 0.72]) {
      const low = shape.low.x * share;
      sketch.both(
        pen(low, shape.hemY - 1).curve(
          low * 0.97,
          shape.hemY - 16,
          low * 0.9,
          shape.hemY - 26,
          low * 0.82,
          shape.hemY - 38,
        ),
        (side) => sketch.crease(side),
      );
    }
  }
}

function belt(sketch: Sketch, shape: BodyShape, view: 'front' | 'back'): void {
  const { waistY: y } = shape;
  const x = shape.side.points(0.5).find((p) => p.y >= y)?.x ?? shape.underarm.x;
  const band = pen(-x - 0.3, y - 2)
    .curve(-x * 0.4, y - 1, x * 0.4, y - 1, x + 0.3, y - 2)
    .line(x + 0.3, y + 1.6)
    .curve(x * 0.4, y + 2.6, -x * 0.4, y + 2.6, -x - 0.3, y + 1.6);
  sketch.area(band).shade(band, 0.06);
  if (view === 'back') return;
  bow(sketch, -3, y + 0.6);
}

function tie(sketch: Sketch, shape: BodyShape): void {
  const x = shape.neck.start.x;
  const y = shape.waistY - 0.8;
  const side = shape.side.points(0.5).find((p) => p.y >= y - 1)?.x ?? shape.low.x;
  const band = pen(side, y - 2)
    .curve(side * 0.4, y - 1.4, x * 0.4, y - 1.4, x - 1, y - 2)
    .line(x - 1, y + 0.8)
    .curve(x * 0.4, y + 1.4, side * 0.4, y + 1.4, side, y + 0.8);
  sketch.area(band, sketch.cloth, 1.7).shade(band, 0.05);
  bow(sketch, x - 1, y - 0.4);
}

/** Draws a bow with two hanging ends. */
export function bow(sketch: Sketch, x: number, y: number): void {
  const tail = (dx: number, length: number) =>
    pen(x, y)
      .curve(x + dx * 0.2, y + 5, x + dx, y + length * 0.6, x + dx * 0.8, y + length)
      .line(x + dx * 0.8 + 2.4, y + length - 1.4)
      .curve(x + dx + 2, y + length * 0.5, x + 1.6 + dx * 0.2, y + 5, x + 1.4, y);
  sketch.area(tail(-4, 20), sketch.cloth, 1.7).area(tail(2.4, 23), sketch.cloth, 1.7);
  const loop = (s: number) =>
    pen(x, y)
      .curve(x + s * 3, y - 4.4, x + s * 7.6, y - 3.6, x + s * 7, y - 0.4)
      .curve(x + s * 6.6, y + 2.4, x + s * 3, y + 2, x, y);
  sketch.area(loop(-1), sketch.cloth, 1.7).area(loop(1), sketch.cloth, 1.7);
  sketch.area(
    pen(x - 1.2, y - 1.3)
      .curve(x, y - 1.7, x + 0.6, y - 1.6, x + 1.3, y - 1.2)
      .line(x + 1.2, y + 1.3)
      .curve(x, y + 1.7, x - 0.6, y + 1.6, x - 1.2, y + 1.2),
    sketch.cloth,
    1.7,
  );
}
