import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { identify, signal, type ProcessIdentity } from './process-identity.ts';
import { StartError } from '../start-error.ts';

export interface ProgramOptions {
  /** As it appears in messages, e.g. "The API". */
  name: string;
  /** Arguments for Node: a file and what it gets. */
  args: string[];
  root: string;
  env: NodeJS.ProcessEnv;
  log: string;
}

/** A program that runs until it is stopped. */
export interface Program extends ProcessIdentity {
  name: string;
  log: string;
  /** Resolves when it has ended, with how. */
  ended: Promise<string>;
  /** Asks it to end and waits; after `patience` milliseconds it is killed. */
  stop(patience: number): Promise<void>;
}

/** Starts a program of ours. What it prints goes to its log; the log of the start before is kept as *.previous.log. */
export function startProgram(options: ProgramOptions): Program {
  keepPreviousLog(options.log);
  const log = openSync(options.log, 'w');
  const child = spawnNode(options, ['ignore', log, log]);
  closeSync(log);
  const ended = outcome(child);
  const identity = identify(child.pid ?? 0);
  return {
    ...identity,
    name: options.name,
    log: options.log,
    ended,
    stop: async (patience) => {
      signal(identity, 'SIGTERM');
      const timer = setTimeout(() => signal(identity, 'SIGKILL', { group: true }), patience);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a program to its end and hands over each line it prints.
 * @throws StartError with the log when it fails; the reason of `abort` when that is told to end it.
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
  const how = await outcome(child);
  abort.removeEventListener('abort', end);
  abort.throwIfAborted();
  if (how !== 'exit code 0') throw new StartError(`${options.name} failed (${how}).`, options.log);
}

function spawnNode({ args, root, env }: ProgramOptions, stdio: ['ignore', number | 'pipe', number]): ChildProcess {
  // Detached: a Ctrl-C in the terminal reaches only npm start, which then ends its programs in the right order.
  return spawn(process.execPath, args, { cwd: root, env, detached: true, stdio });
}

function outcome(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  });
}

function keepPreviousLog(log: string): void {
  if (existsSync(log)) renameSync(log, join(dirname(log), `${basename(log, '.log')}.previous.log`));
}
