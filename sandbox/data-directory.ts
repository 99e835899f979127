import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeLock, type Lock } from './process/lock-file.ts';
import { lives, signal, type ProcessIdentity } from './process/process-identity.ts';
import { explainDataDirError, StartError } from './start-error.ts';

/** Read by a second start on the same data. */
export interface RunNote {
  url: string;
  reaper?: ProcessIdentity;
  programs: ProcessIdentity[];
}

const neededMegabytes = 300;

/**
 * Creates the data directory and locks it for this process. Ends programs that a killed start left running.
 * @throws {StartError} when it is not writable, its disk is full, or a shop already uses it
 */
export async function takeDataDirectory(dataDir: string, url: string): Promise<Lock<RunNote>> {
  try {
    makeDirectory(join(dataDir, 'logs'));
    const probe = join(dataDir, `.probe.${process.pid}`);
    writeFileSync(probe, 'test');
    rmSync(probe);
  } catch (error) {
    throw explainDataDirError(error, dataDir);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free < neededMegabytes) {
    throw new StartError(`The disk of ${dataDir} is full: ${free} MB are free, ${neededMegabytes} MB are needed.`);
  }
  const lock = await takeLock<RunNote>(join(dataDir, 'running.json'), { url, programs: [] }, endLeftovers);
  if ('release' in lock) return lock;
  const { pid, note } = lock.holder;
  throw new StartError(
    `The shop already runs on ${dataDir}: ${note.url} (process ${pid}). Stop it, or set DATA_DIR and PORT for a second one.`,
  );
}

/** Like mkdir with `recursive`, which loops forever where each attempt fails with ENOENT, as under /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR', path });
  }
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}

async function endLeftovers({ reaper, programs }: RunNote): Promise<void> {
  const giveUpAt = Date.now() + 50_000;
  const reapers = reaper ? [reaper] : [];
  while (reapers.some(lives) && Date.now() < giveUpAt) await pause(100);
  for (const program of programs) signal(program, 'SIGKILL', { group: true });
  while (programs.some(lives)) await pause(50);
}
