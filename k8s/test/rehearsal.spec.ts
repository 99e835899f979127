import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { build } from '#sandbox/build.ts';
import { projectRoot } from '#sandbox/project-root.ts';
import { createProgress } from '#sandbox/progress.ts';
import { type Cluster, startCluster } from '../../bench/rehearsal/cluster/cluster.ts';
import { publishPatterns } from '../../bench/rehearsal/goods.ts';
import { Load } from '../../bench/rehearsal/load.ts';
import { countOutcome } from '../../bench/rehearsal/outcome.ts';
import { problemsOf } from '../../bench/rehearsal/problems.ts';

const abort = new AbortController().signal;
let directory: string;
let cluster: Cluster;
let load: Load;

beforeAll(async () => {
  const root = projectRoot();
  directory = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  // PostgreSQL may run as another user, which must be able to read the folder.
  chmodSync(directory, 0o755);
  await build({ root, logs: directory, progress: createProgress({ quiet: true }), abort });
  const deploymentNames = ['api', 'relay', ...QUEUES.map((queue) => `worker-${queue}`)];
  cluster = await startCluster({ root, directory, overlay: 'production', only: deploymentNames, abort });
}, 300_000);
afterAll(async () => {
  await load?.stop();
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 120_000);

describe('the Deployments of production', () => {
  it('start after the migrations with the commands, settings and ports of the manifests, and pass their probes', () => {
    const readiness = cluster.deployments.map(({ name, pods }) => [name, pods.map(({ ready }) => ready)]);
    expect(readiness).toEqual([
      ['api', [true, true]],
      ['relay', [true, true]],
      ...[...QUEUES].sort().map((queue) => [`worker-${queue}`, [true]]),
    ]);
  });

  it('are updated under load without a failed request, a killed process or a lost job', async () => {
    const { url, deployments } = cluster;
    const account = await publishPatterns({ url, databaseUrl: cluster.external.databaseUrl }, 1, abort);
    load = await Load.begin({ url, rate: 40, connections: 10, purchases: 0.5, account });
    const rolled = deployments.filter(({ name }) => ['api', 'relay', 'worker-documents'].includes(name));
    await Promise.all(rolled.map((deployment) => deployment.roll(abort)));
    await Promise.all(rolled.map((deployment) => deployment.settled()));
    const report = await load.end();
    const outcome = await countOutcome(cluster.external, abort);
    expect(problemsOf({ report, outcome, deployments, refused: cluster.refused() })).toEqual([]);
    expect(report.correct.list).toBeGreaterThan(50);
    expect(report.purchases.downloaded).toBeGreaterThan(2);
    expect(outcome.events).toBeGreaterThan(report.purchases.paid);
    expect(rolled.map(({ name, ends }) => [name, ends])).toEqual([
      ['api', ['clean', 'clean']],
      ['relay', ['clean', 'clean']],
      ['worker-documents', ['clean']],
    ]);
  }, 180_000);
});
