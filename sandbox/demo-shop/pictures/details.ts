import { ellipse, pen } from '../drafting/curve.ts';
import { box, cloth, halfHeight, ridge, stitches, thread, halfWidth } from './close-up.ts';
import { binding, corner, felled, hem, rib, stitchedBrim } from './edge-details.ts';
import { type Sketch, pseudoRandom } from './sketch.ts';

export type Detail =
  | 'gathers'
  | 'buttons'
  | 'zip'
  | 'patch-pocket'
  | 'binding'
  | 'casing'
  | 'hem'
  | 'pleats'
  | 'handle'
  | 'dart'
  | 'corner'
  | 'rib'
  | 'felled'
  | 'stitchedBrim';

function gathers(sketch: Sketch): void {
  cloth(sketch);
  const seam = pen(-halfWidth, -3.4).curve(-4, -2.8, 4, -2.8, halfWidth, -3.4);
  for (let i = 0; i < 30; i += 1) {
    const x = -halfWidth + ((i + 0.5 + (pseudoRandom(i) - 0.5) * 0.5) * halfWidth * 2) / 30;
    const reach = 4 + 12 * pseudoRandom(i + 40);
    const lean = x * 0.1 + (pseudoRandom(i + 3) - 0.5);
    const top = -3 + (1 - (x / halfWidth) ** 2) * 0.35 - 0.3;
    const fold = pen(x, top).curve(
      x + 0.1,
      top + reach * 0.3,
      x + lean * 0.5,
      top + reach * 0.7,
      x + lean,
      top + reach,
    );
    const back = fold.clone().curve(x + lean * 0.6 + 0.5, top + reach * 0.6, x + 0.7, top + reach * 0.3, x + 0.34, top);
    sketch.shade(back, 0.1).crease(fold, 1.6);
    sketch.crease(
      pen(x + 0.2, top - 0.1).curve(
        x + 0.2,
        top - 0.5,
        x + 0.1,
        top - 0.8,
        x + (pseudoRandom(i + 9) - 0.5) * 0.5,
        top - 1.2,
      ),
      1,
    );
  }
  ridge(sketch, seam);
  stitches(sketch, seam.moved(0, -0.7));
}

function hole(sketch: Sketch, x: number, y: number): void {
  const [length, width] = [2.1, 0.34];
  const bar = (dx: number) =>
    Array.from({ length: 17 }, (_, i) => `M${x + dx - 0.16} ${y - length / 2 + (i * length) / 16}h.32`).join('');
  sketch.raw(
    `<path d="${bar(-width / 2)}${bar(width / 2)}" stroke="${thread}" stroke-width=".11" stroke-linecap="round"/>`,
  );
  for (const dy of [-length / 2 - 0.1, length / 2 + 0.1]) {
    sketch.raw(`<path d="M${x - 0.34} ${y + dy}h.68" stroke="${thread}" stroke-width=".2" stroke-linecap="round"/>`);
  }
  sketch.line(pen(x, y - length / 2 + 0.1).line(x, y + length / 2 - 0.1), 2);
}

function bigButton(sketch: Sketch, x: number, y: number, r = 1.15): void {
  sketch.shade(ellipse(x + 0.14, y + 0.2, r), 0.3);
  sketch.area(ellipse(x, y, r), '#F3E9D6', 2).area(ellipse(x, y, r * 0.72), '#F8F1E2', 1.2);
  for (const [a, b] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    sketch.raw(`<circle cx="${x + a * r * 0.22}" cy="${y + b * r * 0.22}" r="${r * 0.09}" fill="#22201D"/>`);
  }
  sketch.raw(
    `<path d="M${x - r * 0.22} ${y - r * 0.22}L${x + r * 0.22} ${y + r * 0.22}M${x + r * 0.22} ${y - r * 0.22}L${x - r * 0.22} ${y + r * 0.22}" stroke="#A32F2B" stroke-width=".13"/>`,
  );
}

function buttons(sketch: Sketch): void {
  cloth(sketch);
  const edge = pen(2.6, -halfHeight).line(2.6, halfHeight);
  sketch.shade(box(2.6, -halfHeight, 3.5, halfHeight), 0.16).shade(box(2.6, -halfHeight, 3, halfHeight), 0.16);
  sketch
    .light(box(-2.6, -halfHeight, 2.6, halfHeight), 0.1)
    .line(edge, 2.6)
    .line(pen(-2.6, -halfHeight).line(-2.6, halfHeight), 1.6);
  stitches(sketch, pen(1.9, -halfHeight).line(1.9, halfHeight));
  stitches(sketch, pen(-2, -halfHeight).line(-2, halfHeight));
  for (const y of [-9.4, -0.6, 8.2]) {
    hole(sketch, -0.1, y);
    bigButton(sketch, -0.1, y - 0.1);
  }
}

function zip(sketch: Sketch): void {
  cloth(sketch);
  sketch.area(box(-1.5, -halfHeight, 1.5, halfHeight), '#D9CFBD', 1.4);
  const teeth: string[] = [];
  for (let y = -halfHeight; y < halfHeight; y += 0.46) teeth.push(`M-.48 ${y}h.62M-.14 ${y + 0.23}h.62`);
  sketch.raw(`<path d="${teeth.join('')}" stroke="#4A463F" stroke-width=".26" stroke-linecap="round"/>`);
  for (const s of [-1, 1]) {
    const fold = pen(s * 0.95, -halfHeight).curve(s * 0.85, -5, s * 1.05, 5, s * 0.95, halfHeight);
    sketch.area(
      fold
        .clone()
        .line(s * halfWidth, halfHeight)
        .line(s * halfWidth, -halfHeight),
      sketch.cloth,
      2.2,
    );
    sketch.shade(
      fold
        .clone()
        .line(s * 1.7, halfHeight)
        .line(s * 1.7, -halfHeight),
      0.08,
    );
    stitches(sketch, pen(s * 2, -halfHeight).curve(s * 1.9, -5, s * 2.1, 5, s * 2, halfHeight));
  }
  const slider = pen(-0.95, -3).curve(-0.95, -3.8, 0.95, -3.8, 0.95, -3).line(0.7, -0.6).line(-0.7, -0.6);
  const pull = pen(-0.34, -1.6).line(0.34, -1.6).line(0.7, 4.4).curve(0.7, 5.6, -0.7, 5.6, -0.7, 4.4);
  sketch
    .shade(pull.moved(0.2, 0.25), 0.25)
    .area(slider, '#C9C2B4', 2.2)
    .area(pull, '#DDD6C8', 2.2)
    .area(ellipse(0, 4.3, 0.34), '#8B8378', 1.4);
}

function patchPocket(sketch: Sketch): void {
  cloth(sketch);
  const pocket = pen(-8.6, -6).line(halfWidth, -6).line(halfWidth, halfHeight).line(-8.6, halfHeight);
  sketch
    .shade(pocket.moved(-0.5, 0.35), 0.14)
    .area(pocket, sketch.cloth, 2.6)
    .light(box(-8.6, -6, halfWidth, -2.6), 0.12);
  sketch.crease(pen(-8.6, -2.4).line(halfWidth, -2.4), 1.2);
  stitches(sketch, pen(-8.6, -2.9).line(halfWidth, -2.9));
  stitches(sketch, pen(-8.1, -5.7).line(-8.1, halfHeight));
  stitches(sketch, pen(-7.3, -2.9).line(-7.3, halfHeight));
  stitches(sketch, pen(-8.1, -5.5).line(-5.4, -5.5).line(-8.1, -2.9));
}

/** @returns a seam line in small waves, as in gathered fabric */
const scallop = (y: number, depth: number) => {
  const curve = pen(-halfWidth, y);
  for (let i = 0; i < 17; i += 1) {
    const x = -halfWidth + (i * halfWidth * 2) / 17;
    curve.curve(x + 0.4, y + depth, x + 0.95, y + depth, x + (halfWidth * 2) / 17, y);
  }
  return curve;
};

function casing(sketch: Sketch): void {
  cloth(sketch);
  const [top, low] = [-8, -2.6];
  sketch.light(box(-halfWidth, top, halfWidth, low), 0.12);
  for (let i = 0; i < 34; i += 1) {
    const x = -halfWidth + ((i + 0.5) * halfWidth * 2) / 34;
    const sway = (pseudoRandom(i) - 0.5) * 0.6;
    sketch.crease(pen(x, top + 0.2).curve(x + sway, top + 1.6, x - sway, low - 1.6, x + sway * 0.4, low - 0.2), 1.3);
    sketch.shade(
      pen(x, top)
        .curve(x + 0.3, top + 2, x + 0.3, low - 2, x + 0.1, low)
        .line(x + 0.4, low)
        .curve(x + 0.5, low - 2, x + 0.5, top + 2, x + 0.3, top),
      0.1,
    );
    const reach = 3 + 8 * pseudoRandom(i + 20);
    sketch.crease(
      pen(x + 0.1, low + 0.1).curve(x, low + reach * 0.4, x + sway * 2, low + reach * 0.7, x + sway * 3, low + reach),
      1.2,
    );
  }
  ridge(sketch, scallop(low, 0.16));
  stitches(sketch, scallop(low - 0.6, 0.14));
  ridge(sketch, scallop(top, 0.12), -1);
}

function pleats(sketch: Sketch): void {
  cloth(sketch);
  for (let i = -2; i < 3; i += 1) {
    const x = i * 4.6 + 1;
    const fold = pen(x, -7.4).curve(x, -2, x + 0.2, 6, x + 0.7, halfHeight);
    sketch.shade(
      fold
        .clone()
        .line(x + 3, halfHeight)
        .curve(x + 1.6, 6, x + 0.9, -2, x + 0.5, -7.4),
      0.17,
    );
    sketch
      .shade(
        fold
          .clone()
          .line(x + 1.7, halfHeight)
          .curve(x + 0.9, 6, x + 0.5, -2, x + 0.2, -7.4),
        0.16,
      )
      .line(fold, 2.2);
    stitches(
      sketch,
      pen(x - 0.45, -7.2)
        .line(x - 0.42, 1.6)
        .line(x + 0.1, 2.1),
    );
  }
  const band = box(-halfWidth, -halfHeight, halfWidth, -7.6);
  sketch
    .shade(box(-halfWidth, -7.6, halfWidth, -6.9), 0.16)
    .area(band, sketch.cloth, 2.4)
    .light(band, 0.12);
  stitches(sketch, pen(-halfWidth, -8.2).line(halfWidth, -8.2));
}

function handle(sketch: Sketch): void {
  sketch
    .area(box(-halfWidth, -7.4, halfWidth, halfHeight), sketch.cloth, 2.6)
    .light(box(-halfWidth, -7.4, halfWidth, -3.2), 0.1);
  stitches(sketch, pen(-halfWidth, -3.7).line(halfWidth, -3.7));
  const strap = box(-2.6, -halfHeight, 2.6, halfHeight);
  sketch.shade(strap.moved(0.5, 0.2), 0.18).area(strap, '#C4B391', 2.4);
  const weave: string[] = [];
  for (let y = -halfHeight; y < halfHeight; y += 0.5) weave.push(`M-2.6 ${y}l1.3 .5l1.3 -.5l1.3 .5l1.3 -.5`);
  sketch.raw(`<path d="${weave.join('')}" fill="none" stroke="#8F7D58" stroke-opacity=".55" stroke-width=".1"/>`);
  for (const x of [-2.1, 2.1]) stitches(sketch, pen(x, -6.8).line(x, halfHeight), '#A32F2B');
  const frame = pen(-2.1, -6.8).line(2.1, -6.8).line(2.1, -3.7).line(-2.1, -3.7).line(-2.1, -6.8);
  stitches(sketch, frame, '#A32F2B');
  stitches(sketch, pen(-2.1, -6.8).line(2.1, -3.7), '#A32F2B');
  stitches(sketch, pen(2.1, -6.8).line(-2.1, -3.7), '#A32F2B');
}

function dart(sketch: Sketch): void {
  cloth(sketch);
  const line = pen(-1.6, -8).curve(-1.4, -3, -0.8, 3, 0, 8.4);
  sketch
    .shade(line.clone().curve(1.4, 3, 1.2, -3, 1, -8), 0.13)
    .shade(line.clone().curve(0.4, 3, 0, -3, -0.4, -8), 0.12);
  sketch.line(line, 2.4);
  for (const [dx, dy] of [
    [-2.4, 3.6],
    [2.4, 3.4],
    [-1, 4.6],
    [1.2, 4.6],
  ] as const) {
    sketch.crease(pen(0, 8.4).curve(dx * 0.2, 8.4 + dy * 0.4, dx * 0.6, 8.4 + dy * 0.7, dx, 8.4 + dy), 1.1);
  }
  const band = box(-halfWidth, -halfHeight, halfWidth, -8);
  sketch
    .shade(box(-halfWidth, -8, halfWidth, -7.3), 0.16)
    .area(band, sketch.cloth, 2.4)
    .light(band, 0.12);
  stitches(sketch, pen(-halfWidth, -8.6).line(halfWidth, -8.6));
}

export const details: Record<Detail, (sketch: Sketch) => void> = {
  gathers,
  buttons,
  zip,
  'patch-pocket': patchPocket,
  binding,
  casing,
  hem,
  pleats,
  handle,
  dart,
  corner,
  rib,
  felled,
  stitchedBrim,
};
