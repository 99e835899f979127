import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printFailure } from '../sandbox/announcements.ts';
import { StartError } from '../sandbox/start-error.ts';
import { type Shop, startShop } from '../sandbox/start-shop.ts';
import '../workers/src/pdf/run-from-source.ts';
import { lookAtMachine, type Machine, postgresVersion, printMachine } from './machine.ts';
import { printEngine } from './print-engine.ts';
import { printPurchases } from './print-purchases.ts';
import { printReads } from './print-reads.ts';
import { printSearch } from './print-search.ts';
import { printExport } from './print-export.ts';
import { printViews } from './print-views.ts';

// What `npm run bench` runs. A target that is missed is printed; only a copy that is not right ends it with exit code 1.
const USAGE =
  'usage: npm run bench -- [--only reads|search|views|export|purchases|engine] [--patterns 10000,100000] [--json file]';
const SIZES = [10_000, 100_000, 1_000_000];
const stopped = new AbortController();
const killed = new AbortController();
let askedAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ask());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && ask(), 500).unref();

interface Part {
  problems: string[];
}

/** In the order in which they run. */
const parts: Record<string, (machine: Machine, sizes: number[]) => Promise<Part>> = {
  reads: (_machine, sizes) => read(sizes),
  search: (_machine, sizes) => search(sizes),
  purchases: (machine) => inShop(machine, buy),
  views: (machine) => inShop(machine, view),
  export: (machine) => inShop(machine, archive),
  engine: () => stamp(),
};
let shop: Shop | undefined;

const directory = mkdtempSync(join(tmpdir(), 'bench-'));
// PostgreSQL may have to run as somebody else, who must be able to enter.
chmodSync(directory, 0o755);
try {
  process.exitCode = await main();
} catch (error) {
  const { aborted, reason } = stopped.signal;
  const asked = aborted && !(reason instanceof StartError);
  if (asked) console.log('Stopped.');
  else printFailure(aborted ? reason : error);
  process.exitCode = asked ? 130 : 1;
} finally {
  await shop?.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function main(): Promise<number> {
  const { only, sizes, json } = readArguments();
  const machine = lookAtMachine();
  printMachine(machine);
  const figures: Record<string, Part> = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (!only || only === name) figures[name] = await measure(machine, sizes);
  }
  if (json) writeFileSync(json, `${JSON.stringify({ machine, ...figures }, null, 2)}\n`);
  const problems = Object.values(figures).flatMap((part) => part.problems);
  for (const problem of problems) console.error(`✗ ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { only: text, patterns: text, json: text } });
  const sizes = values.patterns?.split(',').map(Number) ?? SIZES;
  const rising = sizes.every((size, at) => Number.isInteger(size) && size > (sizes[at - 1] ?? 0));
  if ((values.only && !(values.only in parts)) || !rising) throw new Error(USAGE);
  return { ...values, sizes };
}

async function read(sizes: number[]) {
  const { measureReads } = await import('./reads.ts');
  const figures = await measureReads({ directory, sizes, signal: stopped.signal });
  printReads(figures);
  return figures;
}

/** Purchases, views and exports happen in one shop, which is started for the first of them. */
async function inShop(machine: Machine, measure: (url: string) => Promise<Part>): Promise<Part> {
  shop ??= await openShop();
  machine.postgres = await postgresVersion(shop.urls.database);
  return measure(shop.urls.url);
}

async function openShop(): Promise<Shop> {
  console.log('Starting a shop of its own with the demo patterns …');
  const { PATH, HOME, TMPDIR } = process.env;
  const opened = await startShop({
    dataDir: join(directory, 'shop'),
    port: 0,
    quiet: true,
    // Never the services that the environment names: what is bought here must not end up there. All load comes from one
    // address.
    env: { PATH, HOME, TMPDIR, RATE_LIMIT_FACTOR: '1000000' },
    signal: stopped.signal,
    kill: killed.signal,
  });
  void opened.failed.then((error) => stopped.abort(error));
  return opened;
}

/** A million searchable patterns take the better part of an hour to write: only when asked for. */
async function search(sizes: number[]) {
  const { measureSearch } = await import('./search.ts');
  const few = sizes === SIZES ? sizes.filter((size) => size <= 100_000) : sizes;
  const figures = await measureSearch({ directory, sizes: few, signal: stopped.signal });
  printSearch(figures);
  return figures;
}

async function buy(url: string) {
  const { measurePurchases } = await import('./purchases.ts');
  const figures = await measurePurchases(url, stopped.signal);
  printPurchases(figures);
  return figures;
}

async function view(url: string) {
  const { measureViews } = await import('./views.ts');
  const figures = await measureViews(url, stopped.signal);
  printViews(figures);
  return figures;
}

async function archive(url: string) {
  const { measureExport } = await import('./export.ts');
  const figures = await measureExport({ url, databaseUrl: shop!.urls.database, signal: stopped.signal });
  printExport(figures);
  return { ...figures, problems: figures.missing };
}

async function stamp() {
  const { measureEngine } = await import('./engine.ts');
  const figures = await measureEngine(directory, stopped.signal);
  printEngine(figures);
  return figures;
}

function ask(): void {
  if (!stopped.signal.aborted) {
    askedAt = Date.now();
    console.log('\nStopping. Press Ctrl-C again to end everything at once.');
    stopped.abort();
    return;
  }
  // One Ctrl-C arrives several times: from the terminal, from npm and from the script that npm runs.
  if (Date.now() - askedAt < 1000) return;
  killed.abort();
  process.exit(130);
}
