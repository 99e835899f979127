import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { HITS, type Hit, WITHOUT_HITS, misplaced, SEARCHES } from '../../backend/test/search-queries.ts';
import { build } from '../../sandbox/build.ts';
import { createDatabase, startPostgres } from '../../sandbox/postgres/postgres.ts';
import { projectRoot } from '../../sandbox/project-root.ts';
import { createProgress } from '../../sandbox/progress.ts';
import { type Spread, spread } from '../figures.ts';
import { writeDemoTexts } from '../../sandbox/demo-shop/demo-texts.ts';
import { generatePatterns } from './generated-patterns.ts';
import { migrate, startServers } from './read-servers.ts';

/** Times in milliseconds, with one client. */
export interface SearchRow {
  patterns: number;
  name: string;
  searches: number;
  /** Times of the query handler, which this process calls without HTTP. */
  sql: Spread;
  http: Spread;
}

export interface SearchFigures {
  rows: SearchRow[];
  checked: number;
  problems: string[];
}

export interface SearchOptions {
  directory: string;
  /** Numbers of generated patterns in addition to the demo patterns, ascending. */
  sizes: number[];
  signal: AbortSignal;
}

interface SearchQuery {
  search: string;
  sort?: string;
  category?: string;
  page?: number;
}

/** Searches for words that a third of all patterns contain: alone, with each sort order, and with other words. */
const COMMON: SearchQuery[] = [
  ...['kleid', 'dress', 'leinen', 'linen', 'kleid leinen', 'sommer kleid anfänger', 'kle'].map((search) => ({
    search,
  })),
  ...['newest', 'oldest', 'popular', 'price_asc', 'price_desc'].map((sort) => ({ search: 'kleid', sort })),
  { search: 'leinen', sort: 'popular', category: 'Home Decor' },
  { search: 'kleid', category: 'Dresses' },
  { search: 'kleid', page: 80 },
  // Both words are common, but only descriptions contain both.
  { search: 'hose rock' },
];
const GROUPS: [name: string, queries: SearchQuery[]][] = [
  [`the ${SEARCHES.length} listed searches`, SEARCHES.map(({ search }) => ({ search }))],
  ['nothing found', WITHOUT_HITS.map((search) => ({ search }))],
  ['very common words', COMMON],
];
const ROUNDS = 5;

/** Searches in a shop with the demo patterns and generated ones, checks the first hits and measures the time. */
export async function measureSearch({ directory, sizes, signal }: SearchOptions): Promise<SearchFigures> {
  const root = projectRoot();
  const progress = createProgress();
  const home = join(directory, 'search');
  mkdirSync(home, { mode: 0o755 });
  await build({ root, logs: home, progress, abort: signal });
  const settings = { shared_buffers: '512MB', maintenance_work_mem: '256MB', max_wal_size: '4GB', jit: 'off' };
  const postgres = await startPostgres({ directory: home, fast: true, settings });
  const figures: SearchFigures = { rows: [], checked: 0, problems: [] };
  try {
    const database = await createDatabase(postgres.url, 'search');
    await migrate(root, home, database, signal);
    const client = new Client({ connectionString: database });
    client.on('error', () => undefined);
    await client.connect();
    await writeDemoTexts(client);
    let existing = 0;
    for (const size of sizes) {
      await progress.step(`${size.toLocaleString('en-US')} patterns`, async () => {
        await client.query('set synchronous_commit = off');
        await generatePatterns(client, size - existing, {
          first: existing + 1,
          progress: () => signal.throwIfAborted(),
        });
      });
      existing = size;
      const servers = await startServers(root, home, database);
      const shop = await openSearchHandler(root, database);
      try {
        await checkHits(client, shop.search, size, figures);
        for (const [name, queries] of GROUPS) {
          const sql = await measureTimes(queries, shop.search, signal);
          const http = await measureTimes(queries, (query) => fetchPage(servers.uncached.url, query), signal);
          figures.rows.push({ patterns: size, name, searches: queries.length, sql, http });
        }
      } finally {
        await shop.close();
        await servers.stop();
      }
    }
    await client.end();
  } finally {
    await postgres.stop();
  }
  return figures;
}

type Search = (query: SearchQuery) => Promise<string>;

/** Opens the shop's query handler, to call it without HTTP. */
async function openSearchHandler(
  root: string,
  databaseUrl: string,
): Promise<{ search: Search; close(): Promise<void> }> {
  const importBuilt = (path: string) => import(join(root, 'dist/backend/src', path));
  await import('reflect-metadata');
  const { Sql } = await importBuilt('platform/database/sql.js');
  const { SearchTerms } = await importBuilt('catalogue/search/search-terms.js');
  const { SearchFrequencies } = await importBuilt('catalogue/search/search-frequencies.js');
  const { SearchPatternsHandler } = await importBuilt('catalogue/search/queries/search-patterns.js');
  const sql = new Sql({ databaseUrl });
  const handler = new SearchPatternsHandler(sql, new SearchTerms(sql), new SearchFrequencies(sql));
  return { search: (filters) => handler.execute({ filters }), close: () => sql.onApplicationShutdown() };
}

async function fetchPage(url: string, query: SearchQuery): Promise<string> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${url}/api/patterns?${parameters}`);
  if (!response.ok) throw new Error(`the search responded with HTTP ${response.status}`);
  return response.text();
}

async function checkHits(client: Client, search: Search, size: number, figures: SearchFigures): Promise<void> {
  const find = async (words: string) =>
    JSON.parse(await search({ search: words })) as { total: number; patterns: { id: string }[] };
  for (const expected of SEARCHES) {
    const { patterns } = await find(expected.search);
    const { rows } = await client.query<Hit>(HITS, [patterns.map(({ id }) => id)]);
    const wrong = misplaced(rows, expected, false);
    if (wrong.length > 0)
      figures.problems.push(
        `"${expected.search}" at ${size} patterns: wrong or missing first hits: ${wrong.join(', ')}`,
      );
  }
  for (const words of WITHOUT_HITS) {
    const { total } = await find(words);
    if (total > 0) figures.problems.push(`"${words}" at ${size} patterns finds ${total} instead of none`);
  }
  figures.checked += SEARCHES.length + WITHOUT_HITS.length;
}

/** Runs all searches several times in turn. The first round is a warm-up. */
async function measureTimes(queries: SearchQuery[], search: Search, signal: AbortSignal): Promise<Spread> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of queries) {
      signal.throwIfAborted();
      const began = performance.now();
      await search(query);
      if (round > 0) times.push(performance.now() - began);
    }
  }
  return spread(times);
}
