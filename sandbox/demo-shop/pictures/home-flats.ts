import { type Curve, ellipse, pen } from '../drafting/curve.ts';
import type { Size } from '../drafting/size-ranges.ts';
import type { View } from './bag-flats.ts';
import { type Sketch, whole } from './sketch.ts';
import { inset } from './skirt-flat.ts';

// A flat is the technical drawing of a piece, as sewing patterns show it.

export function cushion(sketch: Sketch, _size: Size, view: View): void {
  const r = 23;
  const edge = whole(
    pen(0, -r + 1.6)
      .curve(r * 0.5, -r + 1.6, r * 0.8, -r + 0.4, r, -r)
      .curve(r - 0.4, -r * 0.7, r - 1.8, -r * 0.4, r - 1.8, 0)
      .curve(r - 1.8, r * 0.4, r - 0.4, r * 0.7, r, r)
      .curve(r * 0.8, r - 0.4, r * 0.5, r - 1.6, 0, r - 1.6),
  );
  sketch.area(edge).stitch(inset(edge, 3.4), 1.5).stitch(inset(edge, 0.9));
  for (const [x, y] of [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    sketch.crease(pen(x * 18, y * 18).curve(x * 15, y * 16, x * 13, y * 13.6, x * 12, y * 10));
    sketch.crease(pen(x * 18.4, y * 17).curve(x * 17, y * 14, x * 16, y * 11, x * 15.6, y * 8));
  }
  if (view === 'back') {
    sketch
      .line(pen(-r + 2, 4).curve(-8, 5.2, 8, 5.2, r - 2, 4), 2)
      .stitch(pen(-r + 2, 1.4).curve(-8, 2.6, 8, 2.6, r - 2, 1.4));
    sketch.shade(
      pen(-r + 2, 4)
        .curve(-8, 5.2, 8, 5.2, r - 2, 4)
        .curve(8, 7, -8, 7, 2 - r, 4),
      0.16,
    );
  }
}

export function apron(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const half = (w / 2) * 0.86;
  const halfBib = 12;
  const side = pen(halfBib, 0)
    .curve(halfBib + 1, 14, half - 11, 24, half - 1, 30)
    .line(half, h);
  const body = whole(
    pen(0, 0)
      .line(halfBib, 0)
      .follow(side)
      .curve(half * 0.5, h + 1.2, half * 0.2, h + 1.2, 0, h + 1.2),
  );
  const cross = pen(halfBib - 5, -2)
    .curve(4, -14, -half * 0.4, 6, -half + 1, 31)
    .line(-half + 1, 37)
    .curve(-half * 0.3, 14, 8, -6, halfBib, -1);
  if (view === 'back') {
    sketch.inside(body);
    sketch.area(cross.mirrored(), sketch.cloth, 1.8).area(cross, sketch.cloth, 1.8);
    return;
  }
  sketch.inside(cross, 1.5).inside(cross.mirrored(), 1.5);
  sketch.area(body);
  sketch.both(
    side.mapped((p) => ({ x: p.x - 1.2, y: p.y })),
    (s) => sketch.stitch(s),
  );
  sketch.both(pen(0, 3).line(halfBib + 0.2, 3), (s) => sketch.stitch(s));
  sketch.stitch(pen(-half, h - 2.4).curve(-half * 0.4, h - 1.2, half * 0.4, h - 1.2, half, h - 2.4));
  const pocket = whole(pen(0, 42).line(16, 42).line(16, 59).curve(16, 60, 15.4, 60.6, 14, 60.6).line(0, 60.6));
  sketch
    .area(pocket, sketch.cloth, 1.9)
    .stitch(inset(pocket, 0.7))
    .stitch(pen(-16, 45).line(16, 45))
    .line(pen(0, 42).line(0, 60.6), 1.5);
  sketch.area(
    pen(half - 2.2, 40)
      .curve(half + 2, 42, half + 2, 50, half - 2, 51)
      .line(half - 1.6, 49)
      .curve(half + 0.4, 48, half + 0.4, 43, half - 2, 42),
    sketch.cloth,
    1.5,
  );
  sketch.both(pen(half * 0.5, h - 2).curve(half * 0.48, h - 14, half * 0.42, h - 22, half * 0.4, h - 30), (s) =>
    sketch.crease(s),
  );
}

export function bunting(sketch: Sketch): void {
  garland(sketch, { width: 14, height: 17, count: 6, top: 0, shift: 2 });
  garland(sketch, { width: 18, height: 22, count: 5, top: 36, shift: 0 });
  garland(sketch, { width: 14, height: 17, count: 6, top: 78, shift: 4 });
}

function garland(
  sketch: Sketch,
  row: { width: number; height: number; count: number; top: number; shift: number },
): void {
  const { width: w, height: h, count, top, shift } = row;
  const colours = ['url(#cloth)', '#6F8BA0', '#E5C36F', '#F1EADB', '#7C8A6A'];
  const end = (count / 2) * (w + 4) + 3;
  const sag = (x: number) => top + (1 - (x / end) ** 2) * 9;
  for (let i = 0; i < count; i += 1) {
    const x = (i - (count - 1) / 2) * (w + 4);
    const [a, b] = [x - w / 2, x + w / 2];
    const tilt = (sag(b) - sag(a)) * 0.9;
    const y = sag(x) + h;
    const upper = pen(a, sag(a)).line(b, sag(b));
    const flag =
      i % 2 === 0
        ? upper.line(x - tilt, y)
        : upper
            .line(b - tilt * 0.5, sag(b) + h * 0.45)
            .curve(b - tilt * 0.6, y - 3, x + w * 0.25 - tilt, y, x - tilt, y)
            .curve(x - w * 0.25 - tilt, y, a - tilt * 0.6, y - 3, a - tilt * 0.5, sag(a) + h * 0.45);
    sketch.area(flag, colours[(i + shift) % colours.length]!).stitch(inset(flag, 0.8));
  }
  const upper = pen(-end, top - 1.2).curve(-end * 0.4, top + 11.2, end * 0.4, top + 11.2, end, top - 1.2);
  const tape = upper.clone().follow(upper.moved(0, 2.2).reversed());
  sketch.area(tape, '#A32F2B', 1.8).stitch(upper.moved(0, 1.4));
}

export function potHolder(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const quilting = (outline: Curve, x1: number, y1: number, x2: number, id: string) => {
    const lines: string[] = [];
    for (let c = -60; c < 60; c += 5.4)
      lines.push(`M${x1} ${y1 + c}L${x2} ${y1 + c + (x2 - x1)}M${x2} ${y1 + c}L${x1} ${y1 + c + (x2 - x1)}`);
    sketch.raw(
      `<clipPath id="${id}"><path d="${outline.path(true)}"/></clipPath><path clip-path="url(#${id})" d="${lines.join('')}" fill="none" stroke="#22201D" stroke-opacity=".6" stroke-width="${1.2 / sketch.scale}" stroke-dasharray="${4.6 / sketch.scale} ${3.2 / sketch.scale}"/>`,
    );
  };
  if (view === 'front') {
    const s = w / 2 + 2;
    const square = pen(-s, -s + 1.5)
      .curve(-s, -s + 0.4, -s + 0.4, -s, -s + 1.5, -s)
      .line(s - 1.5, -s)
      .curve(s - 0.4, -s, s, -s + 0.4, s, -s + 1.5)
      .line(s, s - 1.5)
      .curve(s, s - 0.4, s - 0.4, s, s - 1.5, s)
      .line(-s + 1.5, s)
      .curve(-s + 0.4, s, -s, s - 0.4, -s, s - 1.5);
    sketch.area(
      pen(s - 2, -s + 1)
        .curve(s + 5, -s - 6, s + 6, -s - 1, s - 1, -s + 2)
        .curve(s + 3, -s - 1.4, s + 2.6, -s - 3, s - 1, -s + 0.4),
      '#A32F2B',
      1.6,
    );
    sketch.area(square, '#A32F2B').area(inset(square, 1.2), sketch.cloth, 1.6);
    quilting(inset(square, 1.2), -s, -s, s, 'q1');
    const pocket = pen(-s + 1.2, s * 0.25)
      .curve(-s * 0.4, s * 0.1, s * 0.4, s * 0.1, s - 1.2, s * 0.25)
      .line(s - 1.2, s - 1.2)
      .line(-s + 1.2, s - 1.2);
    sketch
      .area(pocket, sketch.cloth, 1.8)
      .shade(pocket, 0.07)
      .stitch(
        pen(-s + 1.2, s * 0.25 + 1.1).curve(-s * 0.4, s * 0.1 + 1.1, s * 0.4, s * 0.1 + 1.1, s - 1.2, s * 0.25 + 1.1),
      );
    return;
  }
  const mitt = pen(0, h)
    .line(0, h * 0.42)
    .curve(0, h * 0.12, w * 0.2, 0, w * 0.48, 0)
    .curve(w * 0.78, 0, w * 0.94, h * 0.14, w * 0.92, h * 0.38)
    .curve(w * 0.98, h * 0.28, w * 1.14, h * 0.25, w * 1.23, h * 0.33)
    .curve(w * 1.32, h * 0.42, w * 1.2, h * 0.56, w * 0.98, h * 0.68)
    .line(w * 0.98, h);
  sketch.area(mitt);
  quilting(mitt, 0, 0, w * 1.3, 'q2');
  sketch.area(
    pen(-0.3, h - 2)
      .line(w * 0.98 + 0.3, h - 2)
      .line(w * 0.98 + 0.3, h + 0.6)
      .line(-0.3, h + 0.6),
    '#A32F2B',
    1.8,
  );
  sketch.crease(pen(w * 0.92, h * 0.38).curve(w * 0.9, h * 0.44, w * 0.86, h * 0.48, w * 0.82, h * 0.5));
}

/** Draws the three sizes of the basket, which fit into each other. The view `back` shows one size alone. */
export function basket(sketch: Sketch, size: Size, view: View): void {
  const drawBasket = (d: number, h: number, x: number, y: number) => {
    const r = d / 2;
    const k = r * 0.3;
    sketch.inside(ellipse(x, y, r, k), 1.7);
    const wall = pen(x - r, y)
      .curve(x - r, y + k * 1.33, x + r, y + k * 1.33, x + r, y)
      .line(x + r - 0.6, y + h)
      .curve(x + r - 0.6, y + h + k * 1.33, x - r + 0.6, y + h + k * 1.33, x - r + 0.6, y + h);
    sketch.area(wall);
    const cuff = pen(x - r - 0.3, y)
      .curve(x - r, y + k * 1.36, x + r, y + k * 1.36, x + r + 0.3, y)
      .line(x + r + 0.2, y + 5)
      .curve(x + r, y + 5 + k * 1.36, x - r, y + 5 + k * 1.36, x - r - 0.2, y + 5);
    sketch.area(cuff, '#F3ECDD', 1.9);
    sketch.stitch(pen(x - r, y + 4.2).curve(x - r, y + 4.2 + k * 1.36, x + r, y + 4.2 + k * 1.36, x + r, y + 4.2));
    sketch
      .area(
        pen(x - 1.6, y + k + 4)
          .line(x + 1.6, y + k + 4)
          .line(x + 1.6, y + k + 8.4)
          .line(x - 1.6, y + k + 8.4),
        '#7A5233',
        1.6,
      )
      .stitch(
        pen(x - 1, y + k + 5)
          .line(x + 1, y + k + 5)
          .line(x + 1, y + k + 7.4)
          .line(x - 1, y + k + 7.4)
          .line(x - 1, y + k + 5),
      );
    sketch.shade(
      pen(x + r * 0.5, y + k * 1.2)
        .curve(x + r * 0.9, y + k, x + r, y + k * 0.6, x + r, y)
        .line(x + r - 0.6, y + h)
        .curve(x + r - 0.6, y + h + k * 0.6, x + r * 0.8, y + h + k, x + r * 0.45, y + h + k),
      0.08,
    );
  };
  if (view === 'back') return drawBasket(size.depth, size.height, 0, 0);
  drawBasket(25, 23, 4, -12);
  drawBasket(19, 18, -13, 0);
  drawBasket(14, 14, 8, 12);
}

export function pouf(sketch: Sketch, { width: w, height: h }: Size, view: View): void {
  const r = w / 2;
  if (view === 'back') {
    sketch.area(ellipse(0, 0, r, r));
    for (let i = 0; i < 8; i += 1) {
      const turn = (i * Math.PI) / 4 + 0.2;
      sketch.line(pen(0, 0).line(Math.cos(turn) * r, Math.sin(turn) * r), 1.5);
    }
    sketch.area(ellipse(0, 0, 2.6), sketch.cloth, 1.9);
    return;
  }
  const k = r * 0.34;
  const wall = pen(-r, 0)
    .curve(-r - 1.4, h * 0.4, -r - 1, h * 0.8, -r + 1, h)
    .curve(-r * 0.7, h + k * 1.1, r * 0.7, h + k * 1.1, r - 1, h)
    .curve(r + 1, h * 0.8, r + 1.4, h * 0.4, r, 0);
  sketch.area(wall);
  const top = ellipse(0, 0, r, k);
  sketch.area(top, '#5F6D4E', 3).area(ellipse(0, -0.8, r - 0.6, k - 0.4), sketch.cloth, 1.6);
  for (let i = 0; i < 8; i += 1) {
    const turn = (i * Math.PI) / 4 + 0.3;
    const [x, y] = [Math.cos(turn) * (r - 0.8), -0.8 + Math.sin(turn) * (k - 0.5)];
    sketch.line(pen(0, 0.2).curve(x * 0.3, y * 0.3 - 0.7, x * 0.7, y * 0.7 - 0.9, x, y), 1.4);
  }
  sketch.area(ellipse(0, 0.2, 2.6, 1.2), sketch.cloth, 1.8);
  sketch.line(pen(-r * 0.2, k * 0.98).curve(-r * 0.2, h * 0.5, -r * 0.2, h * 0.9, -r * 0.2, h + k * 0.8), 1.5);
  sketch.shade(
    pen(r * 0.45, k * 0.9)
      .curve(r * 0.8, k * 0.7, r, k * 0.4, r, 0)
      .curve(r + 1.4, h * 0.4, r + 1, h * 0.8, r - 1, h)
      .curve(r * 0.8, h + k * 0.5, r * 0.6, h + k * 0.6, r * 0.4, h + k * 0.74),
    0.1,
  );
  const seam = pen(-r + 1, h - 1).curve(-r * 0.7, h + k * 1.02, r * 0.7, h + k * 1.02, r - 1, h - 1);
  sketch.line(seam, 1.4);
}
