import type { Raster } from '../prepare/render-pages.js';

/** The linear light of each value of an sRGB channel, 0 to 1 (WCAG 2.2, relative luminance). */
const linearValues = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** @returns the relative luminance of a pixel, 0 to 1 (WCAG 2.2) @param pixel the index of the pixel */
export function luminance({ pixels }: Raster, pixel: number): number {
  const at = 4 * pixel;
  return (
    0.0722 * linearValues[pixels[at]!]! +
    0.7152 * linearValues[pixels[at + 1]!]! +
    0.2126 * linearValues[pixels[at + 2]!]!
  );
}

/** @returns the contrast of two luminances, 1 to 21 (WCAG 2.2) */
export const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/**
 * The darkest of the changed pixels count as letters; this is their share. The others are the blurred edges of letters.
 */
const SOLID_SHARE = 0.25;

/**
 * Measures the contrast of dark letters with their surroundings. The pixels of the letters are the darkest ones in which the
 * two pictures differ. Each of them is compared with the lightest pixel near it.
 * @param marked a picture of a page with the mark
 * @param plain a picture of the same page without the mark
 * @param reach the maximum distance between the two compared pixels, in pixels
 * @returns the contrast that nine in ten pixels of the letters reach; undefined when the pictures are equal
 */
export function letterContrast(marked: Raster, plain: Raster, reach: number): number | undefined {
  const changed: { pixel: number; luminance: number }[] = [];
  for (let pixel = 0; pixel < marked.width * marked.height; pixel++) {
    const [before, after] = [luminance(plain, pixel), luminance(marked, pixel)];
    // A smaller change is a rounding difference. A lighter pixel belongs to the white halo.
    if (Math.abs(before - after) > 0.02 && after < 0.4) changed.push({ pixel, luminance: after });
  }
  changed.sort((a, b) => a.luminance - b.luminance);
  const letters = changed.slice(0, Math.ceil(changed.length * SOLID_SHARE));
  const contrasts = letters.map((letter) => contrast(letter.luminance, findLightest(marked, letter.pixel, reach)));
  contrasts.sort((a, b) => a - b);
  return contrasts[Math.floor(contrasts.length / 10)];
}

function findLightest(raster: Raster, pixel: number, reach: number): number {
  const [column, row] = [pixel % raster.width, Math.floor(pixel / raster.width)];
  let lightest = 0;
  for (let y = Math.max(0, row - reach); y <= Math.min(raster.height - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(raster.width - 1, column + reach); x++) {
      lightest = Math.max(lightest, luminance(raster, y * raster.width + x));
    }
  }
  return lightest;
}
