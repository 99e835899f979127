import { type Curve, ellipse, pen } from '../drafting/curve.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { type Sketch, whole } from './sketch.ts';
import { inset } from './skirt-flat.ts';

export type View = 'front' | 'back';

const box = (x: number, y: number, w: number, h: number): Curve =>
  pen(x, y)
    .line(x + w, y)
    .line(x + w, y + h)
    .line(x, y + h);

const leather = '#7A5233';
const metal = '#CFC8BA';

/** Draws a strap of this width along a path. */
function strap(sketch: Sketch, path: Curve, width: number, colour: string): void {
  const d = path.path();
  const stroke = (w: number, paint: string, cap = 'butt') =>
    `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${w}" stroke-linecap="${cap}" stroke-linejoin="round"/>`;
  const line = 2 / sketch.scale;
  sketch.reach(path.moved(0, -width / 2)).raw(stroke(width + line * 2, '#22201D') + stroke(width, colour));
  sketch.stitch(path.moved(-width * 0.32, 0), 1).stitch(path.moved(width * 0.32, 0), 1);
}

function zip(sketch: Sketch, path: Curve, height = 1.1): void {
  const d = path.path();
  const line = 1.6 / sketch.scale;
  sketch.raw(
    `<path d="${d}" fill="none" stroke="#22201D" stroke-width="${height + line * 2}"/><path d="${d}" fill="none" stroke="#EFE7D8" stroke-width="${height}"/>` +
      `<path d="${d}" fill="none" stroke="#55504A" stroke-width="${height * 0.45}" stroke-dasharray=".22 .16"/>`,
  );
  const { x, y } = path.start;
  sketch.area(box(x + 0.4, y - 0.7, 1.5, 1.4), metal, 1.5);
  sketch.area(
    pen(x + 0.6, y)
      .curve(x - 0.4, y + 1.4, x - 0.3, y + 3, x + 0.3, y + 3.4)
      .curve(x + 1, y + 3, x + 1.2, y + 1.4, x + 1.2, y),
    metal,
    1.4,
  );
}

/** @returns the loop of a tote's handle; its top is `dy` lower, its ends stay in place */
const handle = (dy: number) =>
  pen(-8, 6)
    .curve(-8, -14 + dy, -6.5, -22 + dy, 0, -22 + dy)
    .curve(6.5, -22 + dy, 8, -14 + dy, 8, 6);

export function tote(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const x = w / 2;
  strap(sketch, handle(3), 2.8, '#C4B391');
  const rim = pen(-x, 0)
    .curve(-x * 0.5, -2.2, x * 0.5, -2.2, x, 0)
    .curve(x * 0.5, 2, -x * 0.5, 2, -x, 0);
  sketch.inside(rim, 1.6);
  const body = pen(-x, 0)
    .curve(-x * 0.5, 2, x * 0.5, 2, x, 0)
    .curve(x - 0.6, h * 0.5, x - 1, h - 6, x - 1, h - 2)
    .curve(x - 1, h, x - 3, h + 0.6, x - 5, h + 0.6)
    .curve(x * 0.4, h + 1.4, -x * 0.4, h + 1.4, 5 - x, h + 0.6)
    .curve(3 - x, h + 0.6, 1 - x, h, 1 - x, h - 2)
    .curve(1 - x, h - 6, 0.6 - x, h * 0.5, -x, 0);
  sketch.area(body);
  sketch.stitch(pen(-x + 0.2, 3.4).curve(-x * 0.5, 5.4, x * 0.5, 5.4, x - 0.2, 3.4));
  sketch.crease(pen(1 - x, h - 6).curve(-x * 0.4, h - 4.6, x * 0.4, h - 4.6, x - 1, h - 6));
  for (const side of [-8, 8]) strap(sketch, pen(side, 1.4).line(side, h + 1), 2.8, '#C4B391');
  if (view === 'front') strap(sketch, handle(0), 2.8, '#C4B391');
  for (const side of [-8, 8]) sketch.stitch(box(side - 1.1, 2, 2.2, 3).line(side + 1.1, 2), 1);
  sketch.both(pen(x - 1.5, 10).curve(x - 4, 18, x - 3.6, 26, x - 5, 34), (s) => sketch.crease(s));
}

/** Draws the pouch: from the front all three sizes, one behind the other; from the back only the middle size. */
export function pouches(sketch: Sketch, _size: Size, view: View): void {
  const sizes =
    view === 'front'
      ? [
          [32, 20, -5, -15],
          [24, 14, 7, -3],
          [20, 9, -9, 7],
        ]
      : [[24, 14, 0, 0]];
  for (const [w, h, dx, dy] of sizes as [number, number, number, number][]) {
    const x = w / 2;
    const body = pen(dx - x, dy)
      .line(dx + x, dy)
      .curve(dx + x + 0.6, dy + h * 0.5, dx + x + 0.4, dy + h - 3, dx + x - 0.4, dy + h - 1.4)
      .curve(dx + x - 1, dy + h, dx + x - 2, dy + h + 0.3, dx + x - 3, dy + h + 0.3)
      .line(dx - x + 3, dy + h + 0.3)
      .curve(dx - x + 2, dy + h + 0.3, dx - x + 1, dy + h, dx - x + 0.4, dy + h - 1.4)
      .curve(dx - x - 0.4, dy + h - 3, dx - x - 0.6, dy + h * 0.5, dx - x, dy);
    sketch.area(body);
    zip(sketch, pen(dx - x + 1.6, dy + 0.2).line(dx + x - 1.6, dy + 0.2));
    for (const side of [dx - x, dx + x - 1.8]) sketch.area(box(side, dy - 0.7, 1.8, 1.8), '#F0E6D2', 1.5);
    sketch.stitch(pen(dx - x + 0.4, dy + 1.8).line(dx + x - 0.4, dy + 1.8));
    const corner = pen(dx + x - 3.4, dy + h + 0.2)
      .line(dx + x - 2.6, dy + h - 3)
      .line(dx + x + 0.2, dy + h - 3.2);
    sketch.crease(corner).crease(corner.mapped((p) => ({ x: 2 * dx - p.x, y: p.y })));
  }
}

export function beltBag(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const x = w / 2;
  strap(
    sketch,
    pen(-x + 1, 3)
      .curve(-x - 7, 0, -x - 8, -14, 0, -16)
      .curve(x + 8, -14, x + 7, 0, x - 1, 3),
    2.8,
    '#3D3A35',
  );
  sketch.area(box(-3.4, -18, 6.8, 4), '#2E2B27', 1.8).line(pen(0, -18).line(0, -14), 1.4);
  const shell = pen(0, -1)
    .curve(x * 0.5, -1, x * 0.9, -0.6, x, 1)
    .curve(x + 0.6, h * 0.6, x * 0.62, h, 0, h);
  sketch.area(whole(shell));
  sketch.both(inset(whole(shell), 0.9), (s) => sketch.stitch(s, 1));
  sketch.both(
    pen(x - 0.2, 1)
      .line(x + 3.4, 1.6)
      .line(x + 3, 5)
      .line(x - 0.4, 5.6),
    (s) => sketch.area(s, sketch.cloth, 1.8),
  );
  sketch.both(
    pen(x + 0.4, 2)
      .line(x + 2.6, 4.4)
      .line(x + 2.6, 2)
      .line(x + 0.4, 4.6),
    (s) => sketch.stitch(s, 1),
  );
  zip(sketch, pen(-x + 3, 0.4).curve(-x * 0.4, -0.2, x * 0.4, -0.2, x - 3, 0.4));
  if (view === 'front') {
    sketch.line(pen(-x + 1.4, 8).line(x - 1.2, 4.6), 1.6);
    zip(sketch, pen(-x + 3.4, 7.8).line(x - 3, 5));
    sketch.stitch(pen(-x + 2, 9).line(x - 2, 5.9));
    sketch.crease(pen(-7, 15).curve(-3, 15.6, 3, 15.6, 7, 15));
  }
}

export function backpack(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const x = w / 2;
  const body = pen(0, -10)
    .line(x - 1.4, -10)
    .curve(x, -6, x + 0.6, 0, x + 0.6, 6)
    .line(x + 0.6, h - 4)
    .curve(x + 0.6, h, x - 1, h + 0.6, x - 4, h + 0.6)
    .line(0, h + 0.8);
  if (view === 'front')
    sketch.both(
      pen(x - 2, 4)
        .curve(x + 7, 8, x + 7, 28, x + 1, h - 4)
        .line(x - 2, h - 6),
      (s) => sketch.inside(s, 1.7),
    );
  sketch.area(pen(-2.6, -10).curve(-2.6, -15, 2.6, -15, 2.6, -10), leather, 1.8);
  sketch.area(whole(body));
  const roll = whole(
    pen(0, -13)
      .line(x + 0.2, -13)
      .curve(x + 1.8, -13, x + 1.8, -7.4, x + 0.2, -7.4)
      .line(0, -7.2),
  );
  sketch.area(roll).crease(pen(-x, -10.4).line(x, -10.4)).stitch(pen(-x, -8.2).line(x, -8.2));
  sketch
    .crease(pen(-x, 2).curve(-4, 3.4, 4, 3.4, x, 2))
    .stitch(pen(-x, h - 7).line(x, h - 7))
    .line(pen(-x - 0.6, h - 7.7).line(x + 0.6, h - 7.7), 1.6);
  if (view === 'back') return backOfBackpack(sketch, x, h);
  const pocket = whole(
    pen(0, 16)
      .line(x - 3, 16)
      .line(x - 3, h - 10)
      .curve(x - 3, h - 9, x - 4, h - 8.6, x - 5, h - 8.6)
      .line(0, h - 8.6),
  );
  sketch.area(pocket, sketch.cloth, 1.9).stitch(inset(pocket, 0.7));
  sketch.both(pen(3, 20).line(3, h - 8.8), (s) => sketch.line(s, 1.5));
  sketch.both(
    pen(1.2, 20)
      .line(2.9, 20.6)
      .line(2.9, h - 9)
      .line(1.2, h - 9),
    (s) => sketch.shade(s, 0.12),
  );
  const flap = whole(
    pen(0, 14.6)
      .line(x - 2.4, 14.6)
      .line(x - 2.4, 21)
      .curve(x - 2.4, 24, x - 5, 25.4, x - 8, 25.4)
      .line(0, 25.4),
  );
  sketch.area(flap).stitch(inset(flap, 0.7));
  sketch.area(pen(-1.4, 20).line(1.4, 20).line(1.4, 29).curve(1.2, 30.6, -1.2, 30.6, -1.4, 29), leather, 1.7);
  sketch.area(box(-2, 24.4, 4, 2.6), 'none', 2.2);
  sketch.both(pen(x + 0.3, -8).line(x + 0.3, 14), (s) => strap(sketch, s, 1.8, '#3D3A35'));
  sketch.both(box(x - 1, 6, 2.6, 4), (s) => sketch.area(s, '#2E2B27', 1.6));
}

function backOfBackpack(sketch: Sketch, x: number, h: number): void {
  const pad = whole(
    pen(0, 2)
      .line(x - 3, 2)
      .curve(x - 1, 12, x - 3, 26, x - 4, 36)
      .line(0, 36),
  );
  sketch.area(pad, '#D8CFBF', 1.8).stitch(inset(pad, 0.8));
  for (let y = 9; y < 34; y += 6) sketch.crease(pen(-x + 4, y).curve(-3, y + 1, 3, y + 1, x - 4, y));
  sketch.both(
    pen(2, 1)
      .curve(4, 10, 10.6, 16, 10.4, 26)
      .curve(10, 34, 12, 38, 13, h - 4),
    (s) => {
      strap(sketch, s, 4.4, '#B7A27C');
    },
  );
  sketch.area(box(-x + 1, -0.4, x * 2 - 2, 3), sketch.cloth, 1.8);
}

export function shoulderBag(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const x = w / 2;
  const carried = pen(-x + 0.6, 1)
    .curve(-x - 3, -16, -8, -27, 0, -27)
    .curve(8, -27, x + 3, -16, x - 0.6, 1);
  const slider = carried.pointAt(0.24);
  strap(sketch, carried, 2.4, leather);
  sketch.area(box(slider.x - 1.8, slider.y - 1.4, 3.6, 2.8), metal, 1.7);
  const shell = whole(
    pen(0, -1)
      .line(x - 2, -1)
      .curve(x, -1, x + 0.4, 0.4, x + 0.2, 2)
      .curve(x, h * 0.66, x * 0.66, h + 0.6, 0, h + 0.6),
  );
  sketch.area(shell).stitch(inset(shell, 0.9));
  const side = pen(x + 0.2, 1)
    .curve(x + 2.4, 3, x + 1.6, h * 0.5, x * 0.8, h * 0.72)
    .curve(x * 0.98, h * 0.5, x + 0.2, h * 0.3, x + 0.2, 1);
  sketch.both(side, (s) => sketch.inside(s, 1.5));
  if (view === 'front') {
    const flap = whole(
      pen(0, -2)
        .line(x - 1, -2)
        .curve(x + 1.2, -2, x + 1.4, 0, x + 1.2, 2)
        .curve(x + 1, h * 0.5, x * 0.6, h * 0.74, 0, h * 0.74),
    );
    sketch.area(flap).stitch(inset(flap, 0.9));
    sketch.area(ellipse(0, h * 0.74 - 3, 1), metal, 1.6).area(ellipse(0, h * 0.74 - 3, 0.45), '#8B8378', 1);
  } else {
    sketch.stitch(pen(-x + 1, 2.4).line(x - 1, 2.4));
    sketch.line(pen(-6, 6).line(6, 6), 1.6).stitch(pen(-6, 5.2).line(6, 5.2));
  }
  sketch.both(box(x - 2.6, -2.4, 3.2, 4.6), (s) => sketch.area(s, sketch.cloth, 1.7));
}
