import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 ** 2;

/** Bytes for the worker itself: code, pools, and a peak of the garbage collector. */
export const WORKER_BYTES = 320 * MIB;
/**
 * The worker holds the downloaded file and its decoded result in memory, together at most this multiple of the file's size.
 */
const WORKER_FACTOR = 3;

/**
 * A decoding process gets at most this many bytes more than a valid file of its size needs. This limit stops decompression
 * bombs early.
 */
const EXTRA_BYTES = 1024 * MIB;

/**
 * @returns the bytes of memory that a valid PDF of this size needs at most, as measured
 * (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md)
 */
export const demandOfPdf = (sourceBytes: number): number => 384 * MIB + 14 * sourceBytes;

/**
 * @param concurrency the number of files of this size that the worker holds in memory
 * @returns the bytes of memory that a container needs to decode one of these files while the other files wait
 */
export const demandOfWorker = (sourceBytes: number, concurrency: number): number =>
  WORKER_BYTES + concurrency * WORKER_FACTOR * sourceBytes + demandOfPdf(sourceBytes);

export interface MemoryForFile {
  /** Bytes of memory (resident set) that the decoding process may use. */
  memoryBytes: number;
  /** Whether the worker must decode this file alone, and no other file at the same time. */
  alone: boolean;
}

/**
 * Computes the memory limit for decoding a file, so that the worker and all concurrent decoding processes stay within the
 * container's memory. The available memory is the container's memory minus the memory that the worker itself needs. Each
 * file gets an equal share of the available memory. When a valid file of this size needs more than a share, the file gets
 * all available memory and is decoded alone.
 * @param demand the bytes of memory that decoding a valid file of this size needs
 * @param concurrency the number of files that are decoded concurrently
 * @param container the container's memory in bytes
 */
export function memoryRoom(
  demand: number,
  sourceBytes: number,
  concurrency: number,
  container = containerMemory(),
): MemoryForFile {
  const available = container - WORKER_BYTES - concurrency * WORKER_FACTOR * sourceBytes;
  const shareBytes = Math.floor(available / concurrency);
  const alone = demand > shareBytes;
  return { memoryBytes: Math.min(alone ? available : shareBytes, demand + EXTRA_BYTES), alone };
}

/**
 * @returns the container's memory limit in bytes, from its cgroup (version 2 or 1); without a limit, the machine's memory
 */
export function containerMemory(root = '/sys/fs/cgroup', membership = '/proc/self/cgroup'): number {
  const total = totalmem();
  return Math.min(total, ...findLimitFiles(root, membership).map(readLimit));
}

/**
 * @returns the cgroup files that can contain a memory limit for this process: the file of its own group and those of all
 * parent groups, up to the root. In a container the root is the group of the container itself.
 */
function findLimitFiles(root: string, membership: string): string[] {
  const groups = readOrEmpty(membership)
    .split('\n')
    .map((line) => line.split(':'));
  return groups.flatMap(([, controllers, path]) => {
    if (path === undefined || (controllers !== '' && !controllers!.split(',').includes('memory'))) return [];
    const [folders, name] =
      controllers === ''
        ? [[root, join(root, 'unified')], 'memory.max']
        : [[join(root, 'memory')], 'memory.limit_in_bytes'];
    return folders.flatMap((folder) => ancestors(path).map((group) => join(folder, group, name)));
  });
}

const ancestors = (path: string): string[] => {
  const names = path.split('/').filter((name) => name !== '' && name !== '..');
  return [...names.keys(), names.length].map((length) => names.slice(0, length).join('/'));
};

/** @returns the limit in bytes; Infinity for `max` and for a missing file */
const readLimit = (file: string): number => Number.parseInt(readOrEmpty(file), 10) || Infinity;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
