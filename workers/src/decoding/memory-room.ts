import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 ** 2;

/** Memory of the worker itself: code, pools, and a peak of the garbage collector. */
export const WORKER_BYTES = 320 * MIB;
/** The worker holds the file as well, as downloaded and as decoded. Multiple of its size. */
const WORKER_FACTOR = 3;

/** Maximum memory beyond the demand of the size, also on a large machine, as a limit for decompression bombs. */
const EXTRA_BYTES = 1024 * MIB;

/** Measured maximum memory, in bytes, for decoding a valid PDF of this size (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md). */
export const demandOfPdf = (sourceBytes: number): number => 384 * MIB + 14 * sourceBytes;

/** Minimum memory of a container, in bytes, to decode one file of this size while others wait. */
export const demandOfWorker = (sourceBytes: number, share: number): number =>
  WORKER_BYTES + share * WORKER_FACTOR * sourceBytes + demandOfPdf(sourceBytes);

export interface Room {
  /** Bytes of memory (resident set) that the decoding process may use. */
  memoryBytes: number;
  /** No other file may be decoded at the same time. */
  alone: boolean;
}

/**
 * The memory for decoding a file, so that the worker and all concurrent files stay within the container: a share, or all
 * available memory when a valid file of this size needs more than a share.
 * @param demand bytes that a valid file of this size needs
 * @param share number of files that are decoded concurrently
 */
export function memoryRoom(demand: number, sourceBytes: number, share: number, container = containerMemory()): Room {
  const room = container - WORKER_BYTES - share * WORKER_FACTOR * sourceBytes;
  const part = Math.floor(room / share);
  const alone = demand > part;
  return { memoryBytes: Math.min(alone ? room : part, demand + EXTRA_BYTES), alone };
}

/** The memory limit of this container from its cgroup, version 2 or 1, in bytes; the memory of the machine without a limit. */
export function containerMemory(root = '/sys/fs/cgroup', membership = '/proc/self/cgroup'): number {
  const total = totalmem();
  return Math.min(total, ...limitFiles(root, membership).map(readLimit));
}

/** In a container the group is at the root of the mount; elsewhere all parent groups of this process count. */
function limitFiles(root: string, membership: string): string[] {
  const groups = read(membership)
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

/** `max` means no limit. */
const readLimit = (file: string): number => Number.parseInt(read(file), 10) || Infinity;

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
