import type { PDFFont } from 'pdf-lib';
import { alongPolyline, type Point, polylineLength } from '../drafting/curve.ts';
import type { LineStyle } from './size-styles.ts';

export const ptPerCm = 72 / 2.54;

export interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

const n = (value: number) => String(Math.round(value * 100) / 100);

/** The visible part of a drawing, in cm of the drawing. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Writes PDF drawing operators. Coordinates are in cm, with y pointing down. `left` and `top` are the position of the origin
 * on the page, in points.
 */
export class Ink {
  private readonly out: string[] = [];
  private readonly fonts: Fonts;
  private readonly left: number;
  private readonly top: number;
  private readonly scale: number;

  constructor(fonts: Fonts, left: number, top: number, scale = ptPerCm) {
    this.fonts = fonts;
    this.left = left;
    this.top = top;
    this.scale = scale;
  }

  private at(p: Point): string {
    return `${n(this.left + p.x * this.scale)} ${n(this.top - p.y * this.scale)}`;
  }

  raw(operators: string): this {
    this.out.push(operators);
    return this;
  }

  /** Sets colour, dash pattern and width (in points) of the following lines. */
  pen(style: LineStyle, width = 0.8): this {
    this.out.push(`${style.colour.map(n).join(' ')} RG ${n(width)} w [${style.dash.map(n).join(' ')}] 0 d`);
    return this;
  }

  grey(level: number, width = 0.5, dash: number[] = []): this {
    return this.pen({ colour: [level, level, level], dash }, width);
  }

  /**
   * Strokes a polyline. With a window, strokes only the segments that touch it; their dashes start as if the whole polyline
   * were stroked.
   */
  polyline(points: Point[], closed = false, window?: Window, dash: number[] = []): this {
    const all = closed ? [...points, points[0]!] : points;
    if (!window) {
      this.out.push(
        `${this.at(all[0]!)} m ${all
          .slice(1)
          .map((p) => `${this.at(p)} l`)
          .join(' ')} ${closed ? 's' : 'S'}`,
      );
      return this;
    }
    let run: Point[] = [];
    let travelled = 0;
    let start = 0;
    const flush = () => {
      if (run.length > 1) {
        if (dash.length > 0) this.out.push(`[${dash.map(n).join(' ')}] ${n(start * this.scale)} d`);
        this.polyline(run);
      }
      run = [];
    };
    for (let i = 1; i < all.length; i += 1) {
      const [a, b] = [all[i - 1]!, all[i]!];
      if (touches(a, b, window)) {
        if (run.length === 0) {
          run.push(a);
          start = travelled;
        }
        run.push(b);
      } else flush();
      travelled += Math.hypot(b.x - a.x, b.y - a.y);
    }
    flush();
    return this;
  }

  rectangle(x: number, y: number, width: number, height: number, paint: 'S' | 'f' = 'S'): this {
    const s = this.scale;
    this.out.push(`${this.at({ x, y: y + height })} ${n(width * s)} ${n(height * s)} re ${paint}`);
    return this;
  }

  paint(colour: [number, number, number]): this {
    this.out.push(`${colour.map(n).join(' ')} rg`);
    return this;
  }

  /** Writes text with its baseline at (x, y). The size is in points, `turn` in degrees counter-clockwise. */
  text(
    x: number,
    y: number,
    size: number,
    words: string,
    options: { bold?: boolean; centred?: boolean; turn?: number } = {},
  ): this {
    const font = options.bold ? this.fonts.bold : this.fonts.plain;
    const width = options.centred ? font.widthOfTextAtSize(words, size) / this.scale : 0;
    const angle = ((options.turn ?? 0) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const from = { x: x - (cos * width) / 2, y: y + (sin * width) / 2 };
    const matrix = `${n(cos)} ${n(sin)} ${n(-sin)} ${n(cos)} ${this.at(from)}`;
    this.out.push(
      `BT /${options.bold ? 'B' : 'R'} ${n(size)} Tf ${matrix} Tm ${font.encodeText(words).toString()} Tj ET`,
    );
    return this;
  }

  /** Draws a line with an arrow head at both ends. */
  arrow(a: Point, b: Point): this {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const u = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const head = (tip: Point, s: number) => {
      const back = { x: tip.x + u.x * 0.6 * s, y: tip.y + u.y * 0.6 * s };
      this.polyline([
        { x: back.x - u.y * 0.22, y: back.y + u.x * 0.22 },
        tip,
        { x: back.x + u.y * 0.22, y: back.y - u.x * 0.22 },
      ]);
    };
    this.polyline([a, b]);
    head(a, 1);
    head(b, -1);
    return this;
  }

  /** @returns the lines of a text that is broken to a width in cm */
  wrap(words: string, size: number, width: number, bold = false): string[] {
    const font = bold ? this.fonts.bold : this.fonts.plain;
    const lines: string[] = [];
    let line = '';
    for (const word of words.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && font.widthOfTextAtSize(longer, size) / this.scale > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  /** Puts what `draw` draws on a layer, which viewers can show and hide. */
  layer(resource: string, draw: () => void): this {
    this.out.push(`/OC /${resource} BDC`);
    draw();
    this.out.push('EMC');
    return this;
  }

  get content(): string {
    return this.out.join('\n');
  }
}

function touches(a: Point, b: Point, w: Window): boolean {
  return (
    Math.max(a.x, b.x) >= w.x &&
    Math.min(a.x, b.x) <= w.x + w.width &&
    Math.max(a.y, b.y) >= w.y &&
    Math.min(a.y, b.y) <= w.y + w.height
  );
}

/** @returns the point of a closed outline that is nearest to another point, and the direction outwards there */
export function nearestPoint(outline: Point[], near: Point): { point: Point; outward: Point } {
  let best = { distance: Infinity, share: 0 };
  const closed = [...outline, outline[0]!];
  const total = polylineLength(closed);
  let travelled = 0;
  for (let i = 1; i < closed.length; i += 1) {
    const [a, b] = [closed[i - 1]!, closed[i]!];
    const step = Math.hypot(b.x - a.x, b.y - a.y);
    const t =
      step > 0
        ? Math.min(1, Math.max(0, ((near.x - a.x) * (b.x - a.x) + (near.y - a.y) * (b.y - a.y)) / step ** 2))
        : 0;
    const distance = Math.hypot(a.x + (b.x - a.x) * t - near.x, a.y + (b.y - a.y) * t - near.y);
    if (distance < best.distance) best = { distance, share: (travelled + step * t) / total };
    travelled += step;
  }
  const { point, direction } = alongPolyline(closed, best.share);
  return { point, outward: { x: direction.y, y: -direction.x } };
}
