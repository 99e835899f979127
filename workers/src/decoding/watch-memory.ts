import { Worker } from 'node:worker_threads';

/**
 * Code of the thread that watches the memory. The main thread cannot do so, because decoding blocks it. The peak is VmHWM of
 * /proc/self/status, which the launcher has opened; the last argument of the program is the file descriptor. On a system
 * without VmHWM the thread uses the peak of getrusage. That peak is too high when the worker's peak was higher, because
 * fork and execve keep the value.
 */
const WATCHER = `
const { readSync } = require('node:fs');
const { workerData: { limit, status } } = require('node:worker_threads');
const parent = process.ppid;
const text = Buffer.alloc(4096);
const peakKilobytes = () => {
  const found = status >= 0 && /VmHWM:\\s+(\\d+) kB/.exec(text.latin1Slice(0, readSync(status, text, 0, text.length, 0)));
  return found ? Number(found[1]) : process.resourceUsage().maxRSS;
};
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (peakKilobytes() * 1024 > limit) process.kill(process.pid, 'SIGABRT');
}, 20);
`;

/**
 * Aborts this process with SIGABRT when its peak memory exceeds `limit` bytes. A heap limit is not enough, because
 * decompression bombs fill buffers and WebAssembly memory, which are outside the heap. Also kills this process when its
 * parent has died: a dead parent cannot enforce the timeout.
 */
export function watchMemory(limit: number): void {
  const workerData = { limit, status: Number(process.argv.at(-1)) };
  new Worker(WATCHER, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
