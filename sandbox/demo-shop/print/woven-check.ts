/** The width and height of one repeat of the check. */
export const checkRepeatCm = 12;

type Rgb = [number, number, number];

const ground: Rgb = [226, 216, 198];
const stripes: [from: number, to: number, colour: Rgb][] = [
  [1.2, 4.8, [164, 92, 84]],
  [2.8, 3.2, [238, 232, 220]],
  [6.4, 7.2, [88, 108, 140]],
  [8.8, 9.6, [88, 108, 140]],
  [10.6, 10.8, [70, 64, 58]],
];

const threadAt = (cm: number): Rgb => stripes.findLast(([from, to]) => cm >= from && cm < to)?.[2] ?? ground;

/**
 * @returns the pixels of three by three repeats of a twill check at 150 dpi. Each thread varies a little, in the same way each
 * time. The colours are pale, so that pattern lines above them stay readable.
 */
export function wovenCheck(): { width: number; height: number; rgb: Uint8Array } {
  const side = 2124;
  const perCm = side / (checkRepeatCm * 3);
  const rgb = new Uint8ClampedArray(side * side * 3);
  let seed = 20260115;
  const { imul } = Math;
  const noise = () => {
    seed = (imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 24) / 255;
  };
  const warp = Array.from({ length: side }, () => noise() * 10 - 5);
  const threads = Array.from({ length: side }, (_, n) => threadAt((n / perCm) % checkRepeatCm));
  for (let y = 0; y < side; y += 1) {
    const weft = threads[y]!;
    const uneven = noise() * 10 - 5;
    for (let x = 0; x < side; x += 1) {
      const over = ((x >> 1) + (y >> 1)) % 4 < 2;
      const thread = over ? threads[x]! : weft;
      const shade = (over ? warp[x]! : uneven) + noise() * 14 - 7;
      const at = (y * side + x) * 3;
      for (let c = 0; c < 3; c += 1) rgb[at + c] = 120 + thread[c]! * 0.53 + shade;
    }
  }
  return { width: side, height: side, rgb: new Uint8Array(rgb.buffer) };
}
