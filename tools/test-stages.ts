import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { typescriptCompiler } from '../sandbox/typescript-compiler.ts';
import { groupTests } from './test-groups.ts';

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
  /** It begins with the first stage, beside the others, and its output is shown when its turn has come. */
  early?: boolean;
  run(run: StageRun): Promise<Count>;
}

const tsc = typescriptCompiler(process.cwd());

const FOLDERS = ['backend', 'workers', 'sandbox'];
/** They wait for deadlines and for what comes back by itself most of the time: one after another beside all the others. */
const WAITING = [
  '/killed-processes.journey.spec.ts',
  '/lost-queue.journey.spec.ts',
  '/payments.journey.spec.ts',
  '/silent-database.journey.spec.ts',
  '/silent-queue.journey.spec.ts',
  '/lost-storage.journey.spec.ts',
  '/slow-clients.journey.spec.ts',
  '/sandbox/postgres.spec.ts',
];
/** They measure how quickly something is answered: last, when there is the least beside them. */
const ALONE = ['/overload.journey.spec.ts'];

/** Every check of the project, the quickest first. */
export const stages: Stage[] = [
  {
    name: 'lint',
    what: 'oxlint',
    run: check((run) => [['node_modules/oxlint/bin/oxlint', '-c', '.oxlintrc.json', ...orAll(run.arguments)]]),
  },
  {
    name: 'format',
    what: 'Prettier',
    run: check((run) => [
      ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...orAll(run.arguments)],
    ]),
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
    early: true,
    run: check((run) => [
      [tsc, '-p', 'tsconfig.json', '--noEmit', ...run.arguments],
      [tsc, '-p', 'tsconfig.tools.json', '--noEmit', ...run.arguments],
      [tsc, '-p', 'storefront/tsconfig.json', '--noEmit', ...run.arguments],
    ]),
  },
  {
    name: 'jest',
    what: 'backend, workers and sandbox on real services',
    needsServices: true,
    run: (run) => (run.arguments.length > 0 ? someOfJest(run) : jestInTwoLanes(run)),
  },
  {
    name: 'manifests',
    what: 'what would be sent to a cluster',
    needsServices: true,
    early: true,
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
  return jest([groupTests(FOLDERS, [...WAITING, ...ALONE]).folder], run, only(['/*.spec.cjs']));
}

/** Those that wait, one after another, beside all the others in groups. */
async function jestInTwoLanes(run: StageRun): Promise<Count> {
  const said: Buffer[] = [];
  const { folder, count, members } = groupTests(FOLDERS, [...WAITING, ...ALONE]);
  const waiting = aside(run, (chunk) => said.push(chunk));
  const lanes = await Promise.all([
    jest([...FOLDERS, folder], run, only(['/*.spec.cjs', ...ALONE]), { files: count + ALONE.length, members }),
    jest(FOLDERS, waiting, ['--maxWorkers=1', ...only(WAITING)], { files: WAITING.length, members: [] }),
  ]);
  for (const chunk of said) (run.keep ?? ((text) => process.stdout.write(text)))(chunk);
  return {
    passed: lanes.reduce((sum, { passed }) => sum + passed, 0),
    failed: lanes.reduce((sum, { failed }) => sum + failed, 0),
  };
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

/** The same run beside another one: with Redis databases of its own, and without the screen. */
const aside = (run: StageRun, keep: StageRun['keep']): StageRun => ({
  ...run,
  env: { ...run.env, TEST_REDIS_DATABASES_FROM: '8' },
  keep,
});

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

const only = (ends: string[]) => ends.map((end) => `--testMatch=**${end}`);
const orAll = (paths: string[]) => (paths.length > 0 ? paths : ['.']);
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
