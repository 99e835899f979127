import { Client } from 'pg';
import { cpuTime } from '../cpu-time.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Reading } from './flatness.ts';
import type { Pod } from './cluster/pod.ts';
import { holdingsOf } from './cluster/process-tree.ts';
import type { Measure } from './tolerances.ts';

/** The readings of one process. */
export interface Row {
  name: string;
  readings: Partial<Record<Measure, Reading[]>>;
  /** CPU time in milliseconds. */
  processor: Reading[];
  /** False for the processes of the rehearsal. */
  judged: boolean;
}

/** By problem: how often, and the first time in seconds since the load began. */
export type Missed = Map<string, { times: number; first: number }>;

type Values = Partial<Record<Measure, number>>;

interface Watched extends Row {
  pid(): number;
  read(): Promise<Values>;
}

const SCRAPE_TIMEOUT_MS = 5_000;
/** Default metrics of Node, which every process of the shop serves. */
const SCRAPED: [Measure, string][] = [
  ['heap', 'nodejs_heap_size_used_bytes'],
  ['external', 'nodejs_external_memory_bytes'],
  ['handles', 'nodejs_active_resources_total'],
];

/** Samples the pods of a cluster, its database, its Redis, and the rehearsal. */
export class SoakSamples {
  /** Processes that could not be read or were not ready. */
  readonly missed: Missed = new Map();
  readonly #watched: Watched[];
  readonly #sql: Client;

  private constructor(watched: Watched[], sql: Client) {
    this.#watched = watched;
    this.#sql = sql;
  }

  static async open({ deployments, external }: Cluster): Promise<SoakSamples> {
    const { databaseUrl, postgresPid, redis } = external;
    const sql = new Client({ connectionString: databaseUrl });
    sql.on('error', () => undefined);
    await sql.connect();
    const pods = deployments.flatMap(({ name, pods: all }) =>
      all.map((pod, at) =>
        watch(
          `${name}-${at + 1}`,
          () => pod.pid,
          () => readPod(pod),
        ),
      ),
    );
    const services = [
      watch(
        'PostgreSQL',
        () => postgresPid,
        () => readPostgres(postgresPid, sql),
      ),
      ...(redis
        ? [
            watch(
              'Redis',
              () => redis.pid,
              async () => withoutPrivate(redis.pid),
            ),
          ]
        : []),
    ];
    const own = watch(
      '(the rehearsal)',
      () => process.pid,
      async () => ({ memory: process.memoryUsage.rss() }),
      false,
    );
    return new SoakSamples([...pods, ...services, own], sql);
  }

  get rows(): Row[] {
    return this.#watched;
  }

  /** @param at seconds since the load began */
  async take(at: number): Promise<void> {
    await Promise.all(
      this.#watched.map(async ({ name, readings, processor, judged, pid, read }) => {
        try {
          const values = await read();
          processor.push({ at, value: cpuTime(pid(), { withChildren: judged }) });
          for (const [measure, value] of Object.entries(values))
            (readings[measure as Measure] ??= []).push({ at, value });
        } catch (error) {
          const seen = `${name}: ${(error as Error).message}`;
          const { times, first } = this.missed.get(seen) ?? { times: 0, first: at };
          this.missed.set(seen, { times: times + 1, first });
        }
      }),
    );
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }
}

const watch = (name: string, pid: () => number, read: () => Promise<Values>, judged = true): Watched => ({
  name,
  pid,
  read,
  judged,
  readings: {},
  processor: [],
});

function withoutPrivate(pid: number): Values {
  const { memory, descriptors } = found(pid);
  return { memory, descriptors };
}

function found(pid: number) {
  const holdings = holdingsOf(pid);
  if (!holdings) throw new Error('has ended');
  return holdings;
}

async function readPod(pod: Pod): Promise<Values> {
  const held = withoutPrivate(pod.pid);
  if (!pod.ready) throw new Error('is not ready');
  const port = pod.portOf('management');
  // nginx has no such port.
  if (!port) return held;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`its metrics respond ${response.status}`);
  const scraped = SCRAPED.map(([measure, name]) => {
    const value = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`its metrics lack ${name}`);
    return [measure, Number(value)] as const;
  });
  return { ...held, ...Object.fromEntries(scraped) };
}

/** The resident memory of each process contains the shared buffers, so only private memory is counted. */
async function readPostgres(pid: number, sql: Client): Promise<Values> {
  const { privateMemory, descriptors } = found(pid);
  const { rows } = await sql.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`,
  );
  return { memory: privateMemory, descriptors, handles: rows[0]!.connections };
}
