import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readPidFile } from './pid-file.ts';
import type { Account } from './server-account.ts';

export interface LaunchOptions {
  program: string;
  data: string;
  port: number;
  log: string;
  /** Server settings that override the defaults. */
  settings: Record<string, string>;
  account: Account | undefined;
  /** Called with the pid when the process has started, before the server is ready. */
  onLaunch(pid: number): void;
}

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // A failed statement can contain personal data, which would stay in the log after an erasure.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts the server and waits until it accepts connections.
 * @returns the pid of the server
 * @throws {Error} with the server's last error
 */
export async function launchPostgres({
  program,
  data,
  port,
  log,
  settings,
  account,
  onLaunch,
}: LaunchOptions): Promise<number> {
  const options = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const orphanDeadline = Date.now() + 15_000;
  for (;;) {
    const logFile = openSync(log, 'a');
    const before = statSync(log).size;
    // Detached: Ctrl-C must not end the server before the programs that use it.
    const child = spawn(program, ['-D', data, '-p', String(port), ...options], {
      ...account,
      cwd: '/',
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
    closeSync(logFile);
    child.unref();
    const { pid } = child;
    const failed = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`it exited with ${signal ?? `code ${code}`}`));
    });
    if (pid) onLaunch(pid);
    const failure = await Promise.race([failed, waitUntilReady(data, pid)]);
    if (failure === undefined && pid) return pid;
    const output = readFileSync(log).subarray(before).toString();
    // The orphaned backends of a killed server hold its shared memory for a moment. The start is then repeated.
    if (!output.includes('pre-existing shared memory block') || Date.now() > orphanDeadline) {
      child.kill('SIGKILL');
      throw new Error(`PostgreSQL did not start: ${errorMessage(output) ?? failure} (log: ${log})`);
    }
    await pause(200);
  }
}

/** Runs a program of PostgreSQL until it ends. @throws {Error} with the program's error message */
export async function runProgram(program: string, args: string[], account: Account | undefined): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const outcome = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', resolve);
  });
  if (outcome !== 0) throw new Error(`PostgreSQL: ${errorMessage(output) ?? `${program} exited with ${outcome}`}`);
}

async function waitUntilReady(data: string, pid: number | undefined): Promise<string | undefined> {
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt) {
    const pidFile = readPidFile(data);
    if (pidFile?.pid === pid && pidFile?.status === 'ready') return undefined;
    await pause(20);
  }
  return 'it was not ready within 60 s';
}

/** @returns the last error of a log, without timestamp and level */
function errorMessage(output: string): string | undefined {
  const line = output.split('\n').findLast((row) => /\b(error|fatal|panic|could not)\b/i.test(row));
  return line?.replace(/^.*?\b(error|fatal|panic):\s*/i, '').trim();
}

/** @returns an environment without the PG* variables of this process, which would change the settings of the server */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', ...(SystemRoot ? { SystemRoot } : {}) };
}
