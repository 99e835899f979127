import { Client } from 'pg';
import { cpuTime } from '../cpu-time.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Reading } from './flatness.ts';
import type { Pod } from './cluster/pod.ts';
import { readResourceUsage } from './cluster/process-tree.ts';
import type { Measure } from './tolerances.ts';

/** The readings of one process. */
export interface Row {
  name: string;
  readings: Partial<Record<Measure, Reading[]>>;
  /** CPU time in milliseconds. */
  processor: Reading[];
  /** False for the rehearsal's own process, whose growth is not a problem. */
  judged: boolean;
}

/** By problem: how often it occurred (`times`), and when it first occurred (`first`, in seconds since the load began). */
export type ReadFailures = Map<string, { times: number; first: number }>;

type Values = Partial<Record<Measure, number>>;

interface SampledProcess extends Row {
  pid(): number;
  read(): Promise<Values>;
}

const SCRAPE_TIMEOUT_MS = 5_000;
/** Default metrics of Node, which every Node process of the shop serves. */
const SCRAPED_METRICS: [Measure, string][] = [
  ['heap', 'nodejs_heap_size_used_bytes'],
  ['external', 'nodejs_external_memory_bytes'],
  ['handles', 'nodejs_active_resources_total'],
];

/** Reads the resources of the pods, of PostgreSQL and Redis, and of the rehearsal itself. */
export class SoakSamples {
  /** One entry for each process and reason why it could not be read, for example because it was not ready. */
  readonly readFailures: ReadFailures = new Map();
  readonly #processes: SampledProcess[];
  readonly #sql: Client;

  private constructor(processes: SampledProcess[], sql: Client) {
    this.#processes = processes;
    this.#sql = sql;
  }

  static async open({ deployments, external }: Cluster): Promise<SoakSamples> {
    const { databaseUrl, postgresPid, redis } = external;
    const sql = new Client({ connectionString: databaseUrl });
    sql.on('error', () => undefined);
    await sql.connect();
    const pods = deployments.flatMap(({ name, pods: all }) =>
      all.map((pod, at) =>
        sampledProcess(
          `${name}-${at + 1}`,
          () => pod.pid,
          () => readPod(pod),
        ),
      ),
    );
    const services = [
      sampledProcess(
        'PostgreSQL',
        () => postgresPid,
        () => readPostgres(postgresPid, sql),
      ),
      ...(redis
        ? [
            sampledProcess(
              'Redis',
              () => redis.pid,
              async () => readBasicUsage(redis.pid),
            ),
          ]
        : []),
    ];
    const own = sampledProcess(
      '(the rehearsal)',
      () => process.pid,
      async () => ({ memory: process.memoryUsage.rss() }),
      false,
    );
    return new SoakSamples([...pods, ...services, own], sql);
  }

  get rows(): Row[] {
    return this.#processes;
  }

  /** @param at the seconds since the load began */
  async take(at: number): Promise<void> {
    await Promise.all(
      this.#processes.map(async ({ name, readings, processor, judged, pid, read }) => {
        try {
          const values = await read();
          processor.push({ at, value: cpuTime(pid(), { withChildren: judged }) });
          for (const [measure, value] of Object.entries(values))
            (readings[measure as Measure] ??= []).push({ at, value });
        } catch (error) {
          const problem = `${name}: ${(error as Error).message}`;
          const { times, first } = this.readFailures.get(problem) ?? { times: 0, first: at };
          this.readFailures.set(problem, { times: times + 1, first });
        }
      }),
    );
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }
}

const sampledProcess = (
  name: string,
  pid: () => number,
  read: () => Promise<Values>,
  judged = true,
): SampledProcess => ({
  name,
  pid,
  read,
  judged,
  readings: {},
  processor: [],
});

function readBasicUsage(pid: number): Values {
  const { memory, descriptors } = requireUsage(pid);
  return { memory, descriptors };
}

function requireUsage(pid: number) {
  const usage = readResourceUsage(pid);
  if (!usage) throw new Error('has ended');
  return usage;
}

async function readPod(pod: Pod): Promise<Values> {
  const usage = readBasicUsage(pod.pid);
  if (!pod.ready) throw new Error('is not ready');
  const port = pod.portOf('management');
  // nginx serves no metrics of Node.
  if (!port) return usage;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`its metrics endpoint responded with HTTP ${response.status}`);
  const scraped = SCRAPED_METRICS.map(([measure, name]) => {
    const value = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`its metrics lack ${name}`);
    return [measure, Number(value)] as const;
  });
  return { ...usage, ...Object.fromEntries(scraped) };
}

/** Counts only private memory, because the resident memory of every PostgreSQL process includes the same shared buffers. */
async function readPostgres(pid: number, sql: Client): Promise<Values> {
  const { privateMemory, descriptors } = requireUsage(pid);
  const { rows } = await sql.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`,
  );
  return { memory: privateMemory, descriptors, handles: rows[0]!.connections };
}
