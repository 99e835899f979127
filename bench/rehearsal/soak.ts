import { setTimeout as pause } from 'node:timers/promises';
import { type Run, runToTheEnd } from '../../sandbox/process/run-to-the-end.ts';
import { StartError } from '../../sandbox/start-error.ts';
import { readLoadOptions } from '../read-options.ts';
import { writeFigures } from '../write-figures.ts';
import { Load } from './load.ts';
import { openCluster } from './cluster/open-cluster.ts';
import { countOutcome } from './outcome.ts';
import { printSoak, printTimes } from './print-soak.ts';
import { printFigures } from './print-rehearsal.ts';
import { problemsOf } from './problems.ts';
import { flatnessOfRow, soakProblems } from './soak-problems.ts';
import { SoakSamples } from './soak-samples.ts';

// What `npm run soak` runs: the Deployments of an overlay as processes under even load, and whether what they hold stays the
// same. Exit code 1 when anything grew, failed, was lost, or happened twice, or when a pod did not live to the end.
const USAGE = `[--minutes 30] [--warmup 5]
  --warmup: of the minutes, those that are not judged; a sixth when not given`;
const OWN = { minutes: 30, warmup: ({ minutes = 0 }) => minutes / 6 };
const LONGEST_PAUSE_S = 10;
const FEWEST_READINGS = 36;

await runToTheEnd('soak', soak);

async function soak(run: Run): Promise<number> {
  const { minutes, warmup, rate, connections, purchases, json, ...which } = readLoadOptions('soak', USAGE, OWN);
  const [seconds, warmUp] = [60 * minutes, 60 * warmup];
  if (warmUp >= seconds) throw new StartError('--warmup: shorter than --minutes');
  if (process.platform !== 'linux') throw new Error('a soak reads /proc, which only Linux has');
  const { screen, abort } = run;
  const { cluster, account } = await openCluster(run, which);
  const { url, deployments } = cluster;
  const samples = await SoakSamples.open(cluster);
  run.stopAtEnd(() => samples.close());
  const load = await Load.begin({ url, rate, connections, purchases, account, warmUp });
  run.stopAtEnd(() => load.stop());
  await screen.step(`${minutes} minutes of load`, (note) => watch({ samples, load, seconds, warmUp, abort, note }));
  const report = await load.end();
  const outcome = await screen.step('All that is owed', () => countOutcome(cluster.surroundings, abort));
  const figures = { report, outcome, deployments, refused: cluster.refused() };
  printFigures(screen.line, figures);
  printTimes(screen.line, report);
  screen.line('');
  printSoak(screen.line, samples.rows, warmUp);
  const problems = [...soakProblems(samples, warmUp), ...problemsOf(figures)];
  writeFigures(json, { report, outcome, refused: figures.refused, samples: samples.rows, problems });
  for (const problem of problems) screen.line(`✗ ${problem}`);
  const short = samples.rows.some((row) => flatnessOfRow(row, 'memory', warmUp)?.verdict === 'too short');
  const held = short ? 'too short to tell whether anything grows' : 'memory and handles are flat';
  if (problems.length === 0) screen.line(`✓ ${held}; nothing failed, was lost, or happened twice`);
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
  const gone = () => (performance.now() - began) / 1000;
  const every = Math.min(LONGEST_PAUSE_S, (seconds - warmUp) / FEWEST_READINGS);
  let minute = -1;
  for (let number = 0; number * every <= seconds; number += 1) {
    await pause(Math.max(0, (number * every - gone()) * 1000), undefined, { signal: abort });
    await samples.take(gone());
    if (Math.floor(gone() / 60) === minute) continue;
    minute = Math.floor(gone() / 60);
    const { answered, failed } = await load.progress();
    const missed = samples.missed.size > 0 ? `; ${[...samples.missed.keys()].join('; ')}` : '';
    note(`minute ${minute} of ${seconds / 60}: ${answered} right answers, ${failed} failures${missed}`);
  }
}
