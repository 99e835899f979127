import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../sandbox/project-root.ts';
import type { LoadPlan, LoadProgress, LoadReport } from './load-plan.ts';

/**
 * Sends the requests of visitors and buyers from a separate process, so that other work of this process does not delay them.
 */
export class Load {
  readonly #child: ReturnType<typeof fork>;

  private constructor(child: ReturnType<typeof fork>) {
    this.#child = child;
  }

  /** Resolves when the first requests are sent. */
  static async begin(plan: LoadPlan): Promise<Load> {
    const file = join(projectRoot(), 'bench/rehearsal/load-process.ts');
    const load = new Load(fork(file, { execArgv: [], detached: true }));
    await load.#exchange(plan);
    return load;
  }

  async progress(): Promise<LoadProgress> {
    return (await this.#exchange('progress')) as LoadProgress;
  }

  /** Waits for requests in flight, then ends the process. */
  async end(): Promise<LoadReport> {
    const report = (await this.#exchange('stop')) as LoadReport;
    await this.stop();
    return report;
  }

  /** Ends the process without a report. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Sends a message and waits for the response. @throws {Error} when the process has ended */
  async #exchange(message: LoadPlan | 'progress' | 'stop'): Promise<unknown> {
    const finished = new AbortController();
    const options = { signal: finished.signal };
    const ended = once(this.#child, 'exit', options).then(([code]) => {
      throw new Error(`The load process ended with exit code ${code}`);
    });
    ended.catch(() => undefined);
    this.#child.send(message);
    try {
      const [response] = await Promise.race([once(this.#child, 'message', options), ended]);
      return response;
    } finally {
      finished.abort();
    }
  }
}
