import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GIB = 1024 ** 3;
const FOLDER = '/dev/shm';

/**
 * @returns a folder for temporary files: a folder in memory, which is faster than a disk, or the system's temporary folder
 * when memory is scarce or programs cannot run in the folder in memory
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    const hasSpace = bavail * bsize >= 4 * GIB && process.availableMemory() >= 8 * GIB;
    return hasSpace && canRunPrograms(FOLDER) ? FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @returns whether programs in the folder can run, because `startPostgres` can duplicate PostgreSQL's programs into it */
function canRunPrograms(folder: string): boolean {
  const directory = mkdtempSync(join(folder, 'probe-'));
  try {
    const program = join(directory, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
