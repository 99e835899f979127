import { bodyShape, type BodyShape } from '../drafting/body-shape.ts';
import { type Curve, pen, smooth } from '../drafting/curve.ts';
import type { BodyDesign } from '../drafting/designs.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { drawBodyDetails } from './body-details.ts';
import { drawNeck, neckband } from './collar-flat.ts';
import { Sketch, whole } from './sketch.ts';
import { drawSkirt, wavyHem } from './skirt-flat.ts';
import { drawSleeves } from './sleeve-flat.ts';

/** @returns a drawing of an upper-body garment or dress, from the curves of its pieces */
export function bodyFlat(design: BodyDesign, size: Size, view: 'front' | 'back', scale: number, cloth: string): Sketch {
  const sketch = new Sketch(scale, cloth);
  const front = bodyShape(design, size, 'front');
  const back = bodyShape(design, size, 'back');
  const shape = view === 'front' ? front : back;
  if (design.sleeve) drawSleeves(sketch, design, design.sleeve, front, back, size);
  if (design.skirt) {
    const upperEdge = { halfTop: shape.low.x, y: shape.hemY - 0.5, halfHip: (size.hip + 4) / 4, ratio: 1 };
    const low = drawSkirt(sketch, design.skirt, upperEdge, view);
    if (design.opening === 'wrap' && view === 'front') wrapEdge(sketch, front, low);
  }
  if (design.bib) {
    bib(sketch, shape, view);
    return sketch;
  }
  if (view === 'back') {
    sketch.area(whole(halfOutline(back, back.neck, design)));
  } else {
    sketch.inside(whole(halfOutline(back, back.neck, design)));
    if (design.neckband > 0) neckband(sketch, design, back, true);
    frontBody(sketch, design, front);
  }
  drawNeck(sketch, design, shape, view);
  drawBodyDetails(sketch, design, shape, view);
  return sketch;
}

/** @returns the outline of one half, from the centre of the neck to the centre of the hem */
function halfOutline(shape: BodyShape, neck: Curve, design: BodyDesign): Curve {
  return neck.clone().follow(shape.shoulder).follow(shape.armhole).follow(shape.side).follow(lowerEdge(shape, design));
}

function lowerEdge(shape: BodyShape, design: BodyDesign): Curve {
  if (design.skirt || design.flare < 5) return shape.hem;
  const points = wavyHem(shape.low.x, shape.low.y, 3, 0.8).filter((p) => p.x >= -0.01);
  return smooth(points);
}

function frontBody(sketch: Sketch, design: BodyDesign, front: BodyShape): void {
  if (design.opening === 'wrap') {
    const overlap = front.neck.start.x;
    const side = halfOutline(front, front.neck, design).line(overlap, front.hemY);
    sketch.area(side.mirrored()).area(side);
    const edge = front.neck.moved(0.9, 0.4);
    sketch.stitch(edge);
    return;
  }
  if (design.opening === 'open') {
    const gap = front.neck.mapped((p) => ({ x: p.x + (1 - p.x / front.neck.end.x) * 1.5, y: p.y }));
    const side = halfOutline(front, gap, design).line(1.5, front.hemY);
    sketch.both(side, (s) => sketch.area(s));
    band(sketch, gap, front);
    return;
  }
  sketch.area(whole(halfOutline(front, front.neck, design)));
}

/** Draws the edge of the upper skirt panel of a wrap dress. */
function wrapEdge(sketch: Sketch, front: BodyShape, low: number): void {
  const x = front.neck.start.x;
  const edge = pen(x, front.hemY).curve(x - 0.4, front.hemY + 20, x - 1.6, low - 18, x - 3, low + 0.8);
  sketch.line(edge, 1.9).stitch(edge.moved(1, 0));
}

/** Draws the wide band of an open front, from the hem around the neck. */
function band(sketch: Sketch, edge: Curve, front: BodyShape): void {
  const path = pen(1.5, front.hemY).line(1.5, edge.start.y).follow(edge);
  const outer = pen(6.5, front.hemY)
    .line(6.5, edge.start.y - 1)
    .curve(edge.end.x * 0.85 + 4, edge.start.y * 0.68, edge.end.x + 3.6, edge.start.y * 0.3, edge.end.x + 3.2, 1.2);
  const shape = path.clone().follow(outer.reversed());
  sketch.both(shape, (s) => {
    sketch.area(s, sketch.cloth, 1.8);
    sketch.shade(s, 0.07);
  });
}

/** @returns a strap from the bib over the shoulder */
const strap = (fromX: number, toX: number, y: number) =>
  pen(fromX, y)
    .curve(fromX - 0.4, y * 0.6, toX, y * 0.3, toX, -1)
    .line(toX + 4.4, -1.2)
    .curve(toX + 4.4, y * 0.3, fromX + 4.2, y * 0.6, fromX + 4.4, y);

/** Draws the upper part of a pinafore with its straps. */
function bib(sketch: Sketch, shape: BodyShape, view: 'front' | 'back'): void {
  const top = shape.underarm.y - 6;
  if (view === 'front') {
    sketch.inside(
      whole(
        pen(0, top - 1)
          .line(9, top - 1)
          .line(shape.low.x, shape.underarm.y + 6)
          .line(shape.low.x, shape.hemY)
          .line(0, shape.hemY),
      ),
    );
    sketch.both(strap(5.5, 6.4, top - 1), (s) => sketch.inside(s, 1.5));
  }
  sketch.both(strap(6.6, 6.6, top + 4), (s) => sketch.area(s, sketch.cloth, 1.9));
  const armhole = pen(12, top).curve(
    13,
    top + 5,
    shape.underarm.x - 6,
    shape.underarm.y + 4,
    shape.underarm.x - 0.5,
    shape.underarm.y + 5,
  );
  const side = pen(shape.underarm.x - 0.5, shape.underarm.y + 5).curve(
    shape.underarm.x - 1,
    shape.waistY - 4,
    shape.low.x,
    shape.low.y - 6,
    shape.low.x,
    shape.low.y,
  );
  sketch.area(whole(pen(0, top).line(12, top).follow(armhole).follow(side).follow(shape.hem)));
  sketch.both(
    pen(0, top + 1)
      .line(11.3, top + 1)
      .follow(armhole.mapped((p) => ({ x: p.x - 0.8, y: p.y + 0.7 }))),
    (s) => sketch.stitch(s),
  );
  bibHem(sketch, shape);
  if (view === 'back') crossedStitching(sketch, top);
  else bibButtons(sketch, top);
}

function bibHem(sketch: Sketch, shape: BodyShape): void {
  sketch.line(
    pen(-shape.low.x, shape.low.y).curve(
      -shape.low.x * 0.4,
      shape.hemY + 0.4,
      shape.low.x * 0.4,
      shape.hemY + 0.4,
      shape.low.x,
      shape.low.y,
    ),
    1.8,
  );
  sketch.stitch(
    pen(-shape.low.x, shape.low.y + 0.9).curve(
      -shape.low.x * 0.4,
      shape.hemY + 1.3,
      shape.low.x * 0.4,
      shape.hemY + 1.3,
      shape.low.x,
      shape.low.y + 0.9,
    ),
  );
}

function crossedStitching(sketch: Sketch, top: number): void {
  const cross = pen(6.6, top + 0.4)
    .line(11, top + 0.4)
    .line(11, top + 4.4)
    .line(6.6, top + 4.4)
    .line(6.6, top + 0.4)
    .line(11, top + 4.4);
  sketch.both(cross, (s) => sketch.stitch(s));
}

function bibButtons(sketch: Sketch, top: number): void {
  for (const x of [-8.8, 8.8]) {
    sketch.area(
      pen(x - 2.6, top - 3.4)
        .line(x + 2.6, top - 3.4)
        .line(x + 2, top + 1.6)
        .line(x - 2, top + 1.6),
      'none',
      2.2,
    );
    sketch.button(x, top + 2.6, 1);
  }
}
