import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFailure } from '../start-output.ts';
import { createProgress, type Progress } from '../progress.ts';

/** Signals and functions for a program that starts processes and ends all of them before it exits. */
export interface Run {
  /** A temporary directory, which the system users of PostgreSQL and nginx can also read. */
  directory: string;
  progress: Progress;
  /** Aborted by a signal, by the end of the parent process, and by `fail`. */
  abort: AbortSignal;
  /** Aborted by a second Ctrl-C. */
  kill: AbortSignal;
  /** Aborts the work with an error. */
  fail(error: Error): void;
  /** Registers a cleanup function. The functions run in reverse order. */
  stopAtEnd(stop: () => Promise<void>): void;
  /** Keeps the directory after the end of the program, and prints the path of its logs at the end. */
  keep(): void;
}

/**
 * Runs `work`, cleans up and exits the process with the exit code of `work`; 1 when it throws, 130 when it is interrupted.
 * @param name the beginning of the temporary directory's name
 */
export async function runWithCleanup(name: string, work: (run: Run) => Promise<number>): Promise<never> {
  const stopped = new AbortController();
  const killed = new AbortController();
  let requestedAt = 0;
  const requestStop = () => {
    if (!stopped.signal.aborted) {
      requestedAt = Date.now();
      console.log('\nStopping. Press Ctrl-C again to kill all processes.');
      stopped.abort();
      return;
    }
    // One Ctrl-C arrives several times: from the terminal, from npm and from the shell that npm starts.
    if (Date.now() - requestedAt < 1000) return;
    killed.abort();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
  if (process.env.WATCH_PARENT) watchParent(requestStop);

  const progress = createProgress();
  const directory = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(directory, 0o755);
  const stops: (() => Promise<void>)[] = [];
  let failure: Error | undefined;
  let kept = false;
  try {
    process.exitCode = await work({
      directory,
      progress,
      abort: stopped.signal,
      kill: killed.signal,
      fail: (error) => {
        if (!stopped.signal.aborted) failure = error;
        stopped.abort(error);
      },
      stopAtEnd: (stop) => stops.unshift(stop),
      keep: () => (kept = true),
    });
  } catch (error) {
    const interrupted = stopped.signal.aborted && !failure;
    if (interrupted) progress.line('Stopped.');
    else printFailure(failure ?? error);
    process.exitCode = interrupted ? 130 : 1;
  }
  for (const stop of stops) {
    await stop().catch((error: unknown) => {
      printFailure(error);
      process.exitCode = 1;
    });
  }
  if (kept) progress.line(`Logs: ${join(directory, 'logs')}`);
  else rmSync(directory, { recursive: true, force: true });
  process.exit();
}

/** Calls `onEnd` once, when the parent process has ended. A second call would count as a second Ctrl-C. */
function watchParent(onEnd: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onEnd();
  }, 500).unref();
}
