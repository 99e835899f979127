import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printFailure } from '../sandbox/announcements.ts';
import { StartError } from '../sandbox/start-error.ts';
import { startShop } from '../sandbox/start-shop.ts';
import '../workers/src/pdf/run-from-source.ts';
import { lookAtMachine, type Machine, postgresVersion, printMachine } from './machine.ts';
import { printEngine } from './print-engine.ts';
import { printPurchases } from './print-purchases.ts';

// What `npm run bench` runs. A target that is missed is printed; only a copy that is not right ends it with exit code 1.
const USAGE = 'usage: npm run bench -- [--only purchases|engine] [--json file]';
const stopped = new AbortController();
const killed = new AbortController();
let askedAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ask());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && ask(), 500).unref();

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
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function main(): Promise<number> {
  const { only, json } = readArguments();
  const machine = lookAtMachine();
  const purchases = only === 'engine' ? undefined : await buy(machine);
  if (!purchases) printMachine(machine);
  const engine = only === 'purchases' ? undefined : await stamp();
  if (json) writeFileSync(json, `${JSON.stringify({ machine, purchases, engine }, null, 2)}\n`);
  const problems = [...(purchases?.problems ?? []), ...(engine?.problems ?? [])];
  for (const problem of problems) console.error(`✗ ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function readArguments() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
  if (values.only && !['purchases', 'engine'].includes(values.only)) throw new Error(USAGE);
  return values;
}

async function buy(machine: Machine) {
  console.log('Starting a shop of its own with the demo patterns …');
  const { PATH, HOME, TMPDIR } = process.env;
  const shop = await startShop({
    dataDir: join(directory, 'shop'),
    port: 0,
    quiet: true,
    // Never the services that the environment names: what is bought here must not end up there.
    env: { PATH, HOME, TMPDIR },
    signal: stopped.signal,
    kill: killed.signal,
  });
  void shop.failed.then((error) => stopped.abort(error));
  try {
    machine.postgres = await postgresVersion(shop.urls.database);
    printMachine(machine);
    const { measurePurchases } = await import('./purchases.ts');
    const figures = await measurePurchases(shop.urls.url, stopped.signal);
    printPurchases(figures);
    return figures;
  } finally {
    await shop.stop();
  }
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
