import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limits, memoryLimit, refuseHopelessSource } from './limits.js';
import { MasterRefused } from './master-refused.js';
import { OUT_OF_MEMORY } from './memory-watch.js';
import type { CheckedMaster } from './plan.js';
import { readResult } from './process-result.js';

export type { CheckedMaster, Flag, Plan, PreparedMaster } from './plan.js';

export interface PrepareOptions {
  /** Ends the work; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Tighter limits than the usual ones, in milliseconds and bytes. */
  milliseconds?: number;
  memoryBytes?: number;
}

/** How this module was loaded: `.ts` unbuilt (tests, command line), `.js` built. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const file = (name: string): string => fileURLToPath(new URL(`./${name}.${suffix}`, import.meta.url));

/** The process may read its own code; it writes no files, starts nothing and sees no secrets of the environment. */
const nodeArguments = (sourceBytes: number, memoryBytes: number): string[] => [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=2048',
  ...(suffix === 'ts' ? ['--import', file('run-from-source')] : []),
  file('prepare-process'),
  String(sourceBytes),
  String(memoryBytes),
];

/**
 * Turns a designer's PDF into a master and a plan, once per file, in a process of its own with limits on time and
 * memory. Nothing is sold that did not pass the self-check there.
 * Throws MasterRefused when the file is at fault, the signal's reason when aborted, other errors when the machine is.
 */
export async function prepareMaster(source: Uint8Array, options: PrepareOptions = {}): Promise<CheckedMaster> {
  options.signal?.throwIfAborted();
  refuseHopelessSource(source);
  const output = await runProcess(source, options);
  const result = readResult(output);
  const refused = result?.head.refused;
  if (refused) throw new MasterRefused(refused.code, refused.message, refused.mark);
  if (!result?.head.plan) throw new Error('the preparing process gave no result');
  const { plan, doubtfulIds = [] } = result.head;
  return { master: result.master, plan, pages: plan.pages, flags: plan.flags, doubtfulIds };
}

function runProcess(source: Uint8Array, options: PrepareOptions): Promise<Buffer> {
  const { signal, milliseconds = limits.milliseconds } = options;
  const memoryBytes = options.memoryBytes ?? memoryLimit(source.length);
  const child = spawn(process.execPath, nodeArguments(source.length, memoryBytes), { stdio: 'pipe', env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const end = (error: unknown): void => {
    reject(error);
    child.kill('SIGKILL');
  };
  const abort = (): void => end(signal?.reason);
  const timer = setTimeout(
    () => end(new MasterRefused('TIMEOUT', `The file was not ready after ${milliseconds / 1000} s.`)),
    milliseconds,
  );
  signal?.addEventListener('abort', abort, { once: true });

  const parts: Buffer[] = [];
  let received = 0;
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    parts.push(part);
    if (received > limits.resultBytes) end(new MasterRefused('TOO_LARGE', 'The prepared file would be too large.'));
  });
  child.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code, killedBy) => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    if (code === 0) resolve(Buffer.concat(parts));
    else if (killedBy === OUT_OF_MEMORY) {
      reject(new MasterRefused('TOO_COMPLEX', 'The file needs more memory than a file may.'));
    } else {
      // Any other signal came from outside (a shutdown, the kernel): the file is not to blame and is tried again.
      reject(new Error(`the preparing process ended with ${killedBy ?? `code ${code}`}: ${complaint}`));
    }
  });
  // The process may be ended while it still reads; its end is reported above.
  child.stdin.on('error', () => {});
  child.stdin.end(source);
  return promise;
}
