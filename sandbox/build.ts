import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAMS } from '../tools/programs.ts';
import { takeLock } from './process/lock-file.ts';
import { runProgram } from './process/program.ts';
import { projectRoot } from './project-root.ts';
import type { Progress } from './progress.ts';
import { typescriptCompiler } from './typescript-compiler.ts';

export interface BuildOptions {
  root: string;
  /** Directory for the logs of the compilers. */
  logs: string;
  progress: Progress;
  abort: AbortSignal;
}

interface Part {
  name: string;
  /** Files and directories that the result depends on. */
  sources: string[];
  /** Files that the build must produce. */
  results: string[];
  /** Build info files, which let the compiler skip unchanged sources. */
  buildInfo: string[];
  commands: { log: string; args: string[] }[];
}

const compiler = typescriptCompiler(projectRoot());
/** @returns the arguments for a compilation without type check. A type check doubles the time; `npm test` checks types. */
const compile = (project: string) => [compiler, '-p', `${project}/tsconfig.json`, '--noCheck'];
const parts: Part[] = [
  {
    name: 'Build API and workers',
    sources: [
      'backend',
      'workers',
      'tools/bundle.ts',
      'tools/programs.ts',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
    ],
    results: Object.keys(PROGRAMS).map((name) => `dist/programs/${name}.js`),
    buildInfo: ['dist/backend.tsbuildinfo', 'dist/workers.tsbuildinfo'],
    commands: [
      { log: 'build-backend.log', args: compile('backend') },
      { log: 'build-workers.log', args: compile('workers') },
      { log: 'build-programs.log', args: ['tools/bundle.ts', 'dist'] },
    ],
  },
  {
    name: 'Build storefront',
    sources: ['storefront', 'package.json', 'package-lock.json'],
    results: ['dist/storefront/index.html'],
    buildInfo: [],
    commands: [
      {
        log: 'build-storefront.log',
        args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'storefront/vite.config.ts'],
      },
    ],
  },
];

/** Builds the parts of dist/ whose sources have changed. */
export async function build(options: BuildOptions): Promise<void> {
  const dist = join(options.root, 'dist');
  mkdirSync(dist, { recursive: true });
  const staleParts = () =>
    parts.filter((part) => readFingerprint(options.root, part) !== fingerprint(options.root, part));
  if (staleParts().length === 0) return;
  const lock = await waitForLock(join(dist, '.building'), options.abort);
  try {
    const outcomes = await Promise.allSettled(staleParts().map((part) => buildPart(part, options)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    lock.release();
  }
}

async function buildPart(part: Part, { root, logs, progress, abort }: BuildOptions): Promise<void> {
  const before = fingerprint(root, part);
  // If a result is missing, the build info is deleted, because the compiler skips sources that the build info lists.
  if (!readFingerprint(root, part)) for (const info of part.buildInfo) rmSync(join(root, info), { force: true });
  // The fingerprint is removed before the build, so that an interrupted build does not count as complete.
  rmSync(join(root, fingerprintFile(part)), { force: true });
  await progress.step(part.name, async () => {
    for (const { log, args } of part.commands) {
      const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
      await runProgram({ name: part.name, args, root, env, log: join(logs, log) }, abort);
    }
    for (const directory of ['backend', 'workers']) {
      if (part.sources.includes(directory)) removeOrphans(root, directory);
    }
  });
  writeFileSync(join(root, fingerprintFile(part)), before);
}

/** Removes compiled files whose source was deleted. */
function removeOrphans(root: string, directory: string): void {
  const compiled = join(root, 'dist', directory);
  for (const entry of readdirSync(compiled, { recursive: true, withFileTypes: true })) {
    const match = /^(.+)\.js(\.map)?$/.exec(entry.name);
    if (!match) continue;
    const source = join(root, directory, entry.parentPath.slice(compiled.length), match[1]!);
    if (!['.ts', '.tsx'].some((suffix) => existsSync(source + suffix))) rmSync(join(entry.parentPath, entry.name));
  }
}

function fingerprint(root: string, part: Part): string {
  const hash = createHash('sha256');
  const add = (path: string) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  for (const source of part.sources.filter((path) => existsSync(join(root, path)))) {
    if (statSync(join(root, source)).isFile()) {
      add(source);
      continue;
    }
    const files = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    for (const file of files.sort()) add(file);
  }
  return hash.digest('hex');
}

const fingerprintFile = (part: Part) => `dist/.${part.sources[0]}.built`;

function readFingerprint(root: string, part: Part): string | undefined {
  if (![...part.results, fingerprintFile(part)].every((file) => existsSync(join(root, file)))) return undefined;
  return readFileSync(join(root, fingerprintFile(part)), 'utf8');
}

async function waitForLock(file: string, abort: AbortSignal) {
  for (;;) {
    const lock = await takeLock(file, '');
    if ('release' in lock) return lock;
    await pause(200, undefined, { signal: abort });
  }
}
