import { parentPort } from 'node:worker_threads';
import { prepareInProcess } from '#workers/pdf/prepare/prepare-in-process.js';
import type { PreparedMaster } from '#workers/pdf/prepare/plan.js';
import { demoShop } from './demo-shop.js';
import type { DemoFile } from './demo-shop-types.js';

/** What one pattern of the demo shop consists of: its pictures as SVG, and its files, each with the master made of it. */
export interface Drawn {
  previews: string[];
  files: (DemoFile & { prepared: PreparedMaster })[];
}

/**
 * Draws a pattern and prepares its files as the workers would, one after the other: they were drawn by this program, so they need
 * no process of their own to be kept in, which would take most of the time.
 * @throws Error that names the file
 */
async function drawPattern(key: string): Promise<Drawn> {
  const demo = demoShop.patterns.find((pattern) => pattern.key === key)!;
  const files: Drawn['files'] = [];
  for (const file of await demo.files()) {
    const prepared = await prepareInProcess(file.bytes).catch((cause: unknown) => {
      throw new Error(`${file.fileName} could not be prepared`, { cause });
    });
    files.push({ ...file, prepared });
  }
  return { previews: demo.previews(), files };
}

// A thread: gets keys, answers with what was drawn. A failure ends it.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (key: string) => {
  last = last.then(async () => {
    const drawn = await drawPattern(key);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, which has none
    parentPort!.postMessage({ key, drawn });
  });
});
