import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, program } from 'commander';
import { memoryFolder } from './memory-folder.ts';
import { type Count, type Stage, type StageRun, stages } from './test-stages.ts';
import { startTestServices, type TestServices } from './test-services.ts';

program
  .name('npm test --')
  .description('Runs every stage, even after a failed one, and prints the total in the last line.')
  .addArgument(new Argument('[stage]', 'runs only this stage').choices(stages.map(({ name }) => name)))
  .argument('[words...]', "arguments of the stage's tool, e.g. names of files")
  .passThroughOptions()
  .addHelpText('after', '\nExit codes: 0 passed, 1 failed, 130 interrupted.')
  .parse();
const [only, ...rest] = program.args;
const chosen = stages.filter(({ name }) => !only || name === only);
if (rest.length > 0 && chosen.some(({ matchesFile }) => matchesFile?.(rest) === false)) {
  console.error(`No test file of "${only}" matches: ${rest.join(' ')}`);
  process.exit(1);
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupted.abort());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && interrupted.abort(), 500).unref();

const directory = mkdtempSync(join(memoryFolder(), 'test-'));
// PostgreSQL can run as another user, who must be able to open the directory.
chmodSync(directory, 0o755);
const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
let services: Promise<TestServices> | undefined;
try {
  const inParallel = new Map<Stage, ReturnType<typeof startInParallel>>();
  for (const stage of chosen) {
    const companions = chosen.filter(
      ({ startsTogetherWith }) => startsTogetherWith === stage.name && !interrupted.signal.aborted,
    );
    for (const companion of companions) inParallel.set(companion, startInParallel(companion));
    if (interrupted.signal.aborted && !inParallel.has(stage)) continue;
    console.log(`\n▶ ${stage.name}: ${stage.description}\n`);
    const { passed, failed, seconds } = await (inParallel.get(stage)?.() ?? runStage(stage));
    total.passed += passed;
    total.failed += failed;
    summary.push(
      `${failed > 0 ? '✗' : '✓'} ${stage.name.padEnd(12)}${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  await services?.then(
    (running) => running.stop(),
    () => undefined,
  );
  // Tests that were interrupted can still be writing their last files.
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
console.log(`\n${summary.join('\n')}`);
if (interrupted.signal.aborted) console.log('Interrupted.');
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(interrupted.signal.aborted ? 130 : total.failed > 0 ? 1 : 0);

async function runStage(stage: Stage, collectOutput?: StageRun['collectOutput']): Promise<Count & { seconds: number }> {
  const since = performance.now();
  if (stage.needsServices) services ??= startTestServices(directory);
  const env = { ...process.env, ...(stage.needsServices ? (await services)?.env : {}) };
  const count = await stage.run({ directory, env, arguments: rest, abort: interrupted.signal, collectOutput });
  return { ...count, seconds: (performance.now() - since) / 1000 };
}

/** Starts a stage in parallel. @returns a function that waits for its end and prints its output */
function startInParallel(stage: Stage): () => ReturnType<typeof runStage> {
  const output: Buffer[] = [];
  const ended = runStage(stage, (chunk) => output.push(chunk));
  ended.catch(() => undefined);
  return async () => {
    const result = await ended;
    process.stdout.write(Buffer.concat(output));
    return result;
  };
}
