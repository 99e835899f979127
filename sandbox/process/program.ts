import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { identify, signal, type ProcessIdentity } from './process-identity.ts';
import { StartError } from '../start-error.ts';

export interface ProgramOptions {
  /** The name of the program in messages, e.g. "The API". */
  name: string;
  /** Arguments of Node: the program's file, then the arguments of the program. */
  args: string[];
  root: string;
  env: NodeJS.ProcessEnv;
  log: string;
}

/** A program that runs until it is stopped. */
export interface Program extends ProcessIdentity {
  name: string;
  log: string;
  /** Resolves with the exit code or signal as text. */
  ended: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after `timeout` milliseconds; resolves when the program has ended. */
  stop(timeout: number): Promise<void>;
}

/** Starts a program, whose output goes to `log`. The log of the previous start is renamed to *.previous.log. */
export function startProgram(options: ProgramOptions): Program {
  keepPreviousLog(options.log);
  const log = openSync(options.log, 'w');
  const child = spawnNode(options, ['ignore', log, log]);
  closeSync(log);
  const ended = waitForExit(child);
  const identity = identify(child.pid ?? 0);
  return {
    ...identity,
    name: options.name,
    log: options.log,
    ended,
    stop: async (timeout) => {
      signal(identity, 'SIGTERM');
      const timer = setTimeout(() => signal(identity, 'SIGKILL', { group: true }), timeout);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a program until it ends. Calls `onLine` for each line of its output.
 * @throws {StartError} with the log when the program fails; the reason of `abort` when aborted
 */
export async function runProgram(
  options: ProgramOptions,
  abort: AbortSignal,
  onLine = (_line: string) => {},
): Promise<void> {
  abort.throwIfAborted();
  keepPreviousLog(options.log);
  const log = openSync(options.log, 'a');
  const child = spawnNode(options, ['ignore', 'pipe', log]);
  closeSync(log);
  const identity = identify(child.pid ?? 0);
  const end = () => signal(identity, 'SIGKILL', { group: true });
  abort.addEventListener('abort', end);
  createInterface({ input: child.stdout! }).on('line', (line) => {
    appendFileSync(options.log, `${line}\n`);
    onLine(line);
  });
  const result = await waitForExit(child);
  abort.removeEventListener('abort', end);
  abort.throwIfAborted();
  if (result !== 'exit code 0') throw new StartError(`${options.name} failed (${result}).`, options.log);
}

function spawnNode({ args, root, env }: ProgramOptions, stdio: ['ignore', number | 'pipe', number]): ChildProcess {
  // Detached, so that Ctrl-C reaches only npm start, which then ends its programs in order.
  return spawn(process.execPath, args, { cwd: root, env, detached: true, stdio });
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  });
}

function keepPreviousLog(log: string): void {
  if (existsSync(log)) renameSync(log, join(dirname(log), `${basename(log, '.log')}.previous.log`));
}
