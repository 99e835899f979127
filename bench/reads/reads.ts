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

/**
 * The measured variants. Baselines with node:http: `ready` sends a cached response, `pg` runs one statement with `count(*)`,
 * `stored` runs one statement that reads stored counts. The shop: `uncached` runs without the response cache, `cached` with
 * the cache, and `unchanged` with the cache and with the response 304.
 */
export const VARIANTS = ['ready', 'pg', 'stored', 'uncached', 'cached', 'unchanged'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Medians of the rounds. */
export interface ReadFigures {
  perSecond: number;
  /** Response times in milliseconds while all connections are busy. */
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
  variants: Partial<Record<Variant, ReadFigures>>;
}

export interface ReadsFigures {
  rows: ReadRow[];
  checked: number;
  problems: string[];
}

export interface ReadsOptions {
  directory: string;
  /** Numbers of patterns, ascending. Only the first size is measured with all variants. */
  sizes: number[];
  signal: AbortSignal;
}

const CONNECTIONS = 64;
const SECONDS = 2;
const ROUNDS = 3;
/** The variants whose speed depends on the size of the catalogue. */
const SIZE_DEPENDENT_VARIANTS: Variant[] = ['pg', 'uncached'];
/**
 * Number of patterns. In larger catalogues the variant `pg` is not measured: its statement takes seconds, and after an abort
 * the statements occupy PostgreSQL for minutes.
 */
const MAX_PATTERNS_OF_BASELINE = 100_000;

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
        for (const { name, path, only } of measuredPaths(size, await findPatternId(servers.uncached.url))) {
          const variants =
            size === sizes[0]
              ? (only ?? VARIANTS)
              : size > MAX_PATTERNS_OF_BASELINE
                ? SIZE_DEPENDENT_VARIANTS.slice(1)
                : SIZE_DEPENDENT_VARIANTS;
          const measure = () =>
            measurePath(name, path, size, variants, { servers, postgres, generator, figures, signal });
          const row = await progress.step(name, measure);
          progress.line(`    ${formatRates(row)}`);
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

/** Formats the line that is printed after each path. Without this line, nothing is printed for minutes. */
const formatRates = ({ variants }: ReadRow) =>
  Object.entries(variants)
    .map(([variant, { perSecond, p99 }]) => `${variant} ${Math.round(perSecond)}/s (p99 ${p99} ms)`)
    .join(', ');

const measuredPaths = (size: number, id: string): { name: string; path: string; only?: Variant[] }[] => [
  { name: 'list', path: '/api/patterns' },
  { name: 'list, page 500', path: '/api/patterns?page=500' },
  { name: 'list, last page', path: `/api/patterns?page=${Math.ceil(size / 12)}`, only: SIZE_DEPENDENT_VARIANTS },
  { name: 'category + price', path: '/api/patterns?category=Dresses&sort=price_asc' },
  { name: 'detail', path: `/api/patterns/${id}`, only: ['ready', 'pg', 'uncached', 'cached', 'unchanged'] },
  { name: 'home', path: '/api/patterns?limit=6', only: ['ready', 'pg', 'uncached', 'cached', 'unchanged'] },
];

/** @returns a pattern id that is a valid UUID: the generated ids are MD5 hashes, and not every hash is a valid UUID */
async function findPatternId(url: string): Promise<string> {
  const response = (await (await fetch(`${url}/api/patterns?limit=100`)).json()) as {
    data: { patterns: { id: string }[] };
  };
  const ids = response.data.patterns.map(({ id }) => id);
  return ids.find((id) => validate(id))!;
}

interface MeasureContext {
  servers: Servers;
  postgres: Postgres;
  generator: LoadGenerator;
  figures: ReadsFigures;
  signal: AbortSignal;
}

/** Measures one path. The variants alternate, so that noise affects all of them. The first round is a warm-up. */
async function measurePath(
  name: string,
  path: string,
  patterns: number,
  variants: readonly Variant[],
  { servers, postgres, generator, figures, signal }: MeasureContext,
): Promise<ReadRow> {
  const { uncached, cached, baseline } = servers;
  const url: Record<Variant, string> = {
    ready: `${baseline.url}/ready${path}`,
    pg: `${baseline.url}/pg${path}`,
    stored: `${baseline.url}/stored${path}`,
    uncached: uncached.url + path,
    cached: cached.url + path,
    unchanged: cached.url + path,
  };
  const reference = await fetch(uncached.url + path, { headers: { 'accept-encoding': 'identity' } });
  if (!reference.ok) throw new Error(`${path} got the response HTTP ${reference.status}`);
  const body = await reference.text();
  const etag = reference.headers.get('etag') ?? undefined;
  const samples = new Map<Variant, ReadFigures[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const variant of variants) {
      signal.throwIfAborted();
      await waitUntilIdle(postgres.url, signal);
      const isShop = !['ready', 'pg', 'stored'].includes(variant);
      const isUnchanged = variant === 'unchanged';
      const load: Load = {
        url: url[variant],
        seconds: round === 0 ? 1 : SECONDS,
        connections: CONNECTIONS,
        headers: isUnchanged ? { 'if-none-match': etag! } : {},
        expected: { status: isUnchanged ? 304 : 200, body: isUnchanged ? '' : body, etag: isShop ? etag : undefined },
      };
      const program = variant === 'uncached' ? uncached : isShop ? cached : baseline;
      const before = [cpuTime(program.pid), cpuTime(postgres.pid, { withChildren: true })] as const;
      const { checked, wrong, perSecond, p50, p99 } = await generator.run(load, signal);
      const nodeCpu = (cpuTime(program.pid) - before[0]) / checked;
      const postgresCpu = (cpuTime(postgres.pid, { withChildren: true }) - before[1]) / checked;
      figures.checked += checked;
      if (wrong > 0) figures.problems.push(`${name}, ${variant}: ${wrong} of ${checked} responses were wrong`);
      if (round === 0) continue;
      samples.set(variant, [...(samples.get(variant) ?? []), { perSecond, p50, p99, nodeCpu, postgresCpu }]);
    }
  }
  const figuresByVariant = [...samples].map(([variant, all]) => [variant, medians(all)]);
  return { patterns, name, bytes: Buffer.byteLength(body), variants: Object.fromEntries(figuresByVariant) };
}

/**
 * Waits until PostgreSQL runs neither a statement nor an autovacuum. PostgreSQL continues aborted statements of the
 * baseline, which would slow the next measurement.
 */
async function waitUntilIdle(url: string, signal: AbortSignal): Promise<void> {
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

function medians(all: ReadFigures[]): ReadFigures {
  const medianOf = (key: keyof ReadFigures) => median(all.map((figures) => figures[key]));
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    nodeCpu: medianOf('nodeCpu'),
    postgresCpu: medianOf('postgresCpu'),
  };
}
