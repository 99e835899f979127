import type { Raster } from '../prepare/render-pages.js';

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance of a pixel, 0 to 1 (WCAG 2.2). */
export function luminance({ pixels }: Raster, pixel: number): number {
  const at = 4 * pixel;
  return 0.0722 * linear[pixels[at]!]! + 0.7152 * linear[pixels[at + 1]!]! + 0.2126 * linear[pixels[at + 2]!]!;
}

/** Contrast of two luminances, 1 to 21 (WCAG 2.2). */
export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Share of the pixels of the letters that have the full colour. */
const SOLID_SHARE = 0.25;

/**
 * Contrast of dark letters with their surroundings: the letters are the darkest pixels in which the two pictures differ, the
 * surroundings the lightest pixel within `reach` pixels.
 * @returns the minimum contrast of nine in ten pixels of the letters; undefined when the pictures are equal
 */
export function letterContrast(marked: Raster, plain: Raster, reach: number): number | undefined {
  const changed: { pixel: number; luminance: number }[] = [];
  for (let pixel = 0; pixel < marked.width * marked.height; pixel++) {
    const [before, after] = [luminance(plain, pixel), luminance(marked, pixel)];
    if (Math.abs(before - after) > 0.02 && after < 0.4) changed.push({ pixel, luminance: after });
  }
  changed.sort((one, other) => one.luminance - other.luminance);
  const letters = changed.slice(0, Math.ceil(changed.length * SOLID_SHARE));
  const contrasts = letters.map((letter) => contrast(letter.luminance, lightestAround(marked, letter.pixel, reach)));
  contrasts.sort((one, other) => one - other);
  return contrasts[Math.floor(contrasts.length / 10)];
}

function lightestAround(raster: Raster, pixel: number, reach: number): number {
  const [column, row] = [pixel % raster.width, Math.floor(pixel / raster.width)];
  let lightest = 0;
  for (let y = Math.max(0, row - reach); y <= Math.min(raster.height - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(raster.width - 1, column + reach); x++) {
      lightest = Math.max(lightest, luminance(raster, y * raster.width + x));
    }
  }
  return lightest;
}
