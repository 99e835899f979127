import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 ** 2;

/** Bytes for the worker itself: code, pools, and a peak of the garbage collector. */
export const WORKER_BYTES = 320 * MIB;
/** Multiple of a file's size that the worker holds in its own memory: the downloaded and the decoded file. */
const WORKER_FACTOR = 3;

/** Maximum memory beyond the demand of a valid file, also on a large machine. It limits decompression bombs. */
const EXTRA_BYTES = 1024 * MIB;

/**
 * @returns the bytes of memory that a valid PDF of this size needs at most, as measured
 * (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md)
 */
export const demandOfPdf = (sourceBytes: number): number => 384 * MIB + 14 * sourceBytes;

/** @returns the bytes of memory that a container needs to decode one file of this size while others wait */
export const demandOfWorker = (sourceBytes: number, share: number): number =>
  WORKER_BYTES + share * WORKER_FACTOR * sourceBytes + demandOfPdf(sourceBytes);

export interface MemoryForFile {
  /** Bytes of memory (resident set) that the decoding process may use. */
  memoryBytes: number;
  /** Whether no other file may be decoded at the same time. */
  alone: boolean;
}

/**
 * Computes the memory for decoding a file, so that the worker and all concurrent files stay within the container. It is a share
 * of the available memory, or all of it when a valid file of this size needs more than a share.
 * @param demand bytes that a valid file of this size needs
 * @param share number of files that are decoded concurrently
 */
export function memoryRoom(
  demand: number,
  sourceBytes: number,
  share: number,
  container = containerMemory(),
): MemoryForFile {
  const available = container - WORKER_BYTES - share * WORKER_FACTOR * sourceBytes;
  const shareBytes = Math.floor(available / share);
  const alone = demand > shareBytes;
  return { memoryBytes: Math.min(alone ? available : shareBytes, demand + EXTRA_BYTES), alone };
}

/**
 * @returns the container's memory limit in bytes, from its cgroup (version 2 or 1); the machine's memory when there is no
 * limit
 */
export function containerMemory(root = '/sys/fs/cgroup', membership = '/proc/self/cgroup'): number {
  const total = totalmem();
  return Math.min(total, ...findLimitFiles(root, membership).map(readLimit));
}

/**
 * @returns the files that can limit this process: those of its group and of all parent groups. In a container its group is
 * the root.
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
