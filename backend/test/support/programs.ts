import { transformFile } from '@swc/core';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '#sandbox/project-root.ts';

/** API and workers as programs of their own, for tests that kill them. */
export interface Programs {
  /** @returns once it is ready to work */
  start(name: 'backend' | 'workers', env: Record<string, string>): Promise<Program>;
  /** Runs the operators' tool to its end. */
  ops(words: string[], env: Record<string, string>): Promise<Ended>;
  /** Ends what still runs and removes the compiled files. */
  close(): Promise<void>;
}

export interface Ended {
  code: number;
  out: string;
  err: string;
}

export interface Program {
  pid: number;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Everything that it has written so far. */
  log(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals>;
}

/** Compiles the sources as they are now, apart from dist/, which may be older or in use. */
export async function compilePrograms(): Promise<Programs> {
  const root = projectRoot();
  mkdirSync(join(root, '.cache'), { recursive: true });
  const out = mkdtempSync(join(root, '.cache', 'programs-'));
  const imports = { '#backend/*': './backend/src/*', '#workers/*': './workers/src/*' };
  writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'module', imports }));
  await Promise.all(['backend/src', 'backend/migrations', 'workers/src'].map((part) => compile(root, part, out)));
  const running: Program[] = [];
  return {
    async start(name, env) {
      const program = await start(join(out, name, 'src/main.js'), env);
      running.push(program);
      return program;
    },
    ops: (words, env) => run(join(out, 'workers/src/ops.js'), words, env),
    async close() {
      await Promise.all(running.map((program) => program.kill('SIGKILL')));
      rmSync(out, { recursive: true, force: true });
    },
  };
}

async function compile(root: string, part: string, out: string): Promise<void> {
  const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const target = join(out, relative(root, file)).replace(/\.tsx?$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    if (!/\.tsx?$/.test(file)) copyFileSync(file, target);
    else writeFileSync(target, (await transformFile(file, SWC)).code);
  }
}

const SWC = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    target: 'es2023',
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  swcrc: false,
} as const;

function run(main: string, words: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

async function start(main: string, env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  await ready(child, ended);
  return {
    pid: child.pid!,
    ended,
    log: () => written.join(''),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Both programs say so in their log. @throws Error with the last lines when one ends instead */
async function ready(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  let said = '';
  const talking = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000);
        if (process.env.TEST_PROGRAM_LOG) process.stderr.write(chunk);
        if (/workers ready|Nest application successfully started/.test(said)) resolve();
      });
    }
  });
  const failed = ended.then((code) => {
    throw new Error(`the program ended with ${String(code)}:\n${said.slice(-2_000)}`);
  });
  failed.catch(() => undefined);
  await Promise.race([talking, failed]);
}
