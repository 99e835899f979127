import { alongPolyline, type Curve, pen, type Point } from '../drafting/curve.ts';
import { computeBounds, type Bounds } from '../drafting/piece.ts';

export const inkColour = '#22201D';

/** A technical drawing in centimetres; line widths are given in pixels of the finished picture. */
export class Sketch {
  private readonly shapes: string[] = [];
  private readonly extent: Point[] = [];

  /** Pixels per centimetre of the finished picture. */
  readonly scale: number;
  /** The fill of cloth: a colour or `url(#…)`. */
  readonly cloth: string;

  constructor(scale: number, cloth: string) {
    this.scale = scale;
    this.cloth = cloth;
  }

  private stroke(width: number, extra = ''): string {
    return `fill="none" stroke="${inkColour}" stroke-width="${(width / this.scale).toFixed(3)}" stroke-linecap="round" stroke-linejoin="round"${extra}`;
  }

  /** Extends the bounds of the drawing so that they contain a curve. */
  reach(curve: Curve): this {
    this.extent.push(...curve.points(1));
    return this;
  }

  raw(svg: string): this {
    this.shapes.push(svg);
    return this;
  }

  /** Draws a closed area of fabric with its outline. */
  area(curve: Curve, paint = this.cloth, width = 2.3): this {
    this.extent.push(...curve.points(1));
    const d = curve.path(true);
    this.shapes.push(`<path d="${d}" fill="${paint}"/><path d="${d}" ${this.stroke(width)}/>`);
    return this;
  }

  /** Draws a closed area of the inside of the fabric. */
  inside(curve: Curve, width = 1.8): this {
    return this.area(curve, this.cloth, width).shade(curve, 0.3);
  }

  shade(curve: Curve, opacity = 0.12): this {
    this.shapes.push(`<path d="${curve.path(true)}" fill="${inkColour}" fill-opacity="${opacity}"/>`);
    return this;
  }

  light(curve: Curve, opacity = 0.16): this {
    this.shapes.push(`<path d="${curve.path(true)}" fill="#fff" fill-opacity="${opacity}"/>`);
    return this;
  }

  line(curve: Curve, width = 1.6): this {
    this.shapes.push(`<path d="${curve.path()}" ${this.stroke(width)}/>`);
    return this;
  }

  /** Draws a soft crease. */
  crease(curve: Curve, width = 1.2): this {
    this.shapes.push(`<path d="${curve.path()}" ${this.stroke(width, ' stroke-opacity=".55"')}/>`);
    return this;
  }

  stitch(curve: Curve, width = 1.2): this {
    const [on, off] = [4.6 / this.scale, 3.2 / this.scale];
    this.shapes.push(
      `<path d="${curve.path()}" ${this.stroke(width, ` stroke-opacity=".75" stroke-dasharray="${on.toFixed(3)} ${off.toFixed(3)}"`)}/>`,
    );
    return this;
  }

  /** Calls `draw` with a curve, and again with the mirror image of the curve. */
  both(curve: Curve, draw: (side: Curve) => void): this {
    draw(curve);
    draw(curve.mirrored());
    return this;
  }

  button(x: number, y: number, r = 0.65): this {
    const hole = (dx: number, dy: number) =>
      `<circle cx="${x + dx * r}" cy="${y + dy * r}" r="${r * 0.13}" fill="${inkColour}"/>`;
    this.shapes.push(
      `<circle cx="${x}" cy="${y}" r="${r}" fill="#FBF8F3" stroke="${inkColour}" stroke-width="${(1.4 / this.scale).toFixed(3)}"/>` +
        hole(-0.3, -0.3) +
        hole(0.3, -0.3) +
        hole(-0.3, 0.3) +
        hole(0.3, 0.3),
    );
    return this;
  }

  /** Draws gathers along a seam: short tapering creases, on the left of the seam when `length` is negative. */
  gathers(seam: Curve, length: number, spacing = 1.3): this {
    const points = seam.points(0.3);
    const count = Math.max(3, Math.round(seam.length / spacing));
    for (let i = 0; i < count; i += 1) {
      const { point, direction } = alongPolyline(points, (i + 0.5) / count);
      const reach = length * (0.45 + 0.55 * pseudoRandom(i));
      const lean = (pseudoRandom(i + 7) - 0.5) * 0.5 * Math.abs(length);
      const [nx, ny] = [-direction.y, direction.x];
      const end = { x: point.x + nx * reach + direction.x * lean, y: point.y + ny * reach + direction.y * lean };
      this.crease(
        pen(point.x, point.y).curve(
          point.x + nx * reach * 0.4,
          point.y + ny * reach * 0.4,
          end.x - nx * reach * 0.3,
          end.y - ny * reach * 0.3,
          end.x,
          end.y,
        ),
        1.1,
      );
    }
    return this;
  }

  get bounds(): Bounds {
    return computeBounds(this.extent);
  }

  get svg(): string {
    return this.shapes.join('');
  }
}

/** @returns a number from 0 to 1 that looks random but is always the same for an index */
export function pseudoRandom(i: number): number {
  const value = Math.sin(i * 12.9898 + 4.1) * 43758.5453;
  return value - Math.floor(value);
}

/** @returns the right half (from the top centre to the bottom centre) joined with its mirror image */
export function whole(half: Curve): Curve {
  return half.clone().follow(half.mirrored().reversed());
}
