import { type Run, runWithCleanup } from '../../sandbox/process/run-with-cleanup.ts';
import { type LoadOptions, loadProgram, numberFrom } from '../read-options.ts';
import { writeFigures } from '../write-figures.ts';
import type { Cluster } from './cluster/cluster.ts';
import { Load } from './load.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { countOutcome } from './outcome.ts';
import { printFigures } from './print-rehearsal.ts';
import { problemsOf } from './problems.ts';

const description =
  'Runs rolling updates of the Deployments under load; a failed request or a lost or duplicate job is a problem.';
const options = loadProgram('rehearse', description)
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
  await progress.step(`${rolls} rolling restarts`, async (note) => {
    for (let number = 0; number < rolls; number += 1) {
      const deployment = selectNextDeployment(cluster, number);
      await deployment.roll(abort);
      note(`${number + 1} ${deployment.name}, ${Math.round((performance.now() - began) / 1000)} s`);
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
  if (problems.length === 0) progress.line('✓ no request failed, no job was lost or duplicate');
  return problems.length > 0 ? 1 : 0;
}

/** Selects in turn a Deployment that serves requests and one of the others. */
function selectNextDeployment({ deployments }: Cluster, number: number) {
  const servingRequests = deployments.filter(({ name }) => ['api', 'storefront'].includes(name));
  const others = deployments.filter((deployment) => !servingRequests.includes(deployment));
  const half = Math.floor(number / 2);
  if (number % 2 === 0 || others.length === 0) return servingRequests[half % servingRequests.length]!;
  return others[half % others.length]!;
}
