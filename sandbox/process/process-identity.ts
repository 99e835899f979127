import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, even when a later process gets the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time as the operating system reports it; empty when unknown. */
  began: string;
}

/** @returns the identity of a running process */
export function identify(pid: number): ProcessIdentity {
  return { pid, began: readStartTime(pid) ?? '' };
}

/** @returns true while the identified process is running */
export function isRunning({ pid, began }: ProcessIdentity): boolean {
  return readStartTime(pid) === began && began !== '';
}

/**
 * Sends a signal to the identified process, or to its process group.
 * @returns false when the process has ended
 */
export function signal(process_: ProcessIdentity, name: NodeJS.Signals, { group = false } = {}): boolean {
  if (!isRunning(process_)) return false;
  try {
    return process.kill(group ? -process_.pid : process_.pid, name);
  } catch {
    return false;
  }
}

function readStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.trim() || undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain spaces. After it, the 1st field is the state, the 20th the start time in ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
