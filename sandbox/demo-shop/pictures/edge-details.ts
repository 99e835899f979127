import { ellipse, pen } from '../drafting/curve.ts';
import { box, cloth, halfHeight, ridge, stitches, halfWidth } from './close-up.ts';
import { type Sketch, pseudoRandom } from './sketch.ts';

export function binding(sketch: Sketch): void {
  const edge = pen(-halfWidth, 5).curve(-5, 4.6, 1, 2, 4, -3).curve(6, -6.6, 7, -10, 7.4, -halfHeight);
  const outer = edge.mapped(({ x, y }) => ({ x: x + 1.5, y: y + 1.3 }));
  sketch.area(edge.clone().line(-halfWidth, -halfHeight), sketch.cloth, 0);
  const tape = edge.clone().follow(outer.reversed());
  sketch.shade(tape.moved(0.4, 0.6), 0.2).area(tape, '#A9524A', 2.4).light(tape, 0.08);
  for (let i = 1; i < 24; i += 1) {
    const [a, b] = [edge.pointAt(i / 24), outer.pointAt(i / 24)];
    const lean = { x: a.x + (b.x - a.x) * 0.8, y: a.y + (b.y - a.y) * 0.8 - 0.9 };
    if (i % 2 === 0) sketch.crease(pen(b.x, b.y).line(lean.x, lean.y), 0.7);
  }
  const seam = edge.mapped(({ x, y }) => ({ x: x + 0.25, y: y + 0.22 }));
  stitches(sketch, seam);
  sketch.shade(edge.mapped(({ x, y }) => ({ x: x - 0.6, y: y - 0.5 })).follow(edge.reversed()), 0.09);
}

/** @returns the line of a hem, slightly curved in the middle of the picture */
const hemLine = (y: number) => pen(-halfWidth, y + 0.8).curve(-4, y - 0.4, 4, y - 0.4, halfWidth, y + 0.8);

export function hem(sketch: Sketch): void {
  sketch.shade(hemLine(9.4).line(halfWidth, -halfHeight).line(-halfWidth, -halfHeight).moved(0, 0.7), 0.14);
  sketch.area(hemLine(9).line(halfWidth, -halfHeight).line(-halfWidth, -halfHeight), sketch.cloth, 2.6);
  sketch.light(hemLine(9).follow(hemLine(3.2).reversed()), 0.1).crease(hemLine(3), 1);
  stitches(sketch, hemLine(3.9));
  stitches(sketch, hemLine(4.9));
  for (const x of [-6.5, 0.5, 6]) {
    const fold = pen(x, 9).curve(x + 0.4, 3, x - 0.8, -3, x + 0.2, -11);
    sketch.shade(fold.clone().curve(x + 1.4, -3, x + 1.8, 3, x + 1.6, 9), 0.08).crease(fold, 1.4);
  }
}

export function corner(sketch: Sketch): void {
  const [x, y] = [7, 8.6];
  const piece = pen(-halfWidth, -halfHeight)
    .line(x, -halfHeight)
    .line(x, y - 0.5)
    .curve(x, y - 0.1, x - 0.1, y, x - 0.5, y)
    .line(-halfWidth, y);
  sketch.shade(piece.moved(0.5, 0.6), 0.2).area(piece, sketch.cloth, 2.6);
  const fold = 5.4;
  sketch.light(
    pen(-halfWidth, y)
      .line(x, y)
      .line(x, -halfHeight)
      .line(x - fold, -halfHeight)
      .line(x - fold, y - fold)
      .line(-halfWidth, y - fold),
    0.12,
  );
  sketch.line(pen(x, y).line(x - fold, y - fold), 2).shade(
    pen(x, y)
      .line(x - fold, y - fold)
      .line(x - fold + 0.7, y - fold)
      .line(x, y - 0.6),
    0.12,
  );
  sketch.line(
    pen(-halfWidth, y - fold)
      .line(x - fold, y - fold)
      .line(x - fold, -halfHeight),
    1.6,
  );
  stitches(
    sketch,
    pen(-halfWidth, y - fold + 0.6)
      .line(x - fold + 0.6, y - fold + 0.6)
      .line(x - fold + 0.6, -halfHeight),
  );
}

export function rib(sketch: Sketch): void {
  cloth(sketch);
  const top = 1.4;
  const band = box(-halfWidth, top, halfWidth, 10.6);
  sketch.shade(band.moved(0.3, 0.6), 0.16).area(band, sketch.cloth, 2.6);
  for (let i = 0; i < 32; i += 1) {
    const x = -halfWidth + (i * halfWidth * 2) / 32;
    sketch.shade(box(x, top, x + 0.34, 10.6), 0.18).crease(pen(x, top).line(x, 10.6), 1);
  }
  for (let i = 0; i < 15; i += 1) {
    const x = -halfWidth + ((i + 0.5) * halfWidth * 2) / 15;
    sketch.crease(
      pen(x, top - 0.6).curve(
        x + 0.2,
        top - 2,
        x - 0.2,
        top - 3,
        x + (pseudoRandom(i) - 0.5) * 1.6,
        top - 3.4 - 3 * pseudoRandom(i + 5),
      ),
      1.2,
    );
  }
  ridge(sketch, pen(-halfWidth, top).line(halfWidth, top), -1);
  stitches(sketch, pen(-halfWidth, top - 0.7).line(halfWidth, top - 0.7));
}

export function felled(sketch: Sketch): void {
  cloth(sketch);
  const gold = '#D6A04A';
  const seam = pen(-halfWidth, 2.6).curve(-4, 0.6, 4, -2, halfWidth, -4.6);
  const flap = seam.clone().follow(seam.moved(0, -2.2).reversed());
  sketch
    .shade(seam.moved(0, 0.7).follow(seam.reversed()), 0.2)
    .light(flap, 0.1)
    .line(seam, 2.6)
    .crease(seam.moved(0, -2.2), 1.4);
  stitches(sketch, seam.moved(0, -0.5), gold);
  stitches(sketch, seam.moved(0, -1.6), gold);
  const pocket = pen(-5.6, 5.2).line(halfWidth, 1.6).line(halfWidth, halfHeight).line(-4.6, halfHeight);
  sketch.shade(pocket.moved(-0.4, 0.2), 0.16).area(pocket, sketch.cloth, 2.6);
  for (const by of [0.5, 1.5]) stitches(sketch, pen(-5.2 + by * 0.7, 5.3).line(-4.6 + by * 0.9, halfHeight), gold);
  stitches(sketch, pen(-5.2, 7.3).line(halfWidth, 3.7), gold);
  stitches(sketch, pen(-5.2, 6.2).line(halfWidth, 2.6), gold);
  sketch
    .shade(ellipse(-4.6, 6.06, 0.8), 0.3)
    .area(ellipse(-4.7, 5.9, 0.76), '#C08A4E', 2)
    .area(ellipse(-4.7, 5.9, 0.3), '#E2B878', 1.4);
}

/** @returns the line of the edge of a brim */
const brimLine = (y: number) => pen(-halfWidth, y + 3).curve(-4, y - 0.8, 4, y - 0.8, halfWidth, y + 3);

export function stitchedBrim(sketch: Sketch): void {
  sketch.shade(brimLine(10).line(halfWidth, -halfHeight).line(-halfWidth, -halfHeight).moved(0, 0.8), 0.16);
  sketch.area(brimLine(9.6).line(halfWidth, -halfHeight).line(-halfWidth, -halfHeight), sketch.cloth, 2.6);
  for (let y = 8.6; y > -4; y -= 1.35) stitches(sketch, brimLine(y));
  ridge(sketch, brimLine(-5.4));
  stitches(sketch, brimLine(-6.1));
  sketch.line(pen(0, -5.8).line(0, -halfHeight), 2);
  stitches(sketch, pen(0.7, -6.4).line(0.7, -halfHeight));
}
