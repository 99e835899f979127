import { spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LaunchOrder, UNCONFINED } from './launch-order.js';

/** File type of this module: `.ts` when it runs from source (tests, command line), `.js` when it is built. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/** @returns the path of a program in the folder of a module @param url `import.meta.url` of the module */
export const programBeside = (url: string, name: string): string => fileURLToPath(new URL(`./${name}.${suffix}`, url));

const launcher = programBeside(import.meta.url, 'launch');
const hookFiles = suffix === 'ts' ? [programBeside(import.meta.url, '../pdf/run-from-source')] : [];
const sourceHooks = hookFiles.flatMap((file) => ['--import', file]);
const manifest = findPackageJSON('..', import.meta.url)!;
/** The folder in which this module finds packages. It is not always next to the manifest. */
const packages = dirname(dirname(dirname(findPackageJSON('@neslinesli93/qpdf-wasm', import.meta.url)!)));

export interface Decoding {
  program: string;
  /** Arguments of the program, after the length of the source and the memory limit. */
  arguments?: string[];
  source: Uint8Array;
  memoryBytes: number;
  cpuSeconds: number;
  /** Timeout. It does not refuse the file, because a busy machine can cause it. */
  milliseconds: number;
  resultBytes: number;
  /** Whether the program needs native addons, which Node's permissions do not restrict. */
  addons?: boolean;
  /** When the kernel cannot confine the process: `required` does not decode, `preferred` decodes and warns once. */
  confined: 'required' | 'preferred';
  /** For tests: `kernel` leaves out Node's permissions, so that only the kernel confines the process. */
  permissions?: 'kernel';
  signal?: AbortSignal;
}

/** The reason for a missing result. `killed` and `failed` can also have causes outside the file; see decodeFile. */
export type Limit = 'memory' | 'cpu' | 'result' | 'killed' | 'failed';

/** Thrown when a decoding process has reached one of its limits. */
export class LimitReached extends Error {
  readonly limit: Limit;

  constructor(limit: Limit, message: string) {
    super(message);
    this.name = 'LimitReached';
    this.limit = limit;
  }
}

/** Thrown when the decoding program has failed, because of the file or the machine. */
export class DecoderFailed extends Error {}

/** Signals of a crashed program. */
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** Signals that end a process at a limit. watchMemory sends SIGABRT, and so does V8 when its heap is full. */
const LIMIT_SIGNALS: Partial<Record<NodeJS.Signals, [Limit, string]>> = {
  SIGABRT: ['memory', 'needs more memory than allowed'],
  SIGXCPU: ['cpu', 'needs more CPU time than allowed'],
  SIGKILL: ['killed', 'was killed'],
};

/**
 * Runs a program on untrusted bytes in a separate process with an empty environment. The process can read only its code, write
 * nothing, and reach no network and no other process (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md).
 * @returns its standard output
 * @throws {LimitReached} when the file reaches a limit
 * @throws {DecoderFailed} when the program fails
 * @throws {unknown} the signal's reason when aborted; other errors for problems of the machine
 */
export function decode(task: Decoding): Promise<Buffer> {
  task.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(process.execPath, launchArguments(task), { stdio: 'pipe', env: {} });
  const stop = (error: unknown): void => {
    reject(error);
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop(task.signal?.reason);
  const onTimeout = (): void =>
    stop(new Error(`the decoding process was not ready after ${task.milliseconds / 1000} s`));
  const timer = setTimeout(onTimeout, task.milliseconds);
  task.signal?.addEventListener('abort', onAbort, { once: true });

  const parts: Buffer[] = [];
  let received = 0;
  let errorOutput = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    parts.push(part);
    if (received > task.resultBytes) stop(new LimitReached('result', 'The result would be too large.'));
  });
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code, killedBy) => {
    clearTimeout(timer);
    task.signal?.removeEventListener('abort', onAbort);
    const [limit, reason] = (killedBy && LIMIT_SIGNALS[killedBy]) ?? [];
    if (errorOutput.startsWith(UNCONFINED)) {
      reportConfinement(false);
      warnOnce(errorOutput.slice(0, errorOutput.indexOf('\n')));
    } else if (code === 0) reportConfinement(true);
    if (code === 0) resolve(Buffer.concat(parts));
    else if (limit) reject(new LimitReached(limit, `The decoding process ${reason}.`));
    else {
      const message = `the decoding process ended with ${killedBy ?? `code ${code}`}: ${errorOutput}`;
      reject(code !== null || CRASHES.has(killedBy) ? new DecoderFailed(message) : new Error(message));
    }
  });
  // A process that is killed while it reads causes this error. Its end is reported by 'close' above.
  child.stdin.on('error', () => {});
  child.stdin.end(task.source);
  return promise;
}

/** @returns Node's arguments that start a task; exported for tests */
export const launchArguments = (task: Decoding): string[] => [
  '--disable-warning=ExperimentalWarning',
  ...sourceHooks,
  launcher,
  JSON.stringify(toLaunchOrder(task)),
];

/** Node's permissions confine the process in addition to the kernel, and alone when the kernel cannot. */
function toLaunchOrder(task: Decoding): LaunchOrder {
  const readable = [dirname(launcher), dirname(task.program), packages, manifest, ...hookFiles];
  return {
    cpuSeconds: Math.floor(task.cpuSeconds),
    readable,
    required: task.confined === 'required',
    arguments: [
      ...(task.permissions === 'kernel' ? [] : permissions(readable, task.addons)),
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${Math.min(2048, Math.floor((task.memoryBytes * 3) / 4 / 1024 ** 2))}`,
      ...sourceHooks,
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

let reportConfinement: (confined: boolean) => void = () => undefined;

/** Sets the listener. @param listener called after each decoding that has shown whether the kernel confines the process */
export function onConfinement(listener: (confined: boolean) => void): void {
  reportConfinement = listener;
}

let warned = false;
function warnOnce(line: string): void {
  if (warned) return;
  warned = true;
  process.emitWarning(`uploads are decoded without confinement by the kernel; ${line}`);
}
