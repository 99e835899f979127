import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU milliseconds of a process; with `family` also those of its running and ended children. */
export function cpuTime(pid: number, { family = false } = {}): number {
  const own = ticks(pid);
  if (!own) return 0;
  let sum = own.user + own.system;
  if (family) {
    sum += own.ofTheDead;
    for (const child of childrenOf(pid)) {
      const used = ticks(child);
      if (used) sum += used.user + used.system;
    }
  }
  return (sum * 1000) / TICKS_PER_SECOND;
}

/** False without /proc. */
export function canMeasureCpu(): boolean {
  return ticks(process.pid) !== null;
}

function ticks(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name of the program and may contain spaces and brackets.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, user: fields[11]!, system: fields[12]!, ofTheDead: fields[13]! + fields[14]! };
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => ticks(other)?.parent === pid);
}
