import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { countOutcome } from '../rehearsal/outcome.ts';
import { build } from '../../sandbox/build.ts';
import { projectRoot } from '../../sandbox/project-root.ts';
import { type Run, runWithCleanup } from '../../sandbox/process/run-with-cleanup.ts';
import { measureOverload } from './overload.ts';
import { restartPostgres } from './postgres.ts';
import { flushRedis, killRedis, killWorkers, silenceRedis } from './queue.ts';
import type { Figure } from './figure.ts';
import { type FaultShop, startFaultShop } from './shop.ts';
import { verdict } from '../figures.ts';
import { describeMachine, printMachine } from '../machine.ts';
import { type CommonOptions, measuringCommand } from '../read-options.ts';
import { printTable } from '../table.ts';
import { writeFigures } from '../write-figures.ts';

const parts: Record<string, (shop: FaultShop, note: (text: string) => void) => Promise<Figure[]>> = {
  overload: measureOverload,
  worker: killWorkers,
  redis: async (shop) => [...(await killRedis(shop)), ...(await silenceRedis(shop))],
  flush: flushRedis,
  postgres: restartPostgres,
};

const description = 'Overloads, kills and restarts parts of a shop. A missed target is a problem.';
const { only, keep, json } = measuringCommand('faults', description, Object.keys(parts)).parse().opts<CommonOptions>();
await runWithCleanup('faults', main);

async function main(run: Run): Promise<number> {
  const { directory, progress, abort } = run;
  if (keep) run.keep();
  const root = projectRoot();
  const machine = describeMachine();
  printMachine(machine);
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  await build({ root, logs, progress, abort });
  const shop = await progress.step('A shop with patterns on sale', () => startFaultShop(root, directory, abort));
  run.stopAtEnd(() => shop.stop());
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (only && !only.includes(name)) continue;
    abort.throwIfAborted();
    figures.push(
      ...(await progress.step(name, (note) => measure(shop, note))),
      ...(await outcomeFigures(shop, name, abort)),
    );
  }
  progress.line('');
  printTable(
    ['fault', 'figure', 'target', 'result'],
    figures.map(({ what, figure, target = '', reached }) => [
      what,
      figure,
      target,
      reached === undefined ? '' : verdict(reached),
    ]),
  );
  writeFigures(json, { machine, figures });
  return figures.some(({ reached }) => reached === false) ? 1 : 0;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Waits until no job is pending, then counts the lost and the duplicate jobs, rows and mails (see `Outcome`). */
async function outcomeFigures({ external }: FaultShop, name: string, abort: AbortSignal): Promise<Figure[]> {
  const outcome = await countOutcome(external, abort);
  const [lost, duplicate] = [sum(outcome.lost), sum(outcome.duplicate)];
  const kinds = [outcome.lost, outcome.duplicate].flatMap((counts) => Object.entries(counts));
  const details = kinds.flatMap(([kind, count]) => (count > 0 ? ` (${count} ${kind})` : [])).join('');
  return [
    {
      what: `after ${name}: lost and duplicate (of ${outcome.jobExecutions} job executions)`,
      figure: `${lost}, ${duplicate}${details}`,
      target: '0, 0',
      reached: lost + duplicate === 0,
    },
  ];
}
