import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typescriptCompiler } from '../sandbox/typescript-compiler.ts';

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
}

export interface Stage {
  name: string;
  what: string;
  needsServices?: boolean;
  run(run: StageRun): Promise<Count>;
}

const tsc = typescriptCompiler(process.cwd());

/** Every check of the project, the quickest first. */
export const stages: Stage[] = [
  {
    name: 'types',
    what: 'TypeScript',
    run: check((run) => [
      [tsc, '-p', 'tsconfig.json', '--noEmit', ...run.arguments],
      [tsc, '-p', 'tsconfig.tools.json', '--noEmit', ...run.arguments],
      [tsc, '-p', 'storefront/tsconfig.json', '--noEmit', ...run.arguments],
    ]),
  },
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
    name: 'manifests',
    what: 'what would be sent to a cluster',
    needsServices: true,
    run: async (run) => {
      if (!spawnSync('kubectl', ['version', '--client']).error) return jest(['k8s'], run);
      console.log('Without kubectl: the manifests are left out. Install kubectl to test them; no cluster is needed.');
      return { passed: 0, failed: 0 };
    },
  },
  {
    name: 'jest',
    what: 'backend, workers and sandbox on real services',
    needsServices: true,
    run: (run) => jest(['backend', 'workers', 'sandbox'], run),
  },
  {
    name: 'storefront',
    what: 'its screens in jsdom',
    run: async (run) => {
      const results = join(run.directory, 'vitest.json');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
      const args = ['run', '--config', 'storefront/vite.config.ts', ...reporters, ...run.arguments];
      const code = await node(['node_modules/vitest/vitest.mjs', ...args], run.env, run.abort);
      return counted(code, () => {
        const { numPassedTests, numFailedTests } = read<JestResults>(results);
        return { passed: numPassedTests, failed: numFailedTests };
      });
    },
  },
  {
    name: 'journeys',
    what: 'the running shop in a browser',
    run: async (run) => {
      const results = join(run.directory, 'playwright.json');
      const env = { ...run.env, PLAYWRIGHT_JSON_OUTPUT_NAME: results };
      const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...run.arguments];
      const code = await node(['node_modules/@playwright/test/cli.js', ...args], env, run.abort);
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
}

/** The tests below some folders, on PostgreSQL and Redis. */
async function jest(folders: string[], run: StageRun): Promise<Count> {
  const results = join(run.directory, `${folders[0]}.json`);
  const env = { ...run.env, NODE_OPTIONS: '--experimental-vm-modules', NODE_NO_WARNINGS: '1' };
  const roots = folders.map((folder) => `--roots=<rootDir>/${folder}`);
  const args = ['node_modules/jest/bin/jest.js', ...roots, '--json', `--outputFile=${results}`, ...run.arguments];
  return counted(await node(args, env, run.abort), () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = read<JestResults>(results);
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  });
}

/** A stage that counts as one test: it passes when all its commands succeed. */
function check(commands: (run: StageRun) => string[][]): Stage['run'] {
  return async (run) => {
    const codes: number[] = [];
    for (const command of commands(run)) codes.push(await node(command, run.env, run.abort));
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

/** Runs a Node program with its output on the screen; returns its exit code. */
function node(args: string[], env: NodeJS.ProcessEnv, abort: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  const end = () => child.kill('SIGTERM');
  abort.addEventListener('abort', end);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      abort.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}

const orAll = (paths: string[]) => (paths.length > 0 ? paths : ['.']);
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
