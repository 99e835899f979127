import { ellipse, pen } from '../drafting/curve.ts';
import type { Size } from '../drafting/size-ranges.ts';
import type { View } from './bag-flats.ts';
import type { Sketch } from './sketch.ts';
import { inset } from './skirt-flat.ts';

export function curtain(sketch: Sketch, { height: h }: Size, view: View): void {
  const folds = 7;
  const w = view === 'front' ? 80 : 40;
  const tabs = view === 'front' ? 9 : 5;
  const pole = pen(-w / 2 - 8, -14.2)
    .line(w / 2 + 8, -14.2)
    .line(w / 2 + 8, -10.6)
    .line(-w / 2 - 8, -10.6);
  for (let i = 0; i < tabs; i += 1) {
    const x = -w / 2 + (w / tabs) * (i + 0.5);
    sketch.inside(
      pen(x - 2.6, -13)
        .line(x + 2.6, -13)
        .line(x + 2.6, 0)
        .line(x - 2.6, 0),
      1.4,
    );
  }
  sketch.area(pole, '#B98F5E', 1.9);
  sketch.area(ellipse(-w / 2 - 9.6, -12.4, 2.6), '#B98F5E', 1.9).area(ellipse(w / 2 + 9.6, -12.4, 2.6), '#B98F5E', 1.9);
  const bottom = pen(w / 2, h - 14);
  for (let i = 0; i < folds; i += 1) {
    const [a, b] = [w / 2 - (w / folds) * i, w / 2 - (w / folds) * (i + 1)];
    bottom.curve(a - 2, h - 10.4, b + 6, h - 11, b, h - 14);
  }
  sketch.area(
    pen(-w / 2, 0)
      .line(w / 2, 0)
      .follow(bottom),
  );
  for (let i = 0; i < tabs; i += 1) frontTab(sketch, -w / 2 + (w / tabs) * (i + 0.5));
  sketch.stitch(pen(-w / 2, 3).line(w / 2, 3)).stitch(bottom.mapped((p) => ({ x: p.x, y: p.y - 10 })));
  for (let i = 0; i < folds; i += 1) {
    const x = w / 2 - (w / folds) * (i + 0.62);
    sketch.crease(pen(x, h - 12).curve(x + 1, h * 0.7, x - 1, h * 0.4, x + 0.4, 8 + i * 2));
    sketch.shade(
      pen(x, h - 11.6)
        .curve(x + 1, h * 0.7, x - 1, h * 0.4, x + 0.4, 8 + i * 2)
        .curve(x + 2.4, h * 0.4, x + 3.6, h * 0.7, x + 4.4, h - 12),
      0.06,
    );
  }
}

function frontTab(sketch: Sketch, x: number): void {
  sketch.area(
    pen(x - 2.8, -14.8)
      .curve(x - 1, -15.6, x + 1, -15.6, x + 2.8, -14.8)
      .line(x + 2.8, 1.4)
      .line(x - 2.8, 1.4),
    sketch.cloth,
    1.7,
  );
  sketch.stitch(
    pen(x - 2, -0.6)
      .line(x + 2, -0.6)
      .line(x + 2, 0.8)
      .line(x - 2, 0.8)
      .line(x - 2, -0.6),
    1,
  );
}

export function quilt(sketch: Sketch, _size: Size, view: View): void {
  const block = 24;
  const [red, blue, ochre, sage, paper] = ['#A5564B', '#4C6787', '#D6A952', '#7C8A6A', '#F1EADB'];
  const blocks = view === 'front' ? 3 : 1;
  const edge = (blocks * block) / 2 + (view === 'front' ? 9 : 2);
  const frame = pen(-edge, -edge).line(edge, -edge).line(edge, edge).line(-edge, edge);
  sketch.area(frame, '#4C6787', 2.4).area(inset(frame, 1.2), paper, 1.4);
  const tones = [red, blue, ochre, sage];
  for (let i = 0; i < blocks * blocks; i += 1) {
    const [x, y] = [((i % blocks) - blocks / 2) * block, (Math.floor(i / blocks) - blocks / 2) * block];
    star(sketch, x, y, block, tones[i % 4]!, tones[(i + 2) % 4]!, paper);
  }
  if (view === 'front') for (const by of [3.6, 5.4, 7.2]) sketch.stitch(inset(frame, by).line(-edge + by, -edge + by));
}

/** Draws an eight-pointed star in a square. */
function star(sketch: Sketch, x: number, y: number, s: number, tone: string, second: string, ground: string): void {
  const q = s / 4;
  const at = (a: number, b: number) => ({ x: x + a * q, y: y + b * q });
  const shape = (paint: string, ...points: [number, number][]) => {
    const [first, ...rest] = points.map(([a, b]) => at(a, b));
    const curve = pen(first!.x, first!.y);
    for (const p of rest) curve.line(p.x, p.y);
    sketch.area(curve, paint, 1.2);
  };
  shape(ground, [0, 0], [4, 0], [4, 4], [0, 4]);
  for (const [a, b, c, d, e, f] of [
    [1, 1, 1, 0, 2, 1],
    [3, 1, 3, 0, 2, 1],
    [3, 1, 4, 1, 3, 2],
    [3, 3, 4, 3, 3, 2],
    [3, 3, 3, 4, 2, 3],
    [1, 3, 1, 4, 2, 3],
    [1, 3, 0, 3, 1, 2],
    [1, 1, 0, 1, 1, 2],
  ] as const)
    shape(tone, [a, b], [c, d], [e, f]);
  shape(second, [1, 1], [3, 1], [3, 3], [1, 3]);
  shape(tone, [2, 1], [3, 2], [2, 3], [1, 2]);
}
