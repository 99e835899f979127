/** A point in centimetres; x to the right, y down. */
export interface Point {
  x: number;
  y: number;
}

interface Part {
  c1: Point;
  c2: Point;
  to: Point;
  straight: boolean;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
const coordinates = (p: Point) => `${round(p.x)} ${round(p.y)}`;

/** A path of lines and cubic Bézier curves. It is built as if drawn with a pen: `pen(0, 0).line(3, 0).curve(…)`. */
export class Curve {
  private readonly parts: Part[] = [];
  readonly start: Point;

  constructor(start: Point) {
    this.start = start;
  }

  get end(): Point {
    return this.parts.at(-1)?.to ?? this.start;
  }

  line(x: number, y: number): this {
    const from = this.end;
    this.parts.push({ c1: from, c2: { x, y }, to: { x, y }, straight: true });
    return this;
  }

  curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    this.parts.push({ c1: { x: x1, y: y1 }, c2: { x: x2, y: y2 }, to: { x, y }, straight: false });
    return this;
  }

  /** Appends another curve. If the two do not meet, a line connects them. */
  follow(other: Curve): this {
    if (Math.hypot(other.start.x - this.end.x, other.start.y - this.end.y) > 0.001) {
      this.line(other.start.x, other.start.y);
    }
    this.parts.push(...other.parts);
    return this;
  }

  reversed(): Curve {
    const back = new Curve(this.end);
    for (let i = this.parts.length - 1; i >= 0; i -= 1) {
      const part = this.parts[i]!;
      back.parts.push({
        c1: part.c2,
        c2: part.c1,
        to: i > 0 ? this.parts[i - 1]!.to : this.start,
        straight: part.straight,
      });
    }
    return back;
  }

  mapped(move: (p: Point) => Point): Curve {
    const result = new Curve(move(this.start));
    for (const { c1, c2, to, straight } of this.parts) {
      result.parts.push({ c1: move(c1), c2: move(c2), to: move(to), straight });
    }
    return result;
  }

  mirrored(): Curve {
    return this.mapped((p) => ({ x: -p.x, y: p.y }));
  }

  moved(dx: number, dy: number): Curve {
    return this.mapped((p) => ({ x: p.x + dx, y: p.y + dy }));
  }

  clone(): Curve {
    return this.moved(0, 0);
  }

  /** @returns the curve as a polyline whose segments are about `step` cm long */
  points(step = 0.6): Point[] {
    const points = [this.start];
    let from = this.start;
    for (const { c1, c2, to, straight } of this.parts) {
      const reach = Math.hypot(c1.x - from.x, c1.y - from.y) + Math.hypot(c2.x - c1.x, c2.y - c1.y);
      const count = straight ? 1 : Math.max(3, Math.ceil((reach + Math.hypot(to.x - c2.x, to.y - c2.y)) / step));
      for (let i = 1; i <= count; i += 1) points.push(bezier(from, c1, c2, to, i / count));
      from = to;
    }
    return points;
  }

  get length(): number {
    return polylineLength(this.points(0.3));
  }

  /** @returns the point at this share (0 to 1) of the length */
  pointAt(share: number): Point {
    return alongPolyline(this.points(0.3), share).point;
  }

  /** @returns the curve as SVG path data */
  path(closed = false): string {
    const commands = this.parts.map((p) =>
      p.straight ? `L${coordinates(p.to)}` : `C${coordinates(p.c1)} ${coordinates(p.c2)} ${coordinates(p.to)}`,
    );
    return `M${coordinates(this.start)}${commands.join('')}${closed ? 'Z' : ''}`;
  }
}

export const pen = (x: number, y: number): Curve => new Curve({ x, y });

/** @returns a smooth curve through the points (Catmull–Rom) */
export function smooth(points: Point[]): Curve {
  const curve = new Curve(points[0]!);
  for (let i = 0; i < points.length - 1; i += 1) {
    const before = points[Math.max(0, i - 1)]!;
    const from = points[i]!;
    const to = points[i + 1]!;
    const after = points[Math.min(points.length - 1, i + 2)]!;
    curve.curve(
      from.x + (to.x - before.x) / 6,
      from.y + (to.y - before.y) / 6,
      to.x - (after.x - from.x) / 6,
      to.y - (after.y - from.y) / 6,
      to.x,
      to.y,
    );
  }
  return curve;
}

/** @returns an ellipse as a closed curve that starts at its right end */
export function ellipse(cx: number, cy: number, rx: number, ry = rx): Curve {
  const k = 0.5523;
  return pen(cx + rx, cy)
    .curve(cx + rx, cy + k * ry, cx + k * rx, cy + ry, cx, cy + ry)
    .curve(cx - k * rx, cy + ry, cx - rx, cy + k * ry, cx - rx, cy)
    .curve(cx - rx, cy - k * ry, cx - k * rx, cy - ry, cx, cy - ry)
    .curve(cx + k * rx, cy - ry, cx + rx, cy - k * ry, cx + rx, cy);
}

export function polylineLength(points: Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i += 1) {
    sum += Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y);
  }
  return sum;
}

/** @returns the point at this share (0 to 1) of a polyline's length, and the direction there as a unit vector */
export function alongPolyline(points: Point[], share: number): { point: Point; direction: Point } {
  let remaining = Math.min(1, Math.max(0, share)) * polylineLength(points);
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const step = Math.hypot(b.x - a.x, b.y - a.y);
    if (step > 0 && (remaining <= step || i === points.length - 1)) {
      const t = Math.min(1, remaining / step);
      return {
        point: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t },
        direction: { x: (b.x - a.x) / step, y: (b.y - a.y) / step },
      };
    }
    remaining -= step;
  }
  return { point: points.at(-1)!, direction: { x: 1, y: 0 } };
}

function bezier(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const u = 1 - t;
  const [k0, k1, k2, k3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: k0 * a.x + k1 * b.x + k2 * c.x + k3 * d.x, y: k0 * a.y + k1 * b.y + k2 * c.y + k3 * d.y };
}
