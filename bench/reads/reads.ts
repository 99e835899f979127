import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { validate } from 'uuid';
import { build } from '../../sandbox/build.ts';
import { createDatabase, type Postgres, startPostgres } from '../../sandbox/postgres/postgres.ts';
import { projectRoot } from '../../sandbox/project-root.ts';
import { createProgress } from '../../sandbox/progress.ts';
import { growCatalogue } from './catalogue.ts';
import { cpuTime } from '../cpu-time.ts';
import { median } from '../figures.ts';
import { type Load, LoadGenerator } from './load.ts';
import { migrate, type Servers, startServers } from './read-servers.ts';

/** node:http with a cached response, with one statement, with stored counts; the shop without cache, with cache, with 304. */
export const WAYS = ['ready', 'pg', 'stored', 'uncached', 'cached', 'unchanged'] as const;
export type Way = (typeof WAYS)[number];

/** Medians of the rounds. */
export interface ReadFigures {
  perSecond: number;
  /** Milliseconds with all connections busy. */
  p50: number;
  p99: number;
  /** Milliseconds of CPU per request. */
  nodeCpu: number;
  postgresCpu: number;
}

export interface ReadRow {
  patterns: number;
  name: string;
  bytes: number;
  ways: Partial<Record<Way, ReadFigures>>;
}

export interface ReadsFigures {
  rows: ReadRow[];
  checked: number;
  problems: string[];
}

export interface ReadsOptions {
  directory: string;
  /** Numbers of patterns, ascending; only the first size is measured in all ways. */
  sizes: number[];
  signal: AbortSignal;
}

const CONNECTIONS = 64;
const SECONDS = 2;
const ROUNDS = 3;
/** The ways that depend on the size of the catalogue. */
const WAYS_OF_SIZE: Way[] = ['pg', 'uncached'];
/** Above it the statement of the baseline takes seconds, and aborted statements occupy PostgreSQL for minutes. */
const LARGEST_FLOOR = 100_000;

export async function measureReads({ directory, sizes, signal }: ReadsOptions): Promise<ReadsFigures> {
  const root = projectRoot();
  const progress = createProgress();
  const home = join(directory, 'reads');
  mkdirSync(home, { mode: 0o755 });
  await build({ root, logs: home, progress, abort: signal });
  const settings = { shared_buffers: '512MB', maintenance_work_mem: '256MB', max_wal_size: '4GB', jit: 'off' };
  const postgres = await startPostgres({ directory: home, fast: true, settings });
  const figures: ReadsFigures = { rows: [], checked: 0, problems: [] };
  const generator = new LoadGenerator();
  try {
    const database = await createDatabase(postgres.url, 'reads');
    await migrate(root, home, database, signal);
    for (const size of sizes) {
      signal.throwIfAborted();
      await progress.step(`${size.toLocaleString('en-US')} patterns`, () => growCatalogue(database, size));
      const servers = await startServers(root, home, database);
      try {
        for (const { name, path, only } of pathsAt(size, await anId(servers.uncached.url))) {
          const ways = size === sizes[0] ? (only ?? WAYS) : size > LARGEST_FLOOR ? WAYS_OF_SIZE.slice(1) : WAYS_OF_SIZE;
          const measured = () => contest(name, path, size, ways, { servers, postgres, generator, figures, signal });
          const row = await progress.step(name, measured);
          progress.line(`    ${rates(row)}`);
          figures.rows.push(row);
        }
      } finally {
        await servers.stop();
      }
    }
  } finally {
    await generator.stop();
    await postgres.stop();
  }
  return figures;
}

/** Printed during the run, which takes minutes. */
const rates = ({ ways }: ReadRow) =>
  Object.entries(ways)
    .map(([way, { perSecond, p99 }]) => `${way} ${Math.round(perSecond)}/s (p99 ${p99} ms)`)
    .join(', ');

const pathsAt = (size: number, id: string): { name: string; path: string; only?: Way[] }[] => [
  { name: 'list', path: '/api/patterns' },
  { name: 'list, page 500', path: '/api/patterns?page=500' },
  { name: 'list, last page', path: `/api/patterns?page=${Math.ceil(size / 12)}`, only: WAYS_OF_SIZE },
  { name: 'category + price', path: '/api/patterns?category=Dresses&sort=price_asc' },
  { name: 'detail', path: `/api/patterns/${id}`, only: ['ready', 'pg', 'uncached', 'cached', 'unchanged'] },
  { name: 'home', path: '/api/patterns?limit=6', only: ['ready', 'pg', 'uncached', 'cached', 'unchanged'] },
];

/** Generated ids are hashes; not all of them are valid UUIDs. */
async function anId(url: string): Promise<string> {
  const response = (await (await fetch(`${url}/api/patterns?limit=100`)).json()) as {
    data: { patterns: { id: string }[] };
  };
  const ids = response.data.patterns.map(({ id }) => id);
  return ids.find((id) => validate(id))!;
}

interface ExternalServices {
  servers: Servers;
  postgres: Postgres;
  generator: LoadGenerator;
  figures: ReadsFigures;
  signal: AbortSignal;
}

/** Alternates the ways, so that noise affects all of them; the first round is a warm-up. */
async function contest(
  name: string,
  path: string,
  patterns: number,
  ways: readonly Way[],
  { servers, postgres, generator, figures, signal }: ExternalServices,
): Promise<ReadRow> {
  const { uncached, cached, floor } = servers;
  const url: Record<Way, string> = {
    ready: `${floor.url}/ready${path}`,
    pg: `${floor.url}/pg${path}`,
    stored: `${floor.url}/stored${path}`,
    uncached: uncached.url + path,
    cached: cached.url + path,
    unchanged: cached.url + path,
  };
  const right = await fetch(uncached.url + path, { headers: { 'accept-encoding': 'identity' } });
  if (!right.ok) throw new Error(`${path} got the response ${right.status}`);
  const body = await right.text();
  const etag = right.headers.get('etag') ?? undefined;
  const samples = new Map<Way, ReadFigures[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of ways) {
      signal.throwIfAborted();
      await untilIdle(postgres.url, signal);
      const shop = !['ready', 'pg', 'stored'].includes(way);
      const unchanged = way === 'unchanged';
      const load: Load = {
        url: url[way],
        seconds: round === 0 ? 1 : SECONDS,
        connections: CONNECTIONS,
        headers: unchanged ? { 'if-none-match': etag! } : {},
        expected: { status: unchanged ? 304 : 200, body: unchanged ? '' : body, etag: shop ? etag : undefined },
      };
      const program = way === 'uncached' ? uncached : shop ? cached : floor;
      const before = [cpuTime(program.pid), cpuTime(postgres.pid, { family: true })] as const;
      const { checked, wrong, perSecond, p50, p99 } = await generator.put(load, signal);
      const nodeCpu = (cpuTime(program.pid) - before[0]) / checked;
      const postgresCpu = (cpuTime(postgres.pid, { family: true }) - before[1]) / checked;
      figures.checked += checked;
      if (wrong > 0) figures.problems.push(`${name}, ${way}: ${wrong} of ${checked} responses were wrong`);
      if (round === 0) continue;
      samples.set(way, [...(samples.get(way) ?? []), { perSecond, p50, p99, nodeCpu, postgresCpu }]);
    }
  }
  const medians = [...samples].map(([way, all]) => [way, middle(all)]);
  return { patterns, name, bytes: Buffer.byteLength(body), ways: Object.fromEntries(medians) };
}

/** Waits for aborted statements of the baseline, which occupy PostgreSQL for seconds and would slow the next measurement. */
async function untilIdle(url: string, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ busy: number }>(
        `select count(*)::int as busy from pg_stat_activity
         where backend_type in ('client backend', 'autovacuum worker', 'parallel worker')
           and state is distinct from 'idle' and pid <> pg_backend_pid()`,
      );
      if (rows[0]!.busy === 0) return;
      await pause(100);
    }
  } finally {
    await client.end();
  }
}

function middle(all: ReadFigures[]): ReadFigures {
  const of = (key: keyof ReadFigures) => median(all.map((one) => one[key]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    nodeCpu: of('nodeCpu'),
    postgresCpu: of('postgresCpu'),
  };
}
