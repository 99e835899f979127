import { spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LaunchOrder, UNCONFINED } from './launch-order.js';

/** File type of this module: `.ts` from source (tests, command line), `.js` built. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/** Path of a program next to a module, built or from source. @param url `import.meta.url` of the module */
export const programBeside = (url: string, name: string): string => fileURLToPath(new URL(`./${name}.${suffix}`, url));

const launcher = programBeside(import.meta.url, 'launch');
const hooks = suffix === 'ts' ? [programBeside(import.meta.url, '../pdf/run-from-source')] : [];
const fromSource = hooks.flatMap((file) => ['--import', file]);
const manifest = findPackageJSON('..', import.meta.url)!;
/** Where packages are found from here: not always beside the manifest. */
const packages = dirname(dirname(dirname(findPackageJSON('@neslinesli93/qpdf-wasm', import.meta.url)!)));

export interface Decoding {
  program: string;
  /** Arguments of the program, after the length of the source and the memory limit. */
  arguments?: string[];
  source: Uint8Array;
  memoryBytes: number;
  cpuSeconds: number;
  /** Timeout; reaching it is not the fault of the file. */
  milliseconds: number;
  resultBytes: number;
  /** Whether the program needs native addons, which Node's permissions do not restrict. */
  addons?: boolean;
  /** `required`: do not decode when the kernel cannot confine the process; `preferred`: warn once. */
  confined: 'required' | 'preferred';
  /** For tests: confinement by the kernel only, without Node's permissions. */
  permissions?: 'kernel';
  signal?: AbortSignal;
}

/** Why there is no result. The first three are limits that the file has reached; the others can also have external causes. */
export type Limit = 'memory' | 'cpu' | 'result' | 'killed' | 'failed';

/** A decoding process reached one of its limits. */
export class LimitReached extends Error {
  readonly limit: Limit;

  constructor(limit: Limit, message: string) {
    super(message);
    this.name = 'LimitReached';
    this.limit = limit;
  }
}

/** The decoding program failed, because of the file or the machine. */
export class DecoderFailed extends Error {}

/** Signals of a crashed program. */
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** Signals of a process that has reached a limit. SIGABRT is sent by watchMemory, and by V8 when its heap is full. */
const ENDS: Partial<Record<NodeJS.Signals, [Limit, string]>> = {
  SIGABRT: ['memory', 'needs more memory than allowed'],
  SIGXCPU: ['cpu', 'needs more CPU time than allowed'],
  SIGKILL: ['killed', 'was killed'],
};

/**
 * Runs a program on untrusted bytes in a separate process that can read only its code, write nothing, and reach no network
 * and no other process, with an empty environment (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md).
 * @returns its standard output
 * @throws {LimitReached} when the file reaches a limit
 * @throws {DecoderFailed} when the program fails
 * @throws the reason of the signal when aborted, other errors for problems of the machine
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
  const onTimeout = (): void =>
    end(new Error(`the decoding process was not ready after ${task.milliseconds / 1000} s`));
  const timer = setTimeout(onTimeout, task.milliseconds);
  task.signal?.addEventListener('abort', abort, { once: true });

  const parts: Buffer[] = [];
  let received = 0;
  let errorOutput = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    parts.push(part);
    if (received > task.resultBytes) end(new LimitReached('result', 'The result would be too large.'));
  });
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code, killedBy) => {
    clearTimeout(timer);
    task.signal?.removeEventListener('abort', abort);
    const [limit, reason] = (killedBy && ENDS[killedBy]) ?? [];
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
  // The process may be killed while it still reads; its end is reported above.
  child.stdin.on('error', () => {});
  child.stdin.end(task.source);
  return promise;
}

/** Arguments of Node to start a task; exported for tests. */
export const launchArguments = (task: Decoding): string[] => [
  '--disable-warning=ExperimentalWarning',
  ...fromSource,
  launcher,
  JSON.stringify(toLaunchOrder(task)),
];

/** Node's permissions are a second layer behind the kernel, and the only one when the kernel has none. */
function toLaunchOrder(task: Decoding): LaunchOrder {
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

let reportConfinement: (confined: boolean) => void = () => undefined;

/** @param listener called after each decoding that shows whether the kernel confines the process */
export function onConfinement(listener: (confined: boolean) => void): void {
  reportConfinement = listener;
}

let warned = false;
function warnOnce(line: string): void {
  if (warned) return;
  warned = true;
  process.emitWarning(`uploads are decoded without confinement by the kernel; ${line}`);
}
