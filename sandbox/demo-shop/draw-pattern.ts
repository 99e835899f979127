import { prepareInProcess } from '../../workers/src/pdf/prepare/prepare-in-process.ts';
import type { DrawnPattern } from '../../backend/seeds/goods-types.ts';
import { demoShop } from './demo-shop.ts';
import { rasterise } from './rasterise.ts';

/**
 * Draws a pattern and prepares its files, one after the other. Prepares them without a sandboxed process, because starting
 * one takes most of the time and the files are trusted: the functions of this folder have drawn them.
 * @throws {Error} with the key of the pattern or the name of the file
 */
export async function drawPattern(key: string): Promise<DrawnPattern> {
  const demo = demoShop.patterns.find((pattern) => pattern.key === key);
  if (!demo) throw new Error(`The demo shop has no pattern ${key}.`);
  const files: DrawnPattern['files'] = [];
  for (const file of await demo.files()) {
    const prepared = await prepareInProcess(file.bytes).catch((cause: unknown) => {
      throw new Error(`${file.fileName} could not be prepared`, { cause });
    });
    files.push({ ...file, prepared: { master: prepared.master, plan: prepared.plan } });
  }
  return { previews: await Promise.all(demo.previews().map((svg) => rasterise(svg, 800))), files };
}
