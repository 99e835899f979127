import koffi from 'koffi';
import { once } from 'node:events';
import { containerMemory } from '../../decoding/memory-room.js';
import { hostilePdfs } from '../prepare/hostile-pdfs.js';
import { prepareMaster } from '../prepare-master.js';

/** For tests: prepares every hostile file as a worker does, and prints outcome and resources of each as a line of JSON. */
export interface Outcome {
  name: string;
  bytes: number;
  /** Refusal code; null when it was accepted. */
  refused: string | null;
  /** Another error, of the machine. */
  error: string | null;
  cpuSeconds: number;
  /** Size of the plan as stored JSON; 0 without one. */
  planBytes: number;
}

const RUSAGE_CHILDREN = -1;
const getrusage = koffi.load(null).func('getrusage', 'int', ['int', 'void *']) as (
  who: number,
  usage: Buffer,
) => number;

/** CPU time of all ended processes: struct rusage starts with two times of seconds and microseconds. */
function spent(): number {
  const usage = Buffer.alloc(256);
  getrusage(RUSAGE_CHILDREN, usage);
  const time = (at: number): number => Number(usage.readBigInt64LE(at)) + Number(usage.readBigInt64LE(at + 8)) / 1e6;
  return time(0) + time(16);
}

// By then the parent has moved this process into its cgroup.
await once(process.stdin, 'data');
process.stderr.write(`${containerMemory()}\n`);
for (const [name, make] of hostilePdfs) {
  const source = make();
  const before = spent();
  const outcome: Outcome = { name, bytes: source.length, refused: null, error: null, cpuSeconds: 0, planBytes: 0 };
  try {
    const { plan } = await prepareMaster(source, { share: 2, confined: 'required' });
    outcome.planBytes = JSON.stringify(plan).length;
  } catch (error) {
    const { name: kind, code } = error as { name: string; code?: string };
    if (kind === 'MasterRefused') outcome.refused = code!;
    else outcome.error = String(error);
  }
  outcome.cpuSeconds = spent() - before;
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
process.exit(0);
