import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../project-root.ts';

/** Draws in a worker thread; several threads use all cores. */
export class DrawingThread {
  private readonly thread: Worker;
  private readonly pending = new Map<string, PromiseWithResolvers<void>>();
  /** The reason why the thread has ended. */
  private failure: Error | null = null;

  /** @param folder for the drawn patterns */
  constructor(folder: string) {
    const program = join(projectRoot(), 'sandbox/demo-shop/draw-thread.ts');
    this.thread = new Worker(program, { workerData: { folder } });
    this.thread.on('message', (key: string) => {
      this.pending.get(key)?.resolve();
      this.pending.delete(key);
    });
    const fail = (error: Error) => {
      this.failure ??= error;
      for (const { reject } of this.pending.values()) reject(error);
      this.pending.clear();
    };
    this.thread.on('error', fail);
    this.thread.on('exit', () => fail(new Error('the drawing thread has ended')));
  }

  /** @throws {Error} of the thread, which ends */
  async draw(key: string): Promise<void> {
    if (this.failure) throw this.failure;
    const answer = Promise.withResolvers<void>();
    this.pending.set(key, answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.thread.postMessage(key);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
