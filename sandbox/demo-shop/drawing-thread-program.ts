// A worker thread. It receives the keys of patterns, draws each pattern, writes the result into the folder and returns the
// key. An error ends the thread.
import { parentPort, workerData } from 'node:worker_threads';
import '../../workers/src/pdf/run-from-source.ts';
import { writeGoods } from './goods-cache.ts';

const { drawPattern } = await import('./draw-pattern.ts');
const { folder } = workerData as { folder: string };

let last: Promise<unknown> = Promise.resolve();
parentPort!.on('message', (key: string) => {
  last = last.then(async () => {
    writeGoods(folder, key, await drawPattern(key));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage(key);
  });
});
