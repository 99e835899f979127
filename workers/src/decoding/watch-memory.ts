import { Worker } from 'node:worker_threads';

/**
 * Code of the thread that watches the memory. It is a separate thread, because the main thread is blocked while it decodes. It
 * uses getrusage, because a decoding process cannot read /proc.
 */
const WATCHER = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.resourceUsage().maxRSS * 1024 > workerData) process.kill(process.pid, 'SIGABRT');
}, 20);
`;

/**
 * Aborts this process with SIGABRT when its peak memory exceeds `limit` bytes. A heap limit is not enough, because
 * decompression bombs fill buffers and WebAssembly memory, which are outside the heap. Also kills the process when its parent
 * has died, because the timeout of the parent no longer exists then.
 */
export function watchMemory(limit: number): void {
  new Worker(WATCHER, { eval: true, workerData: limit, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
