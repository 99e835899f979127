import type { PreparedMaster, StampSize } from './plan.js';
import { stampAreas } from './stamp-layout.js';
import type { Area, Raster } from './render-pages.js';
import { compilePlan, writeTail, type Stamp } from './tail.js';

export const stamp: Stamp = {
  email: 'anna.schmidt@example.com',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};

/** A buyer's copy; with `blank` the same copy without a painted mark. */
export function copyOf({ master, plan }: PreparedMaster, { buyer = stamp, blank = false } = {}): Buffer {
  return Buffer.concat([master, writeTail(compilePlan(plan), buyer, blank ? () => '' : undefined).tail]);
}

function differs(one: Raster, other: Raster, pixel: number): boolean {
  for (let at = 4 * pixel; at < 4 * pixel + 3; at++) {
    if (Math.abs(one.pixels[at]! - other.pixels[at]!) > 40) return true;
  }
  return false;
}

/** Pixels in which two pictures of a page differ, within each of the two areas of its mark and outside of both. */
export function markedPixels(
  marked: Raster,
  blank: Raster,
  size: StampSize,
): { across: number; up: number; outside: number } {
  const [across, up] = stampAreas(size);
  const scale = marked.width / size.width;
  const found = { across: 0, up: 0, outside: 0 };
  for (let pixel = 0; pixel < marked.width * marked.height; pixel++) {
    if (!differs(marked, blank, pixel)) continue;
    const x = (pixel % marked.width) / scale;
    const y = size.height - Math.floor(pixel / marked.width) / scale;
    if (contains(across, x, y)) found.across++;
    else if (contains(up, x, y)) found.up++;
    else found.outside++;
  }
  return found;
}

const SLACK = 2;
const contains = (area: Area, x: number, y: number): boolean =>
  x >= area.x - SLACK && x <= area.x + area.width + SLACK && y >= area.y - SLACK && y <= area.y + area.height + SLACK;
