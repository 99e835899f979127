import { closeSync, constants, openSync, readFileSync, statSync } from 'node:fs';
import koffi from 'koffi';
import { hasSeccompFilter, seccompFilter } from './seccomp-filter.js';

/** Thrown when the kernel cannot confine this process. */
export class ConfinementUnavailable extends Error {}

/** Landlock's system calls and constants, the same on all architectures; from linux/landlock.h and asm-generic/unistd.h. */
const [CREATE_RULESET, ADD_RULE, RESTRICT_SELF] = [444, 445, 446];
const [GET_VERSION, PATH_BENEATH] = [1, 1];
const [EXECUTE, READ_FILE, READ_DIRECTORY] = [1 << 0, 1 << 2, 1 << 3];
/** Number of file access rights by Landlock version. The process loses all of them, except those that `allowRead` grants. */
const FILE_RIGHTS = [0, 13, 14, 15, 15, 16];
/** Bit masks of all network access rights and of all scopes (Unix sockets and signals). The process loses all of them. */
const ALL_NET = 3n;
const ALL_SCOPES = 3n;
/** Size of struct landlock_ruleset_attr by Landlock version. */
const attributeBytes = (version: number): number => (version >= 6 ? 24 : version >= 4 ? 16 : 8);

/** Operations of prctl, from linux/prctl.h. */
const [SET_SECCOMP, SET_NO_NEW_PRIVS] = [22, 38];
const MODE_FILTER = 2;
/** Resources of setrlimit, from sys/resource.h. They are the same on Linux and macOS. */
const [RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE] = [0, 1, 4];

const libc = koffi.load(null);
const errno = (): string => `errno ${koffi.errno()}`;

/**
 * Limits the resources of this process. The limits stay after execve. When the process has used `seconds` of CPU time, the
 * kernel sends SIGXCPU, and SIGKILL after two more seconds of CPU time. The process cannot write to a file or leave a core
 * dump.
 */
export function limitResources(seconds: number): void {
  const setrlimit = libc.func('setrlimit', 'int', ['int', 'void *']) as (which: number, limit: Buffer) => number;
  for (const [which, soft, hard] of [
    [RLIMIT_CPU, seconds, seconds + 2],
    [RLIMIT_FSIZE, 0, 0],
    [RLIMIT_CORE, 0, 0],
  ] as const) {
    const limit = Buffer.alloc(16);
    limit.writeBigUInt64LE(BigInt(soft), 0);
    limit.writeBigUInt64LE(BigInt(hard), 8);
    if (setrlimit(which, limit) !== 0) throw new Error(`setrlimit failed for resource number ${which}: ${errno()}`);
  }
}

/**
 * Opens /proc/self/status for the decoding program, which cannot open files of /proc after the confinement. Calls the C
 * library, because Node opens files with O_CLOEXEC, so that execve would close the descriptor.
 * @returns the file descriptor; -1 on a system without /proc
 */
export const openOwnStatus = (): number =>
  (libc.func('open', 'int', ['str', 'int']) as (path: string, flags: number) => number)(
    '/proc/self/status',
    constants.O_RDONLY,
  );

/**
 * Confines this thread permanently. The confinement stays after execve. The thread can read the files in `readable`, the
 * Node executable and the system libraries, and no other file. It can write no file and reach no network and no other
 * process.
 * @param readable paths of files and directories; a directory stands for all files below it
 * @throws {ConfinementUnavailable} when the kernel does not support the confinement
 */
export function confine(readable: string[]): void {
  if (process.platform !== 'linux') throw new ConfinementUnavailable('Landlock and seccomp exist only on Linux');
  if (!hasSeccompFilter(process.arch))
    throw new ConfinementUnavailable(`there is no seccomp filter for ${process.arch}`);
  const prctl = libc.func('prctl', 'int', ['int', 'ulong', 'ulong', 'ulong', 'ulong']) as (
    ...args: [number, number, number, number, number]
  ) => number;
  if (prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) !== 0) throw new ConfinementUnavailable(`no_new_privs failed: ${errno()}`);
  restrictFiles([...readable, ...mappedFiles(), '/lib', '/usr/lib', '/etc/ld.so.cache', '/dev/null']);
  restrictCalls(seccompFilter(process.arch, process.pid));
}

function restrictFiles(readable: string[]): void {
  type Call = (call: number, first: Buffer | null, size: number, flags: number) => number;
  const create = libc.func('syscall', 'long', ['long', 'void *', 'size_t', 'uint32']) as Call;
  const restrict = libc.func('syscall', 'long', ['long', 'int', 'uint32']) as (...args: number[]) => number;
  const version = create(CREATE_RULESET, null, 0, GET_VERSION);
  if (version < 1) throw new ConfinementUnavailable(`Landlock is missing or switched off: ${errno()}`);
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE((1n << BigInt(FILE_RIGHTS[Math.min(version, 5)]!)) - 1n, 0);
  attributes.writeBigUInt64LE(ALL_NET, 8);
  attributes.writeBigUInt64LE(ALL_SCOPES, 16);
  const ruleset = create(CREATE_RULESET, attributes, attributeBytes(version), 0);
  if (ruleset < 0) throw new ConfinementUnavailable(`Landlock refuses the rules: ${errno()}`);
  for (const path of new Set(readable)) allowRead(ruleset, path);
  if (restrict(RESTRICT_SELF, ruleset, 0) !== 0) throw new ConfinementUnavailable(`Landlock failed: ${errno()}`);
  closeSync(ruleset);
}

/** Allows reading a file or a directory; skips a path that does not exist. */
function allowRead(ruleset: number, path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  const addRule = libc.func('syscall', 'long', ['long', 'int', 'int', 'void *', 'uint32']) as (
    ...args: [number, number, number, Buffer, number]
  ) => number;
  const rule = Buffer.alloc(12);
  const rights = stats.isDirectory() ? READ_FILE | READ_DIRECTORY : stats.isFile() ? READ_FILE | EXECUTE : READ_FILE;
  const file = openSync(path, 'r');
  rule.writeBigUInt64LE(BigInt(rights), 0);
  rule.writeInt32LE(file, 8);
  const failed = addRule(ADD_RULE, ruleset, PATH_BENEATH, rule, 0) !== 0;
  closeSync(file);
  if (failed) throw new ConfinementUnavailable(`Landlock refuses the rule for ${path}: ${errno()}`);
}

/** @returns the files mapped into this process: Node, the loader and the linked libraries */
const mappedFiles = (): string[] =>
  [...readFileSync('/proc/self/maps', 'latin1').matchAll(/ (\/\S+)$/gm)].map(([, path]) => path!);

function restrictCalls(filter: Buffer): void {
  const prctl = libc.func('prctl', 'int', ['int', 'ulong', 'void *']) as (...args: [number, number, Buffer]) => number;
  // struct sock_fprog: the number of instructions, padding, and the address of the first instruction.
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(koffi.address(filter), 8);
  if (prctl(SET_SECCOMP, MODE_FILTER, program) !== 0) throw new ConfinementUnavailable(`seccomp: ${errno()}`);
}
