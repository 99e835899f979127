import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GIB = 1024 ** 3;
const FOLDER = '/dev/shm';

/**
 * Where files may lie that nobody needs after a crash: in memory, where a test waits for no disk, when there is plenty of
 * it, else in the system's folder for temporary files.
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

/** PostgreSQL's programs may be copied next to its data. */
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
