import { spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LaunchOrder, UNCONFINED } from './launch-order.js';

/** File type of this module: `.ts` when it runs from source (tests, command line), `.js` when it is built. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/**
 * @param url `import.meta.url` of a module
 * @returns the path of the program `name` in the folder of the module
 */
export const programBeside = (url: string, name: string): string => fileURLToPath(new URL(`./${name}.${suffix}`, url));

const launcher = programBeside(import.meta.url, 'launch');
const hookFiles = suffix === 'ts' ? [programBeside(import.meta.url, '../pdf/run-from-source')] : [];
const sourceHooks = hookFiles.flatMap((file) => ['--import', file]);
const manifest = findPackageJSON('..', import.meta.url)!;
/** The folder `node_modules` in which this module finds packages. It is not always next to package.json. */
const packages = dirname(dirname(dirname(findPackageJSON('@neslinesli93/qpdf-wasm', import.meta.url)!)));

export interface Decoding {
  program: string;
  /** Further arguments of the program. The first two are always the length of the source and the memory limit, in bytes. */
  arguments?: string[];
  source: Uint8Array;
  memoryBytes: number;
  cpuSeconds: number;
  /** Timeout. The file is not refused at the timeout, because a busy machine can also be the cause. */
  milliseconds: number;
  resultBytes: number;
  /** Whether the program may load native addons, which Node's permissions do not restrict. */
  addons?: boolean;
  /**
   * What happens when the kernel cannot confine the process: with `required`, `decode` throws; with `preferred`, `decode`
   * decodes the file and warns once.
   */
  confined: 'required' | 'preferred';
  /**
   * For tests: `kernel` starts the program without Node's permission model, so that only the kernel confines the process.
   */
  permissions?: 'kernel';
  signal?: AbortSignal;
}

/**
 * Why a file cannot be decoded. `memory`, `cpu` and `result`: decoding the file needs more memory or CPU time than allowed,
 * or gives too large a result. `killed`: a SIGKILL ended the process, usually for lack of memory. `failed`: the program
 * fails on this file, but not on a valid sample; only `decodeFile` finds this out.
 */
export type UndecodableReason = 'memory' | 'cpu' | 'result' | 'killed' | 'failed';

/** Thrown when a file cannot be decoded. The caller must refuse the file. */
export class UndecodableFile extends Error {
  readonly reason: UndecodableReason;

  constructor(reason: UndecodableReason, message: string) {
    super(message);
    this.name = 'UndecodableFile';
    this.reason = reason;
  }
}

/** Thrown when the decoding program has failed. The cause can be the file or the machine. */
export class DecoderFailed extends Error {}

/** Signals of a crashed program. */
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/**
 * By the signal that ended a decoding process: the reason and its text. SIGABRT comes from watchMemory or from a full heap.
 */
const SIGNAL_REASONS: Partial<Record<NodeJS.Signals, [UndecodableReason, string]>> = {
  SIGABRT: ['memory', 'needs more memory than allowed'],
  SIGXCPU: ['cpu', 'needs more CPU time than allowed'],
  SIGKILL: ['killed', 'was killed'],
};

/**
 * Runs a program on untrusted bytes in a separate process with an empty environment. The process can read its own code and
 * no other file. It can write no file and reach no network and no other process
 * (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md).
 * @returns the standard output of the program
 * @throws {UndecodableFile} `memory`, `cpu` or `result` when the process exceeds a limit; `killed` when it was killed
 * @throws {DecoderFailed} when the program fails
 * @throws {unknown} the reason of `task.signal` when it is aborted; another error when the machine is at fault
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
    stop(new Error(`the decoding process did not finish within ${task.milliseconds / 1000} s`));
  const timer = setTimeout(onTimeout, task.milliseconds);
  task.signal?.addEventListener('abort', onAbort, { once: true });

  const parts: Buffer[] = [];
  let received = 0;
  let errorOutput = '';
  child.stdout.on('data', (part: Buffer) => {
    received += part.length;
    parts.push(part);
    if (received > task.resultBytes) stop(new UndecodableFile('result', 'The result would be too large.'));
  });
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code, killedBy) => {
    clearTimeout(timer);
    task.signal?.removeEventListener('abort', onAbort);
    const [reason, text] = (killedBy && SIGNAL_REASONS[killedBy]) ?? [];
    if (errorOutput.startsWith(UNCONFINED)) {
      reportConfinement(false);
      warnOnce(errorOutput.slice(0, errorOutput.indexOf('\n')));
    } else if (code === 0) reportConfinement(true);
    if (code === 0) resolve(Buffer.concat(parts));
    else if (reason) reject(new UndecodableFile(reason, `The decoding process ${text}.`));
    else {
      const message = `the decoding process ended with ${killedBy ?? `exit code ${code}`}: ${errorOutput}`;
      reject(code !== null || CRASHES.has(killedBy) ? new DecoderFailed(message) : new Error(message));
    }
  });
  // A process that is killed while it reads causes an error here. The event 'close' above reports the end of the process.
  child.stdin.on('error', () => {});
  child.stdin.end(task.source);
  return promise;
}

/** @returns the arguments with which Node starts a task; exported for tests */
export const launchArguments = (task: Decoding): string[] => [
  '--disable-warning=ExperimentalWarning',
  ...sourceHooks,
  launcher,
  JSON.stringify(toLaunchOrder(task)),
];

/**
 * @returns the instructions for the launcher. Their arguments switch on Node's permission model, which confines the process
 * in addition to the kernel. When the kernel cannot confine the process, the permission model is the only confinement.
 */
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

/**
 * Sets the listener and replaces an earlier one.
 * @param listener called after each decoding that has shown whether the kernel confines the process
 */
export function onConfinement(listener: (confined: boolean) => void): void {
  reportConfinement = listener;
}

let warned = false;
function warnOnce(line: string): void {
  if (warned) return;
  warned = true;
  process.emitWarning(`uploads are decoded without confinement by the kernel; ${line}`);
}
