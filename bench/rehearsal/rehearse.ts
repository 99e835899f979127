import { type Run, runWithCleanup } from '../../sandbox/process/run-with-cleanup.ts';
import { type LoadOptions, loadTestCommand, numberFrom } from '../read-options.ts';
import { writeFigures } from '../write-figures.ts';
import type { Cluster } from './cluster/cluster.ts';
import { Load } from './load.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { countOutcome } from './outcome.ts';
import { printFigures } from './print-rehearsal.ts';
import { problemsOf } from './problems.ts';

const description =
  'Runs rolling updates of the Deployments under load. A failed request and a lost or duplicate job are problems.';
const options = loadTestCommand('rehearse', description)
  .option('--rolls <n>', 'rolling updates', numberFrom(0), 50)
  .parse()
  .opts<LoadOptions & { rolls: number }>();
await runWithCleanup('rehearsal', rehearse);

async function rehearse(run: Run): Promise<number> {
  const { rolls, rate, connections, purchases, json, ...clusterOptions } = options;
  const { progress, abort } = run;
  const { cluster, account } = await openCluster(run, clusterOptions);
  const began = performance.now();
  const load = await Load.begin({ url: cluster.url, rate, connections, purchases, account });
  run.stopAtEnd(() => load.stop());
  await progress.step(`${rolls} rolling updates`, async (note) => {
    for (let number = 0; number < rolls; number += 1) {
      const deployment = selectNextDeployment(cluster, number);
      await deployment.roll(abort);
      note(`${number + 1} of ${rolls} (${deployment.name}), ${Math.round((performance.now() - began) / 1000)} s`);
    }
    await Promise.all(cluster.deployments.map((deployment) => deployment.settled()));
  });
  const report = await load.end();
  const outcome = await progress.step('Pending jobs', () => countOutcome(cluster.external, abort));
  const figures = { report, outcome, deployments: cluster.deployments, refused: cluster.refused() };
  printFigures(progress.line, figures);
  const problems = problemsOf(figures);
  writeFigures(json, { report, outcome, refused: figures.refused, problems });
  for (const problem of problems) progress.line(`✗ ${problem}`);
  if (problems.length === 0) progress.line('✓ no request failed, no job was lost or duplicated');
  return problems.length > 0 ? 1 : 0;
}

/** Alternates between the Deployments that serve requests and the other Deployments. */
function selectNextDeployment({ deployments }: Cluster, number: number) {
  const servingRequests = deployments.filter(({ name }) => ['api', 'storefront'].includes(name));
  const others = deployments.filter((deployment) => !servingRequests.includes(deployment));
  const turn = Math.floor(number / 2);
  if (number % 2 === 0 || others.length === 0) return servingRequests[turn % servingRequests.length]!;
  return others[turn % others.length]!;
}
