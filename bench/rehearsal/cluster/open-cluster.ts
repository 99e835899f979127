import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../../sandbox/build.ts';
import { projectRoot } from '../../../sandbox/project-root.ts';
import type { Run } from '../../../sandbox/process/run-with-cleanup.ts';
import type { LoadOptions } from '../../read-options.ts';
import { startCluster } from './cluster.ts';
import { publishPatterns } from '../goods.ts';
import { printCluster } from '../print-rehearsal.ts';

const PATTERNS = 12;

/**
 * Builds the shop and starts the Deployments of an overlay, which stop when the run ends.
 * @returns the running cluster, and a designer's account with patterns on sale
 */
export async function openCluster(run: Run, { overlay, only, keep }: Pick<LoadOptions, 'overlay' | 'only' | 'keep'>) {
  const { directory, progress, abort } = run;
  if (keep) run.keep();
  const root = projectRoot();
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  await build({ root, logs, progress, abort });
  const cluster = await progress.step('Migrations, then all Deployments', () =>
    startCluster({ root, directory, overlay, abort, ...(only ? { only } : {}) }),
  );
  run.stopAtEnd(() => cluster.stop());
  printCluster(progress.line, cluster);
  const { url, external } = cluster;
  const account = await progress.step('Patterns on sale', () =>
    publishPatterns({ url, databaseUrl: external.databaseUrl }, PATTERNS, abort),
  );
  return { cluster, account };
}
