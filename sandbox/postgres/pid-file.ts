import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The content of the file postmaster.pid in a data directory. */
export interface PidFile {
  pid: number;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | '';
}

/** @returns undefined when the file is missing or incomplete */
export function readPidFile(data: string): PidFile | undefined {
  const file = join(data, 'postmaster.pid');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0]));
  if (!pid) return undefined;
  return { pid, status: (lines[7] ?? '') as PidFile['status'] };
}

/**
 * @param data the data directory
 * @returns true when the process in the pid file is running and is the server of `data`. After a crash of the server, the
 * pid can belong to another process.
 */
export function isServerOf({ pid }: PidFile, data: string): boolean {
  if (!isAlive(pid)) return false;
  const commandLine = existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return commandLine === null || commandLine.includes(data);
}

/** Resolves when no process has this pid. */
export async function waitUntilGone(pid: number, { keepsProcessAlive = true } = {}): Promise<void> {
  while (isAlive(pid)) await pause(50, undefined, { ref: keepsProcessAlive });
}

/** @returns true while a process has this pid; a zombie does not count */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
