import { type Curve, pen } from '../drafting/curve.ts';
import type { Sketch } from './sketch.ts';

/** Half the width and half the height that a close-up draws, in cm. The picture shows a little less: 11.1 and 13.9 cm. */
export const [halfWidth, halfHeight] = [11.4, 14.2];
export const thread = '#FBF3E2';

export const box = (x1: number, y1: number, x2: number, y2: number): Curve =>
  pen(x1, y1).line(x2, y1).line(x2, y2).line(x1, y2);

export function cloth(sketch: Sketch): void {
  sketch.area(box(-halfWidth, -halfHeight, halfWidth, halfHeight), sketch.cloth, 0);
}

/** Draws stitches as thick rounded strokes with a shadow, as thread looks in a close-up. */
export function stitches(sketch: Sketch, curve: Curve, colour = thread, length = 0.46): void {
  const stroke = (paint: string, width: number, opacity: number, dy: number) =>
    `<path d="${curve.moved(0, dy).path()}" fill="none" stroke="${paint}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="${length} ${length * 0.62}"/>`;
  sketch.raw(stroke('#22201D', 0.17, 0.5, 0.045) + stroke(colour, 0.13, 1, 0));
}

/** Draws a seam line with the shadow of its ridge. */
export function ridge(sketch: Sketch, curve: Curve, side = 1): void {
  const soft = (width: number, opacity: number) =>
    `<path d="${curve.moved(0, (side * width) / 2).path()}" fill="none" stroke="#22201D" stroke-opacity="${opacity}" stroke-width="${width}"/>`;
  sketch.raw(soft(0.9, 0.07) + soft(0.45, 0.1)).line(curve, 2.4);
}
