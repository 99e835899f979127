import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOutcome } from '../k8s/rehearsal/outcome.ts';
import { printFailure } from '../sandbox/announcements.ts';
import { build } from '../sandbox/build.ts';
import { projectRoot } from '../sandbox/project-root.ts';
import { createScreen } from '../sandbox/screen.ts';
import { measureOverload } from './faults-overload.ts';
import { restartPostgres } from './faults-postgres.ts';
import { flushRedis, killRedis, killWorkers, loseRedis } from './faults-queue.ts';
import { type FaultShop, startFaultShop } from './faults-shop.ts';
import { verdict } from './figures.ts';
import { lookAtMachine, printMachine } from './machine.ts';
import { printTable } from './table.ts';

// What `npm run faults` runs: the built shop as processes, and what happens to it. Exit code 1 when a target is missed.
export interface Figure {
  what: string;
  figure: string;
  target?: string;
  /** Only with a target. */
  reached?: boolean;
}

const parts: Record<string, (shop: FaultShop, note: (text: string) => void) => Promise<Figure[]>> = {
  overload: measureOverload,
  worker: killWorkers,
  redis: async (shop) => [...(await killRedis(shop)), ...(await loseRedis(shop))],
  flush: flushRedis,
  postgres: restartPostgres,
};
const USAGE = `usage: npm run faults -- [--only ${Object.keys(parts).join('|')}] [--keep]`;
const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && stopped.abort(), 500).unref();

const root = projectRoot();
const screen = createScreen();
const directory = mkdtempSync(join(tmpdir(), 'faults-'));
// PostgreSQL may have to run as somebody else, who must be able to enter.
chmodSync(directory, 0o755);
let shop: FaultShop | undefined;
let keep = false;
try {
  process.exitCode = await main();
} catch (error) {
  if (stopped.signal.aborted) screen.line('Stopped.');
  else printFailure(error);
  process.exitCode = stopped.signal.aborted ? 130 : 1;
} finally {
  await shop?.stop();
  if (keep) screen.line(`Logs: ${join(directory, 'logs')}`);
  else rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function main(): Promise<number> {
  const only = readArguments();
  const machine = lookAtMachine();
  printMachine(machine);
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  const abort = stopped.signal;
  await build({ root, logs, screen, abort });
  const running = await screen.step('A shop with patterns on sale', () => startFaultShop(root, directory, abort));
  shop = running;
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (only && only !== name) continue;
    abort.throwIfAborted();
    figures.push(...(await screen.step(name, (note) => measure(running, note))), ...(await whatBecame(running, name)));
  }
  screen.line('');
  printTable(
    ['', 'figure', 'target', ''],
    figures.map(({ what, figure, target = '', reached }) => [
      what,
      figure,
      target,
      reached === undefined ? '' : verdict(reached),
    ]),
  );
  return figures.some(({ reached }) => reached === false) ? 1 : 0;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** What the ledger says when everything has come to rest. */
async function whatBecame({ surroundings }: FaultShop, name: string): Promise<Figure[]> {
  const { databaseUrl, mailboxUrl } = surroundings;
  const outcome = await countOutcome(databaseUrl, mailboxUrl, stopped.signal);
  const [lost, twice] = [sum(outcome.lost), sum(outcome.duplicate)];
  const kinds = Object.entries({ ...outcome.lost, ...outcome.duplicate }).filter(([, count]) => count > 0);
  const named = kinds.map(([kind, count]) => ` (${count} ${kind})`).join('');
  return [
    {
      what: `after ${name}: of ${outcome.deliveries} deliveries lost, happened twice`,
      figure: `${lost}, ${twice}${named}`,
      target: '0, 0',
      reached: lost + twice === 0,
    },
  ];
}

function readArguments(): string | undefined {
  const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } });
  keep = values.keep ?? false;
  if (values.only && !(values.only in parts)) throw new Error(USAGE);
  return values.only;
}
