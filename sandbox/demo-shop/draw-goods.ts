import { availableParallelism } from 'node:os';
import type { ShopGoods } from '../../backend/seeds/goods-types.ts';
import { demoShop } from './demo-shop.ts';
import { rasterise } from './rasterise.ts';
import { DrawingThread } from './drawing-thread.ts';
import { readGoods, writeGoods } from './goods-cache.ts';
import { patternGoods } from './row-texts.ts';

const MAX_THREADS = 4;
const PROGRESS_STEP = 6;

interface DrawOptions {
  /** Keys of the needed patterns; default: all. */
  keys?: string[];
  log?: (line: string) => void;
}

/**
 * Draws the patterns whose entry in the folder is missing or damaged.
 * @returns the number of drawn patterns
 * @throws {Error} with the key of a pattern that cannot be drawn
 */
export async function drawGoods(
  folder: string,
  { keys = demoShop.patterns.map(({ key }) => key), log = () => {} }: DrawOptions = {},
): Promise<number> {
  if (!readGoods(folder, 'shop')) writeGoods(folder, 'shop', await shopGoods());
  const missing = keys.filter((key) => !readGoods(folder, key));
  const remaining = missing[Symbol.iterator]();
  let done = 0;
  const drawRemaining = async () => {
    const thread = new DrawingThread(folder);
    try {
      for (const key of remaining) {
        await thread.draw(key);
        done += 1;
        if (done % PROGRESS_STEP === 0 || done === missing.length) log(`${done} of ${missing.length} patterns drawn`);
      }
    } finally {
      await thread.close();
    }
  };
  const threads = Math.min(missing.length, MAX_THREADS, availableParallelism());
  await Promise.all(Array.from({ length: threads }, drawRemaining));
  return missing.length;
}

async function shopGoods(): Promise<ShopGoods> {
  const designers = demoShop.designers.map(async ({ avatar, ...designer }) => ({
    ...designer,
    avatar: await rasterise(avatar(), 240),
  }));
  return { designers: await Promise.all(designers), patterns: demoShop.patterns.map(patternGoods) };
}
