import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * @param withChildren adds the children that are running, and the ended children that the process has waited for
 * @returns the CPU milliseconds that a process has used since its start; 0 when it has ended or the system has no /proc
 */
export function cpuTime(pid: number, { withChildren = false } = {}): number {
  const own = readTicks(pid);
  if (!own) return 0;
  let sum = own.user + own.system;
  if (withChildren) {
    sum += own.endedChildren;
    for (const child of findChildren(pid)) {
      const used = readTicks(child);
      if (used) sum += used.user + used.system;
    }
  }
  return (sum * 1000) / TICKS_PER_SECOND;
}

/** @returns false on systems without /proc, where `cpuTime` always returns 0 */
export function canMeasureCpu(): boolean {
  return readTicks(process.pid) !== null;
}

function readTicks(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name of the program, can contain spaces and parentheses, so parsing starts after its `)`.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, user: fields[11]!, system: fields[12]!, endedChildren: fields[13]! + fields[14]! };
  } catch {
    return null;
  }
}

function findChildren(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => readTicks(other)?.parent === pid);
}
