import { Worker } from 'node:worker_threads';

/**
 * Looks at the whole process from a thread of its own, because the main one does not come up for air. The peak is asked of
 * the kernel; anything else about memory stands in /proc, which is closed to a decoding process.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.resourceUsage().maxRSS * 1024 > workerData) process.kill(process.pid, 'SIGABRT');
}, 20);
`;

/**
 * Ends this process with SIGABRT once it has used more than `limit` bytes of memory. A heap limit would not do: buffers
 * and WebAssembly live outside the heap, and they are what a bomb fills. Nor does the process outlive its parent, which
 * would have ended it in time.
 */
export function watchMemory(limit: number): void {
  new Worker(WATCH, { eval: true, workerData: limit, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
