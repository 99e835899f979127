import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Load {
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** Every response is compared with this. */
  expected: { status: number; body: string; etag: string | undefined };
}

export interface LoadResult {
  checked: number;
  wrong: number;
  perSecond: number;
  /** Milliseconds under full load. */
  p50: number;
  p99: number;
}

/** A separate process, so that its CPU time is not counted. */
export class LoadGenerator {
  private readonly child = fork(join(import.meta.dirname, 'load-process.ts'));

  /** One load at a time. @throws {Error} when the process has ended */
  async put(load: Load, signal: AbortSignal): Promise<LoadResult> {
    const over = new AbortController();
    const until = { signal: AbortSignal.any([signal, over.signal]) };
    const ended = once(this.child, 'exit', until).then(([code]) => {
      throw new Error(`The load generator ended with ${code}`);
    });
    this.child.send(load);
    try {
      const [result] = await Promise.race([once(this.child, 'message', until), ended]);
      return result as LoadResult;
    } finally {
      over.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}
