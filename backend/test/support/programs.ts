import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundledPrograms } from './bundled-programs.js';

/** API and workers as programs of their own, for tests that kill them. */
export interface Programs {
  /** @returns once it is ready to work */
  start(name: 'api' | 'workers', env: Record<string, string>): Promise<Program>;
  /** @returns at once, whether it ever works or not */
  launch(name: 'api' | 'workers', env: Record<string, string>): Program;
  /** Runs the operators' tool to its end. */
  ops(words: string[], env: Record<string, string>): Promise<Ended>;
  /** Runs a program that is expected to end by itself. */
  run(name: 'workers' | 'migrate', env: Record<string, string>): Promise<Ended>;
  /** Ends what still runs. */
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
  /** Everything that it has written so far: its output, then its errors. */
  log(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals>;
}

/** The sources as they are now, apart from dist/, which may be older or in use. */
export async function compilePrograms(): Promise<Programs> {
  const out = await bundledPrograms();
  const running: Program[] = [];
  return {
    async start(name, env) {
      const { program, working } = start(out, `${name}.js`, env);
      // Also when the test gives up before it works.
      running.push(program);
      await working;
      return program;
    },
    launch(name, env) {
      const { program, working } = start(out, `${name}.js`, env);
      running.push(program);
      working.catch(() => undefined);
      return program;
    },
    ops: (words, env) => run(out, ['ops.js', ...words], env),
    run: (name, env) => run(out, [`${name}.js`], env),
    async close() {
      await Promise.all(running.map((program) => program.kill('SIGKILL')));
    },
  };
}

/** What V8 has made of the packages is kept for the next start. */
const environment = (folder: string) => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'v8') });

function run(folder: string, [main, ...words]: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const args = [join(folder, main!), ...words];
    execFile(process.execPath, args, { env: { ...environment(folder), ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

function start(
  folder: string,
  main: string,
  env: Record<string, string>,
): { program: Program; working: Promise<void> } {
  const child = spawn(process.execPath, [join(folder, main)], {
    env: { ...environment(folder), ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
  });
  // Each for itself: what one says in pieces is not to be torn apart by the other.
  const written = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  const program: Program = {
    pid: child.pid!,
    ended,
    log: () => written.map((chunks) => Buffer.concat(chunks).toString()).join('\n'),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
  return { program, working: ready(child, ended) };
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
