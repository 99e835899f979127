import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages, type Count } from './test-stages.ts';
import { startTestServices, type TestServices } from './test-services.ts';

// What `npm test` runs: every check, in order, whatever the one before found. `npm test -- jest workers/src/pdf` runs
// one of them and hands the rest of the line to its tool. The last line of the output is the sum.
const [only, ...rest] = process.argv.slice(2);
const chosen = stages.filter(({ name }) => !only || name === only);
if (chosen.length === 0) {
  console.error(`There is no "${only}". Choose one of: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupted.abort());
const parent = process.ppid;
if (process.env.WATCH_PARENT) setInterval(() => process.ppid !== parent && interrupted.abort(), 500).unref();

const directory = mkdtempSync(join(tmpdir(), 'test-'));
// PostgreSQL may have to run as somebody else, who must be able to enter.
chmodSync(directory, 0o755);
const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
let services: TestServices | undefined;
try {
  for (const stage of chosen) {
    if (interrupted.signal.aborted) break;
    console.log(`\n▶ ${stage.name}: ${stage.what}\n`);
    const since = performance.now();
    if (stage.needsServices) services ??= await startTestServices(directory);
    const env = { ...process.env, ...(stage.needsServices ? services?.env : {}) };
    const count = await stage.run({ directory, env, arguments: rest, abort: interrupted.signal });
    total.passed += count.passed;
    total.failed += count.failed;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    summary.push(
      `${count.failed > 0 ? '✗' : '✓'} ${stage.name.padEnd(12)}${count.passed} passed, ${count.failed} failed, ${seconds} s`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  await services?.stop();
  rmSync(directory, { recursive: true, force: true });
}
console.log(`\n${summary.join('\n')}`);
if (interrupted.signal.aborted) console.log('Interrupted.');
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(interrupted.signal.aborted ? 130 : total.failed > 0 ? 1 : 0);
