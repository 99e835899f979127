import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundledPrograms } from './bundled-programs.js';

/** Starts API and workers as separate processes, which tests can kill. */
export interface Programs {
  /** Waits until the program is ready. */
  start(name: 'api' | 'workers', env: Record<string, string>): Promise<Program>;
  /** Starts the program without waiting until it is ready. */
  launch(name: 'api' | 'workers', env: Record<string, string>): Program;
  /** Runs the operators' tool (`ops`) and waits until it exits. */
  ops(args: string[], env: Record<string, string>): Promise<RunResult>;
  /** Runs a program and waits until it exits. */
  run(name: 'workers' | 'migrate', env: Record<string, string>): Promise<RunResult>;
  /** Kills the running programs. */
  close(): Promise<void>;
}

export interface RunResult {
  code: number;
  out: string;
  err: string;
}

export interface Program {
  pid: number;
  /** Exit code or signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** The output so far: stdout, then stderr. */
  log(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | NodeJS.Signals>;
}

/** Bundles the current sources into a separate folder: dist/ may be older or in use. */
export async function compilePrograms(): Promise<Programs> {
  const out = await bundledPrograms();
  const running: Program[] = [];
  return {
    async start(name, env) {
      const { program, readiness } = start(out, `${name}.js`, env);
      // Registered before the program is ready, so that `close` kills it even after a timeout.
      running.push(program);
      await readiness;
      return program;
    },
    launch(name, env) {
      const { program, readiness } = start(out, `${name}.js`, env);
      running.push(program);
      readiness.catch(() => undefined);
      return program;
    },
    ops: (args, env) => run(out, ['ops.js', ...args], env),
    run: (name, env) => run(out, [`${name}.js`], env),
    async close() {
      await Promise.all(running.map((program) => program.kill('SIGKILL')));
    },
  };
}

/** The compile cache makes the next start faster. */
const environment = (folder: string) => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'v8') });

function run(folder: string, [main, ...rest]: string[], env: Record<string, string>): Promise<RunResult> {
  return new Promise((resolve) => {
    const args = [join(folder, main!), ...rest];
    execFile(process.execPath, args, { env: { ...environment(folder), ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

function start(
  folder: string,
  main: string,
  env: Record<string, string>,
): { program: Program; readiness: Promise<void> } {
  const child = spawn(process.execPath, [join(folder, main)], {
    env: { ...environment(folder), ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
  });
  // Separate buffers keep the chunks of one stream together.
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
  return { program, readiness: ready(child, ended) };
}

/** Waits for the log line of a ready program. @throws {Error} with the last lines when the program exits instead */
async function ready(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  let output = '';
  const started = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        if (process.env.TEST_PROGRAM_LOG) process.stderr.write(chunk);
        if (/workers ready|Nest application successfully started/.test(output)) resolve();
      });
    }
  });
  const failed = ended.then((code) => {
    throw new Error(`the program exited with ${String(code)}:\n${output.slice(-2_000)}`);
  });
  failed.catch(() => undefined);
  await Promise.race([started, failed]);
}
