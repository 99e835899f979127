import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Load {
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** Every response must equal this one. */
  expected: { status: number; body: string; etag: string | undefined };
}

export interface LoadResult {
  /** Number of responses compared with the expected one. */
  checked: number;
  /** Number of wrong responses, errors and timeouts. */
  wrong: number;
  perSecond: number;
  /** Response times in milliseconds while all connections are busy. */
  p50: number;
  p99: number;
}

/** Sends requests from a separate process, so that their CPU time is not counted as CPU time of the servers. */
export class LoadGenerator {
  private readonly child = fork(join(import.meta.dirname, 'load-process.ts'));

  /** Runs one load. Only one load can run at a time. @throws {Error} when the process has ended */
  async run(load: Load, signal: AbortSignal): Promise<LoadResult> {
    const finished = new AbortController();
    const options = { signal: AbortSignal.any([signal, finished.signal]) };
    const ended = once(this.child, 'exit', options).then(([code]) => {
      throw new Error(`The load generator ended with exit code ${code}`);
    });
    this.child.send(load);
    try {
      const [result] = await Promise.race([once(this.child, 'message', options), ended]);
      return result as LoadResult;
    } finally {
      finished.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}
