import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { typescriptCompiler } from '../sandbox/typescript-compiler.ts';
import { groupTests, testFiles } from './test-groups.ts';

export interface Count {
  passed: number;
  failed: number;
}

export interface StageRun {
  /** For files of this run. */
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Handed to the stage's tool. */
  arguments: string[];
  abort: AbortSignal;
  /** Takes what the stage's tools say; without it they write to the screen. */
  keep?: (said: Buffer) => void;
}

export interface Stage {
  name: string;
  what: string;
  needsServices?: boolean;
  /** The stage with which it begins, beside that one and those after it; its output is shown when its turn has come. */
  beginsWith?: string;
  /** Whether the words name a test at all; without it the stage's tool says so. */
  knows?: (words: string[]) => boolean;
  run(run: StageRun): Promise<Count>;
}

const tsc = typescriptCompiler(process.cwd());
/** Each checker looks at the libraries anew: the native compiler's usual four take a third more processor time. */
const checkers = tsc.includes('typescript7') ? ['--checkers', '1'] : [];

const FOLDERS = ['backend', 'workers', 'sandbox'];
/** They wait for deadlines and for what comes back by itself most of the time: one after another beside everything else. */
const WAITING = [
  'backend/test/killed-processes.journey.spec.ts',
  'backend/test/worker-starts.journey.spec.ts',
  'backend/test/lost-queue.journey.spec.ts',
  'backend/src/purchases/payments/payments.journey.spec.ts',
  'backend/test/silent-database.journey.spec.ts',
  'backend/test/silent-queue.journey.spec.ts',
  'backend/test/lost-storage.journey.spec.ts',
  'backend/test/slow-clients.journey.spec.ts',
  'backend/test/limits.journey.spec.ts',
  'backend/src/operations/operations.journey.spec.ts',
  'backend/src/catalogue/patterns/reading.journey.spec.ts',
  'sandbox/postgres/postgres.spec.ts',
];
/** They measure how quickly something is answered: last, beside nothing but those that wait. */
const ALONE = ['backend/test/overload.journey.spec.ts'];

/** Every check of the project, the quickest first. */
export const stages: Stage[] = [
  {
    name: 'lint',
    what: 'oxlint',
    run: check((run) => [['node_modules/oxlint/bin/oxlint', '-c', '.oxlintrc.json', ...orAll(run.arguments)]]),
  },
  {
    name: 'format',
    what: 'oxfmt',
    run: check((run) => [['node_modules/oxfmt/bin/oxfmt', '--check', ...orAll(run.arguments)]]),
  },
  {
    name: 'storefront',
    what: 'its screens in jsdom',
    run: async (run) => {
      const results = join(run.directory, 'vitest.json');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
      const args = ['run', '--config', 'storefront/vite.config.ts', ...reporters, ...run.arguments];
      const code = await node(['node_modules/vitest/vitest.mjs', ...args], run);
      return counted(code, () => {
        const { numPassedTests, numFailedTests } = read<JestResults>(results);
        return { passed: numPassedTests, failed: numFailedTests };
      });
    },
  },
  {
    name: 'types',
    what: 'TypeScript',
    beginsWith: 'lint',
    run: check((run) => [
      [tsc, '-p', 'tsconfig.json', '--noEmit', ...checkers, ...run.arguments],
      [tsc, '-p', 'tsconfig.tools.json', '--noEmit', ...checkers, ...run.arguments],
      [tsc, '-p', 'storefront/tsconfig.json', '--noEmit', ...checkers, ...run.arguments],
    ]),
  },
  {
    name: 'jest',
    what: 'backend, workers and sandbox on real services, all but what is in the stage "waiting"',
    needsServices: true,
    knows: (words) =>
      words.some((word) => /^-|^group-\d$/.test(word)) ||
      testFiles(FOLDERS).some(({ path }) => words.some((word) => new RegExp(word, 'i').test(path))),
    run: (run) => (run.arguments.length > 0 ? someOfJest(run) : jestInGroups(run)),
  },
  {
    name: 'manifests',
    what: 'what would be sent to a cluster',
    needsServices: true,
    beginsWith: 'lint',
    run: async (run) => {
      // No shop is opened there, so there is no mail.
      const env = { ...run.env, TEST_MAILS: '[]' };
      if (!spawnSync('kubectl', ['version', '--client']).error) return jest(['k8s'], { ...run, env });
      const notice =
        'Without kubectl: the manifests are left out. Install kubectl to test them; no cluster is needed.\n';
      (run.keep ?? ((said) => process.stdout.write(said)))(Buffer.from(notice));
      return { passed: 0, failed: 0 };
    },
  },
  {
    name: 'journeys',
    what: 'the running shop in a browser',
    run: async (run) => {
      const results = join(run.directory, 'playwright.json');
      const env = { ...run.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results, JOURNEYS_DIRECTORY: run.directory };
      const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...run.arguments];
      const code = await node(['node_modules/@playwright/test/cli.js', ...args], { ...run, env });
      return counted(code, () => {
        const { stats } = read<{ stats: { expected: number; flaky: number; unexpected: number } }>(results);
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
      });
    },
  },
  {
    name: 'waiting',
    what: 'tests that mostly wait, for services and processes that come back',
    needsServices: true,
    beginsWith: 'jest',
    knows: (words) => waitingOnes(words).length > 0,
    run: (run) => {
      const members = waitingOnes(run.arguments);
      const { folder } = groupTests(FOLDERS, members, ALONE);
      // With Redis databases of its own.
      const env = { ...run.env, TEST_REDIS_DATABASES_FROM: '8' };
      const options = ['--maxWorkers=1', ...only(['/waiting.spec.cjs'])];
      return jest([folder], { ...run, env, arguments: [] }, options, { files: 1, members });
    },
  },
];

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  /** Test files that could not even be loaded. */
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { ancestorTitles: string[] }[] }[];
}

/** Files whose names fit, or one of the groups. */
function someOfJest(run: StageRun): Promise<Count> {
  if (!run.arguments.some((word) => /^group-\d$/.test(word))) return jest(FOLDERS, run);
  return jest([groupTests(FOLDERS, WAITING, ALONE).folder], run, only(['/*.spec.cjs']));
}

/** All but those that wait, which are a stage of their own. */
function jestInGroups(run: StageRun): Promise<Count> {
  const { folder, count, members } = groupTests(FOLDERS, WAITING, ALONE);
  const options = only(['/group-*.spec.cjs', ...ALONE.map((file) => `/${file}`)]);
  return jest([...FOLDERS, folder], run, options, { files: count + ALONE.length, members });
}

interface Expected {
  files: number;
  /** Test files in groups, each with a test at least. */
  members: string[];
}

/** The tests below some folders, on PostgreSQL and Redis. What was expected and did not run is a failure. */
async function jest(folders: string[], run: StageRun, options: string[] = [], expected?: Expected): Promise<Count> {
  const results = join(mkdtempSync(join(run.directory, 'jest-')), 'results.json');
  // Each test file or group loads everything anew: with room for young objects that is cleared up less often.
  const nodeOptions = '--experimental-vm-modules --max-semi-space-size=64';
  const env = { ...run.env, NODE_OPTIONS: nodeOptions, NODE_NO_WARNINGS: '1' };
  const roots = folders.map((folder) => `--roots=${resolve(folder)}`);
  const report = ['--json', `--outputFile=${results}`];
  const args = ['node_modules/jest/bin/jest.js', ...run.arguments, ...roots, ...report, ...options];
  return counted(await node(args, { ...run, env }), () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = read<JestResults>(results);
    const missing = expected ? missingIn(testResults, expected) : [];
    for (const line of missing) console.error(line);
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites + missing.length };
  });
}

function missingIn(ran: JestResults['testResults'], { files, members }: Expected): string[] {
  const told = new Set(
    ran.flatMap(({ assertionResults }) => assertionResults.map(({ ancestorTitles }) => ancestorTitles[0])),
  );
  return [
    ...(ran.length === files ? [] : [`Jest ran ${ran.length} files of ${files}.`]),
    ...members.filter((file) => !told.has(file)).map((file) => `${file} has no test.`),
  ];
}

/** A stage that counts as one test: it passes when all its commands succeed. */
function check(commands: (run: StageRun) => string[][]): Stage['run'] {
  return async (run) => {
    const codes: number[] = [];
    for (const command of commands(run)) codes.push(await node(command, run));
    return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
}

/** The tool's own count; a tool that failed without a failed test, or without any count, is one failure. */
function counted(code: number, count: () => Count): Count {
  try {
    const { passed, failed } = count();
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Runs a Node program to its end; returns its exit code. */
function node(args: string[], { env, abort, keep }: Pick<StageRun, 'env' | 'abort' | 'keep'>): Promise<number> {
  const output = keep ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, output], env });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (said: Buffer) => keep?.(said));
  const end = () => child.kill('SIGTERM');
  abort.addEventListener('abort', end);
  return new Promise((done) => {
    child.once('close', (code) => {
      abort.removeEventListener('abort', end);
      done(code ?? 1);
    });
  });
}

const waitingOnes = (words: string[]) => WAITING.filter((file) => words.every((word) => file.includes(word)));
const only = (ends: string[]) => ends.map((end) => `--testMatch=**${end}`);
const orAll = (paths: string[]) => (paths.length > 0 ? paths : ['.']);
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
