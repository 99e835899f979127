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
  /** For temporary files. */
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Arguments of the stage's tool. */
  arguments: string[];
  abort: AbortSignal;
  /** Receives the output of the stage's tools; without it they write to the terminal. */
  keep?: (output: Buffer) => void;
}

export interface Stage {
  name: string;
  what: string;
  needsServices?: boolean;
  /** Runs in parallel from the start of this stage on; its output is printed in its own place. */
  beginsWith?: string;
  /** Whether the words match a test; without it the stage's tool reports it. */
  knows?: (words: string[]) => boolean;
  run(run: StageRun): Promise<Count>;
}

const tsc = typescriptCompiler(process.cwd());
/** Each checker reads the libraries again: the default of four takes a third more CPU time. */
const checkers = tsc.includes('typescript7') ? ['--checkers', '1'] : [];

const FOLDERS = ['backend', 'workers', 'sandbox'];
/** Files that mostly wait for deadlines and recovering services: sequentially, in parallel with the later stages. */
const SLOW = [
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
/** Files that measure response times: last, in parallel only with the slow files. */
const ALONE = ['backend/test/overload.journey.spec.ts'];

/** All checks of the project. */
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
    what: 'screens in jsdom',
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
    what: 'backend, workers and sandbox on real services, without the stage "slow"',
    needsServices: true,
    knows: (words) =>
      words.some((word) => /^-|^group-\d$/.test(word)) ||
      testFiles(FOLDERS).some(({ path }) => words.some((word) => new RegExp(word, 'i').test(path))),
    run: (run) => (run.arguments.length > 0 ? someOfJest(run) : jestInGroups(run)),
  },
  {
    name: 'manifests',
    what: 'Kubernetes manifests and their rules',
    needsServices: true,
    beginsWith: 'lint',
    run: async (run) => {
      // These tests open no shop and send no mail.
      const env = { ...run.env, TEST_MAILS: '[]' };
      if (!spawnSync('kubectl', ['version', '--client']).error) return jest(['k8s'], { ...run, env });
      const notice = 'Without kubectl: the manifests are not tested. Install kubectl; no cluster is needed.\n';
      (run.keep ?? ((output) => process.stdout.write(output)))(Buffer.from(notice));
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
    name: 'slow',
    what: 'tests that wait for services and processes to recover',
    needsServices: true,
    beginsWith: 'jest',
    knows: (words) => slowFiles(words).length > 0,
    run: (run) => {
      const members = slowFiles(run.arguments);
      const { folder } = groupTests(FOLDERS, members, ALONE);
      // With separate Redis databases.
      const env = { ...run.env, TEST_REDIS_DATABASES_FROM: '8' };
      const options = ['--maxWorkers=1', ...only(['/slow.spec.cjs'])];
      return jest([folder], { ...run, env, arguments: [] }, options, { files: 1, members });
    },
  },
];

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  /** Test files that could not be loaded. */
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { ancestorTitles: string[] }[] }[];
}

/** Files with matching names, or one group. */
function someOfJest(run: StageRun): Promise<Count> {
  if (!run.arguments.some((word) => /^group-\d$/.test(word))) return jest(FOLDERS, run);
  return jest([groupTests(FOLDERS, SLOW, ALONE).folder], run, only(['/*.spec.cjs']));
}

/** All files except the slow ones. */
function jestInGroups(run: StageRun): Promise<Count> {
  const { folder, count, members } = groupTests(FOLDERS, SLOW, ALONE);
  const options = only(['/group-*.spec.cjs', ...ALONE.map((file) => `/${file}`)]);
  return jest([...FOLDERS, folder], run, options, { files: count + ALONE.length, members });
}

interface Expected {
  files: number;
  /** Grouped test files, each with at least one test. */
  members: string[];
}

/** Runs the tests of some folders on PostgreSQL and Redis. An expected file that did not run is a failure. */
async function jest(folders: string[], run: StageRun, options: string[] = [], expected?: Expected): Promise<Count> {
  const results = join(mkdtempSync(join(run.directory, 'jest-')), 'results.json');
  // Each file or group loads all modules again: a larger young generation reduces garbage collection.
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
  const reported = new Set(
    ran.flatMap(({ assertionResults }) => assertionResults.map(({ ancestorTitles }) => ancestorTitles[0])),
  );
  return [
    ...(ran.length === files ? [] : [`Jest ran ${ran.length} files of ${files}.`]),
    ...members.filter((file) => !reported.has(file)).map((file) => `${file} has no test.`),
  ];
}

/** A stage that counts as one test; passes when all its commands succeed. */
function check(commands: (run: StageRun) => string[][]): Stage['run'] {
  return async (run) => {
    const codes: number[] = [];
    for (const command of commands(run)) codes.push(await node(command, run));
    return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
}

/** The count of the tool; a tool that fails without a failed test or without a count is one failure. */
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
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => keep?.(chunk));
  const end = () => child.kill('SIGTERM');
  abort.addEventListener('abort', end);
  return new Promise((done) => {
    child.once('close', (code) => {
      abort.removeEventListener('abort', end);
      done(code ?? 1);
    });
  });
}

const slowFiles = (words: string[]) => SLOW.filter((file) => words.every((word) => file.includes(word)));
const only = (ends: string[]) => ends.map((end) => `--testMatch=**${end}`);
const orAll = (paths: string[]) => (paths.length > 0 ? paths : ['.']);
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
