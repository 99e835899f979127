import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeLock, type Lock } from './process/lock-file.ts';
import { isRunning, signal, type ProcessIdentity } from './process/process-identity.ts';
import { explainDataDirError, StartError } from './start-error.ts';

/** The note in the lock file of a data directory: the URL and the processes of the shop that uses the directory. */
export interface RunRecord {
  url: string;
  reaper?: ProcessIdentity;
  programs: ProcessIdentity[];
}

const neededMegabytes = 300;

/**
 * Creates the data directory and locks it for this process. If an earlier process held the lock and was killed, kills the
 * programs that this earlier process had started.
 * @throws {StartError} when the directory is not writable, when its disk is full, or when a shop already uses the directory
 */
export async function lockDataDirectory(dataDir: string, url: string): Promise<Lock<RunRecord>> {
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
  const lock = await takeLock<RunRecord>(join(dataDir, 'running.json'), { url, programs: [] }, killLeftovers);
  if ('release' in lock) return lock;
  const { pid, note } = lock.holder;
  throw new StartError(
    `The shop already runs on ${dataDir}: ${note.url} (process ${pid}). Stop it, or set DATA_DIR and PORT for another shop.`,
  );
}

/**
 * Creates a directory and its parents. Does not use `mkdirSync` with `recursive`, which never returns in /proc, because each
 * of its attempts fails there with ENOENT.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR', path });
  }
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}

async function killLeftovers({ reaper, programs }: RunRecord): Promise<void> {
  // The process reaper of the killed process needs at most 45 s to end the programs and PostgreSQL.
  const giveUpAt = Date.now() + 50_000;
  const reapers = reaper ? [reaper] : [];
  while (reapers.some(isRunning) && Date.now() < giveUpAt) await pause(100);
  for (const program of programs) signal(program, 'SIGKILL', { group: true });
  while (programs.some(isRunning)) await pause(50);
}
