import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GIB = 1024 ** 3;
const FOLDER = '/dev/shm';

/**
 * Folder for temporary files: in memory, which is faster than a disk, when enough is free; otherwise the system's folder.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    const roomy = bavail * bsize >= 4 * GIB && process.availableMemory() >= 8 * GIB;
    return roomy && runsPrograms(FOLDER) ? FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** PostgreSQL's programs may be copied there. */
function runsPrograms(folder: string): boolean {
  const directory = mkdtempSync(join(folder, 'probe-'));
  try {
    const program = join(directory, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
