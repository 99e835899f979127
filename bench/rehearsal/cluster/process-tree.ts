import { readdirSync, readFileSync } from 'node:fs';

/** Resources of a process and its descendants. */
export interface ResourceUsage {
  /** Bytes in memory (RSS). */
  memory: number;
  /** Bytes of private memory, which excludes the shared buffers of PostgreSQL. */
  privateMemory: number;
  /** Open files, sockets and pipes. */
  descriptors: number;
}

/** Reads /proc, which only Linux has. @returns undefined when the process and its descendants have ended */
export function readResourceUsage(pid: number): ResourceUsage | undefined {
  const children = childrenByParent();
  const all = [pid];
  for (const next of all) all.push(...(children.get(next) ?? []));
  const usages = all.flatMap((next) => readProcess(next) ?? []);
  if (usages.length === 0) return undefined;
  const sum = (field: keyof ResourceUsage) => usages.reduce((total, usage) => total + usage[field], 0);
  return { memory: sum('memory'), privateMemory: sum('privateMemory'), descriptors: sum('descriptors') };
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? ignoreEnded(() => readFileSync(`/proc/${name}/stat`, 'utf8')) : undefined;
    if (!stat) continue;
    // The second field, the program's name in parentheses, can contain spaces. The state and the parent's pid follow it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** @returns undefined when the process has ended, which can happen while its files are read */
function readProcess(pid: number): ResourceUsage | undefined {
  return ignoreEnded(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? NaN);
    const memory = bytes('VmRSS');
    // A process that has ended but still has an entry in /proc (zombie) shows no memory.
    if (Number.isNaN(memory)) return undefined;
    return { memory, privateMemory: bytes('RssAnon'), descriptors: readdirSync(`/proc/${pid}/fd`).length };
  });
}

function ignoreEnded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
