import { spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LaunchOrder, UNCONFINED } from './launch-order.js';

/** How this module was loaded: `.ts` unbuilt (tests, command line), `.js` built. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/** A program that stands beside a module, whether it is built or not. @param url the module's `import.meta.url` */
export const programBeside = (url: string, name: string): string => fileURLToPath(new URL(`./${name}.${suffix}`, url));

const launcher = programBeside(import.meta.url, 'launch');
const hooks = suffix === 'ts' ? [programBeside(import.meta.url, '../pdf/run-from-source')] : [];
const fromSource = hooks.flatMap((file) => ['--import', file]);
const manifest = findPackageJSON('..', import.meta.url)!;
/** Where packages are found from here: not always beside the manifest. */
const packages = dirname(dirname(dirname(findPackageJSON('@neslinesli93/qpdf-wasm', import.meta.url)!)));

export interface Decoding {
  program: string;
  /** Handed to the program after the length of the source and the memory limit. */
  arguments?: string[];
  source: Uint8Array;
  memoryBytes: number;
  cpuSeconds: number;
  /** Wall-clock time after which the machine is at fault. */
  milliseconds: number;
  resultBytes: number;
  /** Whether the program needs packages of machine code, which Node's permissions do not hold. */
  addons?: boolean;
  /** Do not decode where the kernel cannot confine the process; otherwise it is said once. */
  confined: 'required' | 'preferred';
  /** For tests: without Node's own permissions, so that the kernel stands alone. */
  permissions?: 'kernel';
  signal?: AbortSignal;
}

/** Why there is no result: the first three are limits that the file has run into, the others may also be the machine's doing. */
export type Limit = 'memory' | 'cpu' | 'result' | 'killed' | 'failed';

/** A decoding process ended at one of its limits. */
export class LimitReached extends Error {
  readonly limit: Limit;

  constructor(limit: Limit, message: string) {
    super(message);
    this.name = 'LimitReached';
    this.limit = limit;
  }
}

/** A decoding process ended by a fault of its program: the file's doing, or that of the machine. */
export class DecoderFailed extends Error {}

/** How a program ends that the machine ends for its fault. */
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** How a process ends that used too much memory: by its own watch, and by V8 itself when its heap is full. */
const ENDS: Partial<Record<NodeJS.Signals, [Limit, string]>> = {
  SIGABRT: ['memory', 'needs more memory than a file may'],
  SIGXCPU: ['cpu', 'needs more computing time than a file may'],
  SIGKILL: ['killed', 'was killed'],
};

/**
 * Runs one program on bytes of a stranger, in a process of its own that reads its code and nothing else, writes nothing,
 * reaches no network and no other process, and has an empty environment (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md).
 * @returns what it writes to standard output
 * @throws LimitReached, DecoderFailed, the signal's reason when aborted, other errors when the machine is at fault
 */
export function decode(task: Decoding): Promise<Buffer> {
  task.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(process.execPath, launchArguments(task), { stdio: 'pipe', env: {} });
  const end = (error: unknown): void => {
    reject(error);
    child.kill('SIGKILL');
  };
  const abort = (): void => end(task.signal?.reason);
  const late = (): void => end(new Error(`the decoding process was not ready after ${task.milliseconds / 1000} s`));
  const timer = setTimeout(late, task.milliseconds);
  task.signal?.addEventListener('abort', abort, { once: true });

  const parts: Buffer[] = [];
  let received = 0;
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    parts.push(part);
    if (received > task.resultBytes) end(new LimitReached('result', 'The result would be too large.'));
  });
  child.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code, killedBy) => {
    clearTimeout(timer);
    task.signal?.removeEventListener('abort', abort);
    const [limit, words] = (killedBy && ENDS[killedBy]) ?? [];
    if (complaint.startsWith(UNCONFINED)) {
      confinementShown(false);
      warnOnce(complaint.slice(0, complaint.indexOf('\n')));
    } else if (code === 0) confinementShown(true);
    if (code === 0) resolve(Buffer.concat(parts));
    else if (limit) reject(new LimitReached(limit, `The decoding process ${words}.`));
    else {
      const message = `the decoding process ended with ${killedBy ?? `code ${code}`}: ${complaint}`;
      reject(code !== null || CRASHES.has(killedBy) ? new DecoderFailed(message) : new Error(message));
    }
  });
  // The process may be ended while it still reads; its end is reported above.
  child.stdin.on('error', () => {});
  child.stdin.end(task.source);
  return promise;
}

/** What Node is given to start a task; exported for tests. */
export const launchArguments = (task: Decoding): string[] => [
  '--disable-warning=ExperimentalWarning',
  ...fromSource,
  launcher,
  JSON.stringify(orderOf(task)),
];

/** Node's own permissions stand behind the kernel's, and alone where the kernel has none. */
function orderOf(task: Decoding): LaunchOrder {
  const readable = [dirname(launcher), dirname(task.program), packages, manifest, ...hooks];
  return {
    cpuSeconds: Math.floor(task.cpuSeconds),
    readable,
    required: task.confined === 'required',
    arguments: [
      ...(task.permissions === 'kernel' ? [] : permissions(readable, task.addons)),
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${Math.min(2048, Math.floor((task.memoryBytes * 3) / 4 / 1024 ** 2))}`,
      ...fromSource,
      task.program,
      String(task.source.length),
      String(task.memoryBytes),
      ...(task.arguments ?? []),
    ],
  };
}

const permissions = (readable: string[], addons = false): string[] => [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  ...(addons ? ['--allow-addons'] : []),
];

let confinementShown: (confined: boolean) => void = () => undefined;

/** @param listener called after each decoding that shows whether the kernel confines the process */
export function onConfinement(listener: (confined: boolean) => void): void {
  confinementShown = listener;
}

let warned = false;
function warnOnce(line: string): void {
  if (warned) return;
  warned = true;
  process.emitWarning(`files of strangers are decoded without the kernel's confinement; ${line}`);
}
