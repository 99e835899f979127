import type { Sketch } from './sketch.ts';

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** @returns an SVG picture of 800 × 1000: a tinted background with the dots of pattern paper, and the content */
export function scene(ground: string, defs: string, content: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000">' +
    `<defs>${defs}<pattern id="paper" patternUnits="userSpaceOnUse" width="40" height="40"><circle cx="20" cy="20" r="1.4" fill="#22201D" fill-opacity=".13"/></pattern>` +
    '<filter id="lift" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">' +
    // The same as feDropShadow, but faster: it blurs one channel instead of four.
    '<feGaussianBlur in="SourceAlpha" stdDeviation="7"/><feOffset dy="5" result="shadow"/>' +
    '<feFlood flood-color="#22201D" flood-opacity=".2"/><feComposite in2="shadow" operator="in"/>' +
    '<feComposite in="SourceGraphic"/></filter></defs>' +
    `<rect width="800" height="1000" fill="${ground}"/><rect width="800" height="1000" fill="url(#paper)"/>${content}</svg>`
  );
}

/** @returns the largest scale, in pixels per centimetre, at which a drawing of this size fits into the frame */
export function fit(width: number, height: number, frame: Frame): number {
  return Math.min(frame.width / width, frame.height / height);
}

/** Places a sketch in the middle of a frame, with a soft shadow on the paper below it. */
export function place(draw: (scale: number) => Sketch, frame: Frame): string {
  const trial = draw(6).bounds;
  const [width, height] = [trial.right - trial.left, trial.bottom - trial.top];
  const scale = fit(width, height, frame);
  const sketch = draw(scale);
  const x = frame.x + (frame.width - width * scale) / 2 - trial.left * scale;
  const y = frame.y + (frame.height - height * scale) / 2 - trial.top * scale;
  return `<g filter="url(#lift)"><g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${sketch.svg}</g></g>`;
}
