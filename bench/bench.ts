import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type Run, runWithCleanup } from '../sandbox/process/run-with-cleanup.ts';
import { type Shop, startShop } from '../sandbox/start-shop.ts';
import '../workers/src/pdf/run-from-source.ts';
import { type CommonOptions, measuringCommand } from './read-options.ts';
import { writeFigures } from './write-figures.ts';
import { describeMachine, type Machine, postgresVersion, printMachine } from './machine.ts';
import { printEngine } from './engine/print-engine.ts';
import { printPurchases } from './orders/print-purchases.ts';
import { printReads } from './reads/print-reads.ts';
import { printSearch } from './reads/print-search.ts';
import { printExport } from './orders/print-export.ts';
import { printViews } from './orders/print-views.ts';

const SIZES = [10_000, 100_000, 1_000_000];

interface PartResult {
  problems: string[];
}

interface PartOptions {
  run: Run;
  machine: Machine;
  sizes: number[];
}

/** The parts, in the order in which they run. */
const parts: Record<string, (options: PartOptions) => Promise<PartResult>> = {
  reads: benchReads,
  search: benchSearch,
  purchases: benchPurchases,
  views: benchViews,
  export: benchExport,
  engine: benchEngine,
};
let sharedShop: Shop | undefined;

const programOptions = measuringCommand(
  'bench',
  'Measures the speed of the shop. Failed purchases and wrong results are problems; missed targets are only printed.',
  Object.keys(parts),
)
  .option(
    '--patterns <sizes>',
    'numbers of patterns in the catalogue, ascending (default for search: 10000,100000; for reads: 10000,100000,1000000)',
    parseSizes,
  )
  .parse()
  .opts<CommonOptions & { patterns?: number[] }>();
await runWithCleanup('bench', main);

async function main(run: Run): Promise<number> {
  const { only, keep, json, patterns: sizes = SIZES } = programOptions;
  if (keep) run.keep();
  const machine = describeMachine();
  printMachine(machine);
  const figures: Record<string, PartResult> = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (!only || only.includes(name)) figures[name] = await measure({ run, machine, sizes });
  }
  writeFigures(json, { machine, ...figures });
  const problems = Object.values(figures).flatMap((part) => part.problems);
  for (const problem of problems) console.error(`✗ ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function parseSizes(text: string): number[] {
  const sizes = text.split(',').map(Number);
  const ascending = sizes.every((size, index) => Number.isInteger(size) && size > (sizes[index - 1] ?? 0));
  if (!ascending) throw new InvalidArgumentError('The sizes must be ascending whole numbers.');
  return sizes;
}

async function benchReads({ run, sizes }: PartOptions) {
  const { measureReads } = await import('./reads/reads.ts');
  const figures = await measureReads({ directory: run.directory, sizes, signal: run.abort });
  printReads(figures);
  return figures;
}

/** Starts the shop on first use. The parts purchases, views and export share the shop. @returns the shop's URLs */
async function openSharedShop({ run, machine }: PartOptions): Promise<Shop['urls']> {
  sharedShop ??= await startBenchShop(run);
  machine.postgres = await postgresVersion(sharedShop.urls.database);
  return sharedShop.urls;
}

async function startBenchShop({ directory, abort, kill, fail, stopAtEnd }: Run): Promise<Shop> {
  console.log('Starting a separate shop with the demo patterns …');
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env;
  const started = await startShop({
    dataDir: join(directory, 'shop'),
    port: 0,
    quiet: true,
    // The shop gets no other variable of this process, because such a variable could name a service outside this shop.
    // The rate limits are raised because all load comes from one address.
    env: { PATH, HOME, TMPDIR, XDG_CACHE_HOME, RATE_LIMIT_FACTOR: '1000000' },
    signal: abort,
    kill,
  });
  stopAtEnd(() => started.stop());
  void started.failed.then(fail);
  return started;
}

/** Skips the default size of a million, because writing that many searchable patterns takes most of an hour. */
async function benchSearch({ run, sizes }: PartOptions) {
  const { measureSearch } = await import('./reads/search.ts');
  const searchableSizes = sizes === SIZES ? sizes.filter((size) => size <= 100_000) : sizes;
  const figures = await measureSearch({ directory: run.directory, sizes: searchableSizes, signal: run.abort });
  printSearch(figures);
  return figures;
}

async function benchPurchases(options: PartOptions) {
  const { url } = await openSharedShop(options);
  const { measurePurchases } = await import('./orders/purchases.ts');
  const figures = await measurePurchases(url, options.run.abort);
  printPurchases(figures);
  return figures;
}

async function benchViews(options: PartOptions) {
  const { url } = await openSharedShop(options);
  const { measureViews } = await import('./orders/views.ts');
  const figures = await measureViews(url, options.run.abort);
  printViews(figures);
  return figures;
}

async function benchExport(options: PartOptions) {
  const { url, database } = await openSharedShop(options);
  const { measureExport } = await import('./orders/export.ts');
  const figures = await measureExport({ url, databaseUrl: database, signal: options.run.abort });
  printExport(figures);
  return { ...figures, problems: figures.wrongCounts };
}

async function benchEngine({ run }: PartOptions) {
  const { measureEngine } = await import('./engine/engine.ts');
  const figures = await measureEngine(run.directory, run.abort);
  printEngine(figures);
  return figures;
}
