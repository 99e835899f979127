import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAMS } from '../tools/programs.ts';
import { takeLock } from './process/lock-file.ts';
import { runProgram } from './process/program.ts';
import { projectRoot } from './project-root.ts';
import type { Screen } from './screen.ts';
import { typescriptCompiler } from './typescript-compiler.ts';

export interface BuildOptions {
  root: string;
  /** A directory for the compilers' output. */
  logs: string;
  screen: Screen;
  abort: AbortSignal;
}

interface Part {
  name: string;
  /** Files and directories that the result depends on. */
  sources: string[];
  /** Files without which there is no result. */
  results: string[];
  /** Files by which the compiler knows what it need not compile again. */
  notes: string[];
  commands: { log: string; args: string[] }[];
}

const compiler = typescriptCompiler(projectRoot());
/** Types are checked by `npm test`: checking them here as well takes twice as long, and the same is written. */
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
    notes: ['dist/backend.tsbuildinfo', 'dist/workers.tsbuildinfo'],
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
    notes: [],
    commands: [
      {
        log: 'build-storefront.log',
        args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'storefront/vite.config.ts'],
      },
    ],
  },
];

/** Brings dist/ up to date; a part whose sources have not changed since its last build is left alone. */
export async function build(options: BuildOptions): Promise<void> {
  const dist = join(options.root, 'dist');
  mkdirSync(dist, { recursive: true });
  const stale = () => parts.filter((part) => readStamp(options.root, part) !== fingerprint(options.root, part));
  if (stale().length === 0) return;
  const lock = await waitForLock(join(dist, '.building'), options.abort);
  try {
    const outcomes = await Promise.allSettled(stale().map((part) => buildPart(part, options)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    lock.release();
  }
}

async function buildPart(part: Part, { root, logs, screen, abort }: BuildOptions): Promise<void> {
  const before = fingerprint(root, part);
  // The compiler's notes on what it has written say nothing about what is still there.
  if (!readStamp(root, part)) for (const notes of part.notes) rmSync(join(root, notes), { force: true });
  // Until all is there, nothing counts as built.
  rmSync(join(root, stampFile(part)), { force: true });
  await screen.step(part.name, async () => {
    for (const { log, args } of part.commands) {
      const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
      await runProgram({ name: part.name, args, root, env, log: join(logs, log) }, abort);
    }
    for (const directory of ['backend', 'workers']) {
      if (part.sources.includes(directory)) removeOrphans(root, directory);
    }
  });
  writeFileSync(join(root, stampFile(part)), before);
}

/** Compiled files whose source is gone would still be found by what reads a whole directory, the migrations above all. */
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

const stampFile = (part: Part) => `dist/.${part.sources[0]}.built`;

function readStamp(root: string, part: Part): string | undefined {
  if (![...part.results, stampFile(part)].every((file) => existsSync(join(root, file)))) return undefined;
  return readFileSync(join(root, stampFile(part)), 'utf8');
}

async function waitForLock(file: string, abort: AbortSignal) {
  for (;;) {
    const lock = await takeLock(file, '');
    if ('release' in lock) return lock;
    await pause(200, undefined, { signal: abort });
  }
}
