import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../project-root.ts';

/** Draws on a thread of its own: several use all cores. */
export class DrawingThread {
  private readonly thread: Worker;
  private readonly asked = new Map<string, PromiseWithResolvers<void>>();
  /** Why the thread has ended. */
  private failure: Error | null = null;

  /** @param folder where it writes what it has drawn */
  constructor(folder: string) {
    const program = join(projectRoot(), 'sandbox/demo-shop/draw-thread.ts');
    this.thread = new Worker(program, { workerData: { folder } });
    this.thread.on('message', (key: string) => {
      this.asked.get(key)?.resolve();
      this.asked.delete(key);
    });
    const fail = (error: Error) => {
      this.failure ??= error;
      for (const { reject } of this.asked.values()) reject(error);
      this.asked.clear();
    };
    this.thread.on('error', fail);
    this.thread.on('exit', () => fail(new Error('the thread that draws has ended')));
  }

  /** @throws Error of the thread, which ends with it */
  async draw(key: string): Promise<void> {
    if (this.failure) throw this.failure;
    const answer = Promise.withResolvers<void>();
    this.asked.set(key, answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, which has none
    this.thread.postMessage(key);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
