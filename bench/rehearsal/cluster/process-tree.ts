import { readdirSync, readFileSync } from 'node:fs';

/** Resources of a process and its descendants. */
export interface Holdings {
  /** Bytes in memory (RSS). */
  memory: number;
  /** Private bytes, without the shared buffers of PostgreSQL. */
  privateMemory: number;
  /** Open files, sockets and pipes. */
  descriptors: number;
}

/** Reads /proc (Linux only). @returns undefined when there is no such process */
export function holdingsOf(pid: number): Holdings | undefined {
  const children = childrenByParent();
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  const found = all.flatMap((one) => holdingsOfOne(one) ?? []);
  if (found.length === 0) return undefined;
  const sum = (of: keyof Holdings) => found.reduce((total, one) => total + one[of], 0);
  return { memory: sum('memory'), privateMemory: sum('privateMemory'), descriptors: sum('descriptors') };
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? unlessGone(() => readFileSync(`/proc/${name}/stat`, 'utf8')) : undefined;
    if (!stat) continue;
    // The name in parentheses may contain spaces; state and parent follow.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** A process may end while it is read. */
function holdingsOfOne(pid: number): Holdings | undefined {
  return unlessGone(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? NaN);
    const memory = bytes('VmRSS');
    // A zombie has no memory.
    if (Number.isNaN(memory)) return undefined;
    return { memory, privateMemory: bytes('RssAnon'), descriptors: readdirSync(`/proc/${pid}/fd`).length };
  });
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
