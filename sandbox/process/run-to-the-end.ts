import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFailure } from '../announcements.ts';
import { createScreen, type Screen } from '../screen.ts';

/** What a program that starts much and must leave nothing behind works with. */
export interface Run {
  /** Temporary; accounts that PostgreSQL or nginx run as may enter. */
  directory: string;
  screen: Screen;
  /** Aborted by a signal, by the end of whoever started this program, and by `fail`. */
  abort: AbortSignal;
  /** Aborted when somebody does not want to wait for the end. */
  kill: AbortSignal;
  /** Ends the work because of something that it does not notice itself. */
  fail(error: Error): void;
  /** What to stop at the end, however it comes; what was started last is stopped first. */
  stopAtEnd(stop: () => Promise<void>): void;
  /** Leaves the directory, and says where the logs in it are. */
  keep(): void;
}

/**
 * Runs `work` to its end and ends the process with the exit code that it returns: 1 when it throws, 130 when it was asked to
 * stop.
 * @param name of the temporary directory
 */
export async function runToTheEnd(name: string, work: (run: Run) => Promise<number>): Promise<never> {
  const stopped = new AbortController();
  const killed = new AbortController();
  let askedAt = 0;
  const ask = () => {
    if (!stopped.signal.aborted) {
      askedAt = Date.now();
      console.log('\nStopping. Press Ctrl-C again to end everything at once.');
      stopped.abort();
      return;
    }
    // One Ctrl-C arrives several times: from the terminal, from npm and from the script that npm runs.
    if (Date.now() - askedAt < 1000) return;
    killed.abort();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  const parent = process.ppid;
  // Said once: the same news every half second must not count as a second request.
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    ask();
  }, 500).unref();
  if (!process.env.WATCH_PARENT) clearInterval(watch);

  const screen = createScreen();
  const directory = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(directory, 0o755);
  const stops: (() => Promise<void>)[] = [];
  let failure: Error | undefined;
  let kept = false;
  try {
    process.exitCode = await work({
      directory,
      screen,
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
    const asked = stopped.signal.aborted && !failure;
    if (asked) screen.line('Stopped.');
    else printFailure(failure ?? error);
    process.exitCode = asked ? 130 : 1;
  }
  for (const stop of stops) {
    await stop().catch((error: unknown) => {
      printFailure(error);
      process.exitCode = 1;
    });
  }
  if (kept) screen.line(`Logs: ${join(directory, 'logs')}`);
  else rmSync(directory, { recursive: true, force: true });
  process.exit();
}
