import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { containerMemory, demandOfPdf, demandOfWorker, memoryRoom, WORKER_BYTES } from './memory-room.js';

const MIB = 1024 ** 2;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
const readMemory = (): number => containerMemory(root, join(root, 'membership'));

// The memory limit of a decoding process is derived from the memory limit of the container.
describe('the memory of the container', () => {
  it.each([
    ['version 2, as a container sees its own group', '0::/\n', 'memory.max', '1073741824\n'],
    ['version 2, with the path of the group', '0::/kubepods/pod1\n', 'kubepods/pod1/memory.max', '1073741824\n'],
    ['version 2, where the parent group is limited', '0::/kubepods/pod1\n', 'kubepods/memory.max', '1073741824\n'],
    ['version 1', '4:memory:/docker/1\n', 'memory/docker/1/memory.limit_in_bytes', '1073741824\n'],
    [
      'version 1, as a container sees its own group',
      '4:memory:/docker/1\n',
      'memory/memory.limit_in_bytes',
      '1073741824\n',
    ],
  ])('is read from its cgroup: %s', (_, membership, path, limit) => {
    write('membership', membership);
    write(path, limit);
    expect(readMemory()).toBe(1024 * MIB);
  });

  it.each(['max\n', '9223372036854771712\n', ''])('is the memory of the machine when the limit is %j', (limit) => {
    write('membership', '0::/\n4:memory:/\n');
    write('memory.max', limit);
    write('memory/memory.limit_in_bytes', limit);
    expect(readMemory()).toBe(totalmem());
  });
});

describe('the memory for a file', () => {
  const container = 3072 * MIB;

  it('is an equal share, so that all files and the worker stay within the memory of the container', () => {
    const room = memoryRoom(demandOfPdf(MIB), MIB, 2, container);
    expect(room).toEqual({ memoryBytes: 1373 * MIB, alone: false });
    expect(2 * (room.memoryBytes + 3 * MIB) + WORKER_BYTES).toBeLessThanOrEqual(container);
  });

  it('is all available memory when a file needs more than an equal share, and the file is then decoded alone', () => {
    const room = memoryRoom(demandOfPdf(100 * MIB), 100 * MIB, 2, container);
    expect(room.alone).toBe(true);
    expect(room.memoryBytes).toBeGreaterThanOrEqual(demandOfPdf(100 * MIB));
    expect(demandOfWorker(100 * MIB, 2)).toBeLessThanOrEqual(container);
  });

  it('is limited even in a container with 1 TiB of memory', () => {
    expect(memoryRoom(demandOfPdf(MIB), MIB, 1, 1024 ** 4).memoryBytes).toBeLessThan(2048 * MIB);
  });
});
