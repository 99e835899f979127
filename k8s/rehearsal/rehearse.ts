import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../sandbox/build.ts';
import { projectRoot } from '../../sandbox/project-root.ts';
import { type Run, runToTheEnd } from '../../sandbox/run-to-the-end.ts';
import { StartError } from '../../sandbox/start-error.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { putOnSale } from './goods.ts';
import { Load } from './load.ts';
import { countOutcome } from './outcome.ts';
import { printCluster, printFigures } from './print-rehearsal.ts';
import { problemsOf } from './problems.ts';

// What `npm run rehearse` runs: the Deployments of an overlay as processes, replaced again and again while visitors and
// buyers use the shop. Exit code 1 when anything failed, was lost, or happened twice.
const USAGE = `usage: npm run rehearse -- [--rolls 50] [--rate 200] [--connections 50] [--purchases 0.5] [--overlay production]
  [--only api,relay,...] [--keep]`;
const PATTERNS = 12;

await runToTheEnd('rehearsal', rehearse);

async function rehearse(run: Run): Promise<number> {
  const { rolls, rate, connections, purchases, overlay, only, keep } = readArguments();
  const { directory, screen, abort } = run;
  if (keep) run.keep();
  const root = projectRoot();
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  await build({ root, logs, screen, abort });
  const running = await screen.step('Migrations, then all Deployments', () =>
    startCluster({ root, directory, overlay, abort, ...(only ? { only } : {}) }),
  );
  run.stopAtEnd(() => running.stop());
  printCluster(screen.line, running);
  const { databaseUrl } = running.surroundings;
  const account = await screen.step('Patterns on sale', () =>
    putOnSale({ url: running.url, databaseUrl }, PATTERNS, abort),
  );
  const began = performance.now();
  const load = await Load.begin({ url: running.url, rate, connections, purchases, account });
  run.stopAtEnd(() => load.stop());
  await screen.step(`${rolls} rolling restarts`, async (note) => {
    for (let number = 0; number < rolls; number += 1) {
      const deployment = nextToRoll(running, number);
      await deployment.roll(abort);
      note(`${number + 1} ${deployment.name}, ${Math.round((performance.now() - began) / 1000)} s`);
    }
    await Promise.all(running.deployments.map((deployment) => deployment.settled()));
  });
  const report = await load.end();
  const outcome = await screen.step('All that is owed', () => countOutcome(running.surroundings, abort));
  const figures = { report, outcome, deployments: running.deployments, refused: running.refused() };
  printFigures(screen.line, figures);
  const problems = problemsOf(figures);
  for (const problem of problems) screen.line(`✗ ${problem}`);
  if (problems.length === 0) screen.line('✓ nothing failed, nothing was lost, nothing happened twice');
  return problems.length > 0 ? 1 : 0;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      rolls: text,
      rate: text,
      connections: text,
      purchases: text,
      overlay: text,
      only: text,
      keep: { type: 'boolean' },
    },
  });
  const given = {
    rolls: Number(values.rolls ?? 50),
    rate: Number(values.rate ?? 200),
    connections: Number(values.connections ?? 50),
    purchases: Number(values.purchases ?? 0.5),
    overlay: values.overlay ?? 'production',
    only: values.only?.split(','),
    keep: values.keep ?? false,
  };
  const numbers = [given.rolls, given.rate, given.connections, given.purchases];
  if (numbers.some((one) => !(one >= 0)) || given.connections < 1) throw new StartError(USAGE);
  return given;
}

/** Every second time one that answers visitors, in between each of the others by turns. */
function nextToRoll({ deployments }: Cluster, number: number) {
  const facing = deployments.filter(({ name }) => ['api', 'storefront'].includes(name));
  const others = deployments.filter((deployment) => !facing.includes(deployment));
  const half = Math.floor(number / 2);
  if (number % 2 === 0 || others.length === 0) return facing[half % facing.length]!;
  return others[half % others.length]!;
}
