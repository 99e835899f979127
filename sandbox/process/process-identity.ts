import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it began, in the words of the operating system; empty when it cannot tell. */
  began: string;
}

/** The identity of a living process. */
export function identify(pid: number): ProcessIdentity {
  return { pid, began: beginning(pid) ?? '' };
}

/** True while exactly this process lives. */
export function lives({ pid, began }: ProcessIdentity): boolean {
  return beginning(pid) === began && began !== '';
}

/** Sends a signal to exactly this process, with `group` to all it started in its session. False when it is gone. */
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
    // The name in parentheses may hold spaces. After it come the state (1st) and the start time in ticks (20th).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
