import koffi from 'koffi';
import { once } from 'node:events';
import { containerMemory } from '../../decoding/memory-room.js';
import { hostilePdfs } from '../prepare/hostile-pdfs.js';
import { prepareMaster } from '../prepare-master.js';

// hostile.spec.ts starts this process. The process prepares every hostile file as a worker does, and prints one line of JSON
// per file.

/** What the process reports about one file. */
export interface Outcome {
  name: string;
  bytes: number;
  /** Refusal code; null for an accepted file. */
  refused: string | null;
  /** An error other than a refusal; null when there is none. */
  error: string | null;
  cpuSeconds: number;
  /** Size of the plan as JSON; 0 for a refused file. */
  planBytes: number;
}

const RUSAGE_CHILDREN = -1;
const getrusage = koffi.load(null).func('getrusage', 'int', ['int', 'void *']) as (
  who: number,
  usage: Buffer,
) => number;

/**
 * @returns the CPU time of all child processes that have ended, in seconds. struct rusage begins with the user time and the
 * system time, each as seconds and microseconds.
 */
function cpuSecondsOfChildren(): number {
  const usage = Buffer.alloc(256);
  getrusage(RUSAGE_CHILDREN, usage);
  const time = (at: number): number => Number(usage.readBigInt64LE(at)) + Number(usage.readBigInt64LE(at + 8)) / 1e6;
  return time(0) + time(16);
}

// The parent writes to standard input after it has moved this process into its cgroup.
await once(process.stdin, 'data');
process.stderr.write(`${containerMemory()}\n`);
for (const [name, createFile] of hostilePdfs) {
  const source = createFile();
  const before = cpuSecondsOfChildren();
  const outcome: Outcome = { name, bytes: source.length, refused: null, error: null, cpuSeconds: 0, planBytes: 0 };
  try {
    const { plan } = await prepareMaster(source, { concurrency: 2, confined: 'required' });
    outcome.planBytes = JSON.stringify(plan).length;
  } catch (error) {
    const { name: errorName, code } = error as { name: string; code?: string };
    if (errorName === 'MasterRefused') outcome.refused = code!;
    else outcome.error = String(error);
  }
  outcome.cpuSeconds = cpuSecondsOfChildren() - before;
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
process.exit(0);
