import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type Run, runWithCleanup } from '../sandbox/process/run-with-cleanup.ts';
import { type Shop, startShop } from '../sandbox/start-shop.ts';
import '../workers/src/pdf/run-from-source.ts';
import { type CommonOptions, measuringProgram } from './read-options.ts';
import { writeFigures } from './write-figures.ts';
import { lookAtMachine, type Machine, postgresVersion, printMachine } from './machine.ts';
import { printEngine } from './engine/print-engine.ts';
import { printPurchases } from './orders/print-purchases.ts';
import { printReads } from './reads/print-reads.ts';
import { printSearch } from './reads/print-search.ts';
import { printExport } from './orders/print-export.ts';
import { printViews } from './orders/print-views.ts';

const SIZES = [10_000, 100_000, 1_000_000];

interface Part {
  problems: string[];
}

interface Circumstances {
  run: Run;
  machine: Machine;
  sizes: number[];
}

/** In their order. */
const parts: Record<string, (circumstances: Circumstances) => Promise<Part>> = {
  reads: read,
  search,
  purchases: buy,
  views: view,
  export: archive,
  engine: stamp,
};
let shop: Shop | undefined;

const options = measuringProgram(
  'bench',
  'Measures the speed of the shop and prints missed targets; a wrong copy is a problem.',
  Object.keys(parts),
)
  .option('--patterns <sizes>', 'ascending sizes of the catalogue (default: 10000,100000, reads also 1000000)', sizesOf)
  .parse()
  .opts<CommonOptions & { patterns?: number[] }>();
await runWithCleanup('bench', main);

async function main(run: Run): Promise<number> {
  const { only, keep, json, patterns: sizes = SIZES } = options;
  if (keep) run.keep();
  const machine = lookAtMachine();
  printMachine(machine);
  const figures: Record<string, Part> = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (!only || only.includes(name)) figures[name] = await measure({ run, machine, sizes });
  }
  writeFigures(json, { machine, ...figures });
  const problems = Object.values(figures).flatMap((part) => part.problems);
  for (const problem of problems) console.error(`✗ ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number);
  const ascending = sizes.every((size, at) => Number.isInteger(size) && size > (sizes[at - 1] ?? 0));
  if (!ascending) throw new InvalidArgumentError('They are not ascending whole numbers.');
  return sizes;
}

async function read({ run, sizes }: Circumstances) {
  const { measureReads } = await import('./reads/reads.ts');
  const figures = await measureReads({ directory: run.directory, sizes, signal: run.abort });
  printReads(figures);
  return figures;
}

/** One shop for purchases, views and exports. */
async function theShop({ run, machine }: Circumstances): Promise<Shop['urls']> {
  shop ??= await openShop(run);
  machine.postgres = await postgresVersion(shop.urls.database);
  return shop.urls;
}

async function openShop({ directory, abort, kill, fail, stopAtEnd }: Run): Promise<Shop> {
  console.log('Starting a separate shop with the demo patterns …');
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env;
  const opened = await startShop({
    dataDir: join(directory, 'shop'),
    port: 0,
    quiet: true,
    // Never the services that the environment names. All load comes from one address.
    env: { PATH, HOME, TMPDIR, XDG_CACHE_HOME, RATE_LIMIT_FACTOR: '1000000' },
    signal: abort,
    kill,
  });
  stopAtEnd(() => opened.stop());
  void opened.failed.then(fail);
  return opened;
}

/** Writing a million searchable patterns takes most of an hour: only with --patterns. */
async function search({ run, sizes }: Circumstances) {
  const { measureSearch } = await import('./reads/search.ts');
  const few = sizes === SIZES ? sizes.filter((size) => size <= 100_000) : sizes;
  const figures = await measureSearch({ directory: run.directory, sizes: few, signal: run.abort });
  printSearch(figures);
  return figures;
}

async function buy(circumstances: Circumstances) {
  const { url } = await theShop(circumstances);
  const { measurePurchases } = await import('./orders/purchases.ts');
  const figures = await measurePurchases(url, circumstances.run.abort);
  printPurchases(figures);
  return figures;
}

async function view(circumstances: Circumstances) {
  const { url } = await theShop(circumstances);
  const { measureViews } = await import('./orders/views.ts');
  const figures = await measureViews(url, circumstances.run.abort);
  printViews(figures);
  return figures;
}

async function archive(circumstances: Circumstances) {
  const { url, database } = await theShop(circumstances);
  const { measureExport } = await import('./orders/export.ts');
  const figures = await measureExport({ url, databaseUrl: database, signal: circumstances.run.abort });
  printExport(figures);
  return { ...figures, problems: figures.missing };
}

async function stamp({ run }: Circumstances) {
  const { measureEngine } = await import('./engine/engine.ts');
  const figures = await measureEngine(run.directory, run.abort);
  printEngine(figures);
  return figures;
}
