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
  /** The directory for temporary files. */
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Arguments of the stage's tool. */
  arguments: string[];
  abort: AbortSignal;
  /** Receives the output of the stage's tools. Without this function they write to the terminal. */
  collectOutput?: (output: Buffer) => void;
}

export interface Stage {
  name: string;
  /** Printed after the name. */
  description: string;
  needsServices?: boolean;
  /**
   * Name of an earlier stage. This stage starts at the same time and runs in parallel; its output is printed later, in the
   * order of the stages.
   */
  startsTogetherWith?: string;
  /** @returns whether the words match a test file. Without this function, the stage's tool itself reports unknown names. */
  matchesFile?: (words: string[]) => boolean;
  run(run: StageRun): Promise<Count>;
}

const tsc = typescriptCompiler(process.cwd());
/**
 * The native compiler runs with one checker instead of four, because each checker reads the types of the libraries again.
 * Four checkers take a third more CPU time.
 */
const checkers = tsc.includes('typescript7') ? ['--checkers', '1'] : [];

const FOLDERS = ['backend', 'workers', 'sandbox'];
/**
 * Files that mostly wait for deadlines and recovering services. They run one after another, in parallel with the later
 * stages.
 */
const SLOW = [
  'backend/test/killed-processes.journey.spec.ts',
  'backend/test/worker-starts.journey.spec.ts',
  'backend/test/lost-queue.journey.spec.ts',
  'backend/src/purchases/payments/checkout.journey.spec.ts',
  'backend/src/purchases/books/many-documents.journey.spec.ts',
  'backend/src/purchases/books/matrix.journey.spec.ts',
  'backend/test/silent-database.journey.spec.ts',
  'backend/test/silent-queue.journey.spec.ts',
  'backend/test/lost-storage.journey.spec.ts',
  'backend/test/slow-clients.journey.spec.ts',
  'backend/test/limits.journey.spec.ts',
  'backend/src/operations/operations.journey.spec.ts',
  'backend/src/catalogue/patterns/cached-responses.journey.spec.ts',
  'sandbox/postgres/postgres.spec.ts',
];
/** Files that measure response times. They run last, in parallel only with the slow files. */
const ALONE = ['backend/test/overload.journey.spec.ts'];

/** All checks of the project. */
export const stages: Stage[] = [
  {
    name: 'lint',
    description: 'oxlint',
    run: check((run) => [['node_modules/oxlint/bin/oxlint', '-c', '.oxlintrc.json', ...orAll(run.arguments)]]),
  },
  {
    name: 'format',
    description: 'oxfmt',
    run: check((run) => [['node_modules/oxfmt/bin/oxfmt', '--check', ...orAll(run.arguments)]]),
  },
  {
    name: 'storefront',
    description: 'screens in jsdom',
    run: async (run) => {
      const results = join(run.directory, 'vitest.json');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
      const args = ['run', '--config', 'storefront/vite.config.ts', ...reporters, ...run.arguments];
      const code = await node(['node_modules/vitest/vitest.mjs', ...args], run);
      return countTests(code, () => {
        const { numPassedTests, numFailedTests } = readJson<JestResults>(results);
        return { passed: numPassedTests, failed: numFailedTests };
      });
    },
  },
  {
    name: 'types',
    description: 'TypeScript',
    startsTogetherWith: 'lint',
    run: check((run) => [
      [tsc, '-p', 'tsconfig.json', '--noEmit', ...checkers, ...run.arguments],
      [tsc, '-p', 'tsconfig.tools.json', '--noEmit', ...checkers, ...run.arguments],
      [tsc, '-p', 'storefront/tsconfig.json', '--noEmit', ...checkers, ...run.arguments],
    ]),
  },
  {
    name: 'jest',
    description: 'backend, workers and sandbox on real services, without the files of the stage "slow"',
    needsServices: true,
    matchesFile: (words) =>
      words.some((word) => /^-|^group-\d$/.test(word)) ||
      testFiles(FOLDERS).some(({ path }) => words.some((word) => new RegExp(word, 'i').test(path))),
    run: (run) => (run.arguments.length > 0 ? runMatchingFiles(run) : runGroups(run)),
  },
  {
    name: 'manifests',
    description: 'Kubernetes manifests and their rules',
    needsServices: true,
    startsTogetherWith: 'lint',
    run: async (run) => {
      // These tests send no mail. With an empty list of mail servers, Jest's setup starts none.
      const env = { ...run.env, TEST_MAILS: '[]' };
      if (!spawnSync('kubectl', ['version', '--client']).error) return jest(['k8s'], { ...run, env });
      const notice = 'kubectl is missing, so the manifests are not tested. Install kubectl; no cluster is needed.\n';
      (run.collectOutput ?? ((output) => process.stdout.write(output)))(Buffer.from(notice));
      return { passed: 0, failed: 0 };
    },
  },
  {
    name: 'journeys',
    description: 'the running shop in a browser',
    run: async (run) => {
      const results = join(run.directory, 'playwright.json');
      const env = { ...run.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results, JOURNEYS_DIRECTORY: run.directory };
      const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...run.arguments];
      const code = await node(['node_modules/@playwright/test/cli.js', ...args], { ...run, env });
      return countTests(code, () => {
        const { stats } = readJson<{ stats: { expected: number; flaky: number; unexpected: number } }>(results);
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
      });
    },
  },
  {
    name: 'slow',
    description: 'tests that wait for services and processes to recover',
    needsServices: true,
    startsTogetherWith: 'jest',
    matchesFile: (words) => slowFiles(words).length > 0,
    run: (run) => {
      const members = slowFiles(run.arguments);
      const { folder } = groupTests(FOLDERS, members, ALONE);
      // The stage runs in parallel with other tests, so it uses separate Redis databases.
      const env = { ...run.env, TEST_REDIS_DATABASES_FROM: '8' };
      const options = ['--maxWorkers=1', ...matchOnly(['/slow.spec.cjs'])];
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

/** Runs the files whose paths match the arguments, or the group that the arguments name. */
function runMatchingFiles(run: StageRun): Promise<Count> {
  if (!run.arguments.some((word) => /^group-\d$/.test(word))) return jest(FOLDERS, run);
  return jest([groupTests(FOLDERS, SLOW, ALONE).folder], run, matchOnly(['/*.spec.cjs']));
}

/** Runs all files except the slow ones, most of them in groups. */
function runGroups(run: StageRun): Promise<Count> {
  const { folder, count, members } = groupTests(FOLDERS, SLOW, ALONE);
  const options = matchOnly(['/group-*.spec.cjs', ...ALONE.map((file) => `/${file}`)]);
  return jest([...FOLDERS, folder], run, options, { files: count + ALONE.length, members });
}

interface Expected {
  files: number;
  /** Grouped test files, each with at least one test. */
  members: string[];
}

/** Runs the tests of some folders on PostgreSQL and Redis. An expected file that did not run counts as a failure. */
async function jest(folders: string[], run: StageRun, options: string[] = [], expected?: Expected): Promise<Count> {
  const results = join(mkdtempSync(join(run.directory, 'jest-')), 'results.json');
  // A larger young generation reduces garbage collection, because each file or group loads all modules again.
  const nodeOptions = '--experimental-vm-modules --max-semi-space-size=64';
  const env = { ...run.env, NODE_OPTIONS: nodeOptions, NODE_NO_WARNINGS: '1' };
  const roots = folders.map((folder) => `--roots=${resolve(folder)}`);
  const report = ['--json', `--outputFile=${results}`];
  const args = ['node_modules/jest/bin/jest.js', ...run.arguments, ...roots, ...report, ...options];
  return countTests(await node(args, { ...run, env }), () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = readJson<JestResults>(results);
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
    ...members.filter((file) => !reported.has(file)).map((file) => `${file} reported no test.`),
  ];
}

/** @returns the function of a stage that counts as one test, which passes when all commands succeed */
function check(commands: (run: StageRun) => string[][]): Stage['run'] {
  return async (run) => {
    const codes: number[] = [];
    for (const command of commands(run)) codes.push(await node(command, run));
    return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
}

/**
 * @param code the exit code of the tool
 * @param count a function that reads the tool's counts
 * @returns the tool's counts; one failure when the tool exits with an error but reports no failed test, or reports no counts
 */
function countTests(code: number, count: () => Count): Count {
  try {
    const { passed, failed } = count();
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Runs a Node program to its end; returns its exit code. */
function node(
  args: string[],
  { env, abort, collectOutput }: Pick<StageRun, 'env' | 'abort' | 'collectOutput'>,
): Promise<number> {
  const output = collectOutput ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, output], env });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => collectOutput?.(chunk));
  const stop = () => child.kill('SIGTERM');
  abort.addEventListener('abort', stop);
  return new Promise((done) => {
    child.once('close', (code) => {
      abort.removeEventListener('abort', stop);
      done(code ?? 1);
    });
  });
}

const slowFiles = (words: string[]) => SLOW.filter((file) => words.every((word) => file.includes(word)));
const matchOnly = (ends: string[]) => ends.map((end) => `--testMatch=**${end}`);
const orAll = (paths: string[]) => (paths.length > 0 ? paths : ['.']);
const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
