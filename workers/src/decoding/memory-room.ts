import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 ** 2;

/** What a worker that decodes needs itself: its code, its pools, and room for a peak of its garbage collector. */
export const WORKER_BYTES = 320 * MIB;
/** A file is held by the worker, too: as it was fetched, and as it comes back. */
const HELD_TIMES = 3;

/** No file needs more than this beyond the demand of its size; a large machine is no invitation to a bomb. */
const AMPLE_BYTES = 1024 * MIB;

/** Bytes that decoding an honest PDF of this size may need, as measured (docs/decisions/25-uploads-are-decoded-in-a-sandboxed-process.md). */
export const demandOfPdf = (sourceBytes: number): number => 384 * MIB + 14 * sourceBytes;

/** Bytes that a container needs at least, to decode one file of this size while others wait: what its manifest has to offer. */
export const demandOfWorker = (sourceBytes: number, share: number): number =>
  WORKER_BYTES + share * HELD_TIMES * sourceBytes + demandOfPdf(sourceBytes);

export interface Room {
  /** Bytes of memory (resident set) that the decoding process may use. */
  memoryBytes: number;
  /** Nothing else may be decoded meanwhile. */
  alone: boolean;
}

/**
 * What a file may use, so that the worker and everything that it decodes stay inside what their container has: its share,
 * or all there is when an honest file of that size needs more than a share.
 * @param demand bytes that an honest file of this size needs
 * @param share how many files are decoded at once
 */
export function memoryRoom(demand: number, sourceBytes: number, share: number, container = containerMemory()): Room {
  const room = container - WORKER_BYTES - share * HELD_TIMES * sourceBytes;
  const part = Math.floor(room / share);
  const alone = demand > part;
  return { memoryBytes: Math.min(alone ? room : part, demand + AMPLE_BYTES), alone };
}

/** The memory limit of this container by its cgroup, version 2 or 1, in bytes; the machine's memory where there is none. */
export function containerMemory(root = '/sys/fs/cgroup', membership = '/proc/self/cgroup'): number {
  const total = totalmem();
  return Math.min(total, ...limitFiles(root, membership).map(readLimit));
}

/** A container sees its own group at the root of the mount; elsewhere the path of each group above this process counts. */
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

/** `max` and numbers beyond all memory mean none. */
const readLimit = (file: string): number => Number.parseInt(read(file), 10) || Infinity;

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
