import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, distinct from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time as the operating system reports it; empty when unknown. */
  began: string;
}

/** Reads the identity of a running process. */
export function identify(pid: number): ProcessIdentity {
  return { pid, began: beginning(pid) ?? '' };
}

/** True while this process runs. */
export function lives({ pid, began }: ProcessIdentity): boolean {
  return beginning(pid) === began && began !== '';
}

/** Sends a signal to this process, with `group` to its process group. Returns false when the process has ended. */
export function signal(process_: ProcessIdentity, name: NodeJS.Signals, { group = false } = {}): boolean {
  if (!lives(process_)) return false;
  try {
    return process.kill(group ? -process_.pid : process_.pid, name);
  } catch {
    return false;
  }
}

function beginning(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.trim() || undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. After it follow the state (1st) and the start time in ticks (20th).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
