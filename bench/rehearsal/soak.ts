import { setTimeout as pause } from 'node:timers/promises';
import { type Run, runWithCleanup } from '../../sandbox/process/run-with-cleanup.ts';
import { type LoadOptions, loadTestCommand, numberFrom } from '../read-options.ts';
import { writeFigures } from '../write-figures.ts';
import { Load } from './load.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { countOutcome } from './outcome.ts';
import { printSoak, printTimes } from './print-soak.ts';
import { printFigures } from './print-rehearsal.ts';
import { problemsOf } from './problems.ts';
import { flatnessOfRow, soakProblems } from './soak-problems.ts';
import { SoakSamples } from './soak-samples.ts';

const MAX_INTERVAL_S = 10;
/** At least three readings for each of the twelve windows in flatness.ts. */
const MIN_READINGS = 36;

const program = loadTestCommand(
  'soak',
  'Runs the Deployments under constant load. Growing memory, an ended pod, a failed request and a lost or duplicate job are problems.',
)
  .option('--minutes <n>', 'duration in minutes', numberFrom(0), 30)
  .option(
    '--warmup <minutes>',
    'minutes at the start that are not judged (default: a sixth of --minutes)',
    numberFrom(0),
  )
  .parse();
const options = program.opts<LoadOptions & { minutes: number; warmup?: number }>();
const { minutes, warmup = minutes / 6, rate, connections, purchases, json } = options;
if (warmup >= minutes) program.error('error: --warmup must be shorter than --minutes');
await runWithCleanup('soak', soak);

async function soak(run: Run): Promise<number> {
  const [seconds, warmUp] = [60 * minutes, 60 * warmup];
  if (process.platform !== 'linux') throw new Error('the soak reads /proc, which only Linux has');
  const { progress, abort } = run;
  const { cluster, account } = await openCluster(run, options);
  const { url, deployments } = cluster;
  const samples = await SoakSamples.open(cluster);
  run.stopAtEnd(() => samples.close());
  const load = await Load.begin({ url, rate, connections, purchases, account, warmUp });
  run.stopAtEnd(() => load.stop());
  await progress.step(`${minutes} minutes of load`, (note) => watch({ samples, load, seconds, warmUp, abort, note }));
  const report = await load.end();
  const outcome = await progress.step('Pending jobs', () => countOutcome(cluster.external, abort));
  const figures = { report, outcome, deployments, refused: cluster.refused() };
  printFigures(progress.line, figures);
  printTimes(progress.line, report);
  progress.line('');
  printSoak(progress.line, samples.rows, warmUp);
  const problems = [...soakProblems(samples, warmUp), ...problemsOf(figures)];
  writeFigures(json, { report, outcome, refused: figures.refused, samples: samples.rows, problems });
  for (const problem of problems) progress.line(`✗ ${problem}`);
  const isTooShort = samples.rows.some((row) => flatnessOfRow(row, 'memory', warmUp)?.verdict === 'too short');
  const flatnessResult = isTooShort ? 'the time is too short to judge growth' : 'all measures are flat';
  if (problems.length === 0) progress.line(`✓ ${flatnessResult}; no request failed, no job was lost or duplicated`);
  return problems.length > 0 ? 1 : 0;
}

interface Watch {
  samples: SoakSamples;
  load: Load;
  seconds: number;
  warmUp: number;
  abort: AbortSignal;
  note(text: string): void;
}

async function watch({ samples, load, seconds, warmUp, abort, note }: Watch): Promise<void> {
  const began = performance.now();
  const elapsedSeconds = () => (performance.now() - began) / 1000;
  const intervalSeconds = Math.min(MAX_INTERVAL_S, (seconds - warmUp) / MIN_READINGS);
  let minute = -1;
  for (let number = 0; number * intervalSeconds <= seconds; number += 1) {
    await pause(Math.max(0, (number * intervalSeconds - elapsedSeconds()) * 1000), undefined, { signal: abort });
    await samples.take(elapsedSeconds());
    if (Math.floor(elapsedSeconds() / 60) === minute) continue;
    minute = Math.floor(elapsedSeconds() / 60);
    const { correct, failed } = await load.progress();
    const readFailures = samples.readFailures.size > 0 ? `; ${[...samples.readFailures.keys()].join('; ')}` : '';
    note(`minute ${minute} of ${seconds / 60}: ${correct} correct responses, ${failed} failures${readFailures}`);
  }
}
