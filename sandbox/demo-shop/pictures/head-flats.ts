import { ellipse, pen, smooth } from '../drafting/curve.ts';
import type { Size } from '../drafting/size-ranges.ts';
import type { View } from './bag-flats.ts';
import { type Sketch, whole, pseudoRandom } from './sketch.ts';

/** Draws a bucket hat from the front. The view `back` shows its inside from below. */
export function hat(sketch: Sketch, _size: Size, view: View): void {
  if (view === 'back') {
    sketch.area(ellipse(0, 0, 16.5, 14));
    for (const by of [1, 2.2, 3.4, 4.6]) sketch.stitch(ellipse(0, 0, 16.5 - by, 14 - by));
    sketch.area(ellipse(0, 0.6, 10.2, 8.6), sketch.cloth, 1.9).shade(ellipse(0, 0.6, 10.2, 8.6), 0.26);
    sketch.area(ellipse(0, 1.6, 7.6, 6), sketch.cloth, 1.5).shade(ellipse(0, 1.6, 7.6, 6), 0.34);
    sketch.crease(pen(10.2, 0.6).line(7.6, 1.6)).crease(pen(-10.2, 0.6).line(-7.6, 1.6));
    return;
  }
  const under = whole(
    pen(0, 9).curve(6, 9, 10, 8, 12, 7).curve(15, 10, 16.6, 13, 17, 15).curve(10, 20.4, 5, 21.4, 0, 21.4),
  );
  sketch.inside(under, 1.6);
  const crown = whole(
    pen(0, -4).curve(4.6, -4, 7.6, -3.4, 8.4, -1.8).curve(9.6, 2, 10.6, 6, 11, 9).curve(7, 11.6, 3.6, 12.2, 0, 12.2),
  );
  const brim = whole(
    pen(0, 11.6).curve(3.6, 11.6, 7, 11, 11, 8.4).curve(13.6, 11, 16, 13.4, 17, 15).curve(12, 18.8, 6, 20, 0, 20),
  );
  sketch.area(brim);
  for (const share of [0.2, 0.42, 0.64, 0.86]) {
    const row = pen(0, 11.8 + 8.2 * share).curve(
      4.4,
      11.8 + 8.2 * share,
      8.6,
      10.8 + 7.6 * share,
      11 + 5.6 * share,
      8.8 + 6 * share,
    );
    sketch.both(row, (s) => sketch.stitch(s));
  }
  sketch.area(crown);
  sketch.both(pen(0, -1.2).curve(4.6, -1.2, 7.6, -1.4, 8.4, -1.8), (s) => sketch.line(s, 1.7).stitch(s.moved(0, 0.8)));
  sketch.line(pen(0, -1.2).line(0, 12.2), 1.5).stitch(pen(0.7, -0.6).line(0.7, 12));
  sketch.both(pen(0, 10.9).curve(3.6, 10.9, 7, 10.3, 10.7, 8), (s) => sketch.stitch(s));
  sketch.both(pen(7.4, 1).curve(8, 4, 8.4, 6, 8.4, 8), (s) => sketch.crease(s));
}

/** Draws the headband as a ring. The view `back` shows the scrunchie instead. */
export function headband(sketch: Sketch, _size: Size, view: View): void {
  if (view === 'back') return scrunchie(sketch);
  const inner = pen(-13.6, -3)
    .curve(-9, -8.6, 9, -8.6, 13.6, -3)
    .curve(12, 1.6, 7, 2.6, 0, 2.6)
    .curve(-7, 2.6, -12, 1.6, -13.6, -3);
  sketch.inside(inner.moved(0, -1), 1.8);
  const casing = pen(-5, -9).curve(-2, -10.2, 2, -10.2, 5, -9).line(5, -4.4).curve(2, -5.4, -2, -5.4, -5, -4.4);
  sketch.area(casing, sketch.cloth, 1.8).shade(casing, 0.14);
  for (let i = 0; i < 9; i += 1)
    sketch.crease(pen(-4.4 + i * 1.1, -9.1).curve(-4.2 + i * 1.1, -8, -4.6 + i * 1.1, -6, -4.4 + i * 1.1, -4.9));
  const band = pen(-14.8, -4.4)
    .curve(-14, 2, -8, 4, -1.6, 4)
    .line(1.6, 4)
    .curve(8, 4, 14, 2, 14.8, -4.4)
    .curve(16.4, 4.4, 11, 11.4, 2.4, 12.4)
    .line(-2.4, 12.4)
    .curve(-11, 11.4, -16.4, 4.4, -14.8, -4.4);
  sketch.area(band);
  const knot = pen(-2.6, 3.4)
    .curve(-1, 2.6, 1, 2.6, 2.6, 3.4)
    .curve(3.6, 6, 3.6, 10, 2.6, 13)
    .curve(1, 13.8, -1, 13.8, -2.6, 13)
    .curve(-3.6, 10, -3.6, 6, -2.6, 3.4);
  sketch.area(knot);
  for (const y of [5, 7.2, 9.2, 11.2]) {
    sketch.both(pen(3, 4 + y * 0.55).curve(5.4, y * 0.62 + 2.4, 8, y * 0.6 + 1.4, 11, y * 0.5), (s) =>
      sketch.crease(s),
    );
  }
  sketch.crease(pen(-1, 4).curve(-0.4, 7, -0.6, 10, -1, 12.6)).crease(pen(1, 4.4).curve(0.6, 7, 0.8, 9, 1, 11.6));
}

/** @returns a ruffled ring @param seed selects the pseudo-random depth of the ruffles */
const ruffledRing = (r: number, swing: number, seed: number) =>
  smooth(
    Array.from({ length: 41 }, (_, i) => {
      const turn = (i / 40) * 2 * Math.PI;
      const reach = r + (i % 2 === 0 ? swing : -swing) * (0.7 + 0.6 * pseudoRandom((i % 40) + seed));
      return { x: Math.cos(turn) * reach, y: Math.sin(turn) * reach * 0.9 };
    }),
  );

function scrunchie(sketch: Sketch): void {
  sketch.area(ruffledRing(10, 0.42, 3));
  for (let i = 0; i < 40; i += 1) {
    const turn = (i / 40) * 2 * Math.PI + pseudoRandom(i) * 0.08;
    const [c, s] = [Math.cos(turn), Math.sin(turn) * 0.9];
    const [a, b] = [4.4 + pseudoRandom(i) * 1.2, 7.4 + pseudoRandom(i + 9) * 1.8];
    sketch.crease(
      pen(c * a, s * a).curve(
        c * a * 1.1 + s * 0.4,
        s * a * 1.1 - c * 0.4,
        c * b * 0.9 + s * 0.4,
        s * b * 0.9 - c * 0.4,
        c * b,
        s * b,
      ),
    );
  }
  const hole = ruffledRing(3.8, 0.22, 11);
  sketch.area(hole, '#EDE4D0', 2);
}
