import { Worker } from 'node:worker_threads';

/** Looks at the whole process from a thread of its own, because the main one does not come up for air. */
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGABRT');
}, 20);
`;

/** How a process ends that used too much memory: by our watch, and by V8 itself when its heap is full. */
export const OUT_OF_MEMORY = 'SIGABRT';

/**
 * Ends this process with OUT_OF_MEMORY once it uses more than `limit` bytes of memory. A heap limit would not do: buffers
 * and WebAssembly live outside the heap, and they are what a bomb fills. Nor does it outlive whoever started it, who
 * would have ended it in time.
 */
export function watchMemory(limit: number): void {
  new Worker(WATCH, { eval: true, workerData: limit, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
