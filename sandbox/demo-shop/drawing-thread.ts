import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../project-root.ts';

/** Draws patterns in a worker thread, so that several threads can use all cores. */
export class DrawingThread {
  private readonly thread: Worker;
  private readonly pending = new Map<string, PromiseWithResolvers<void>>();
  /** The reason why the thread has ended, or null while it is running. */
  private failure: Error | null = null;

  /** @param folder the folder into which the thread writes the patterns */
  constructor(folder: string) {
    const program = join(projectRoot(), 'sandbox/demo-shop/drawing-thread-program.ts');
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

  /** Draws a pattern. @throws {Error} when the thread has failed; a failed thread draws no more patterns */
  async draw(key: string): Promise<void> {
    if (this.failure) throw this.failure;
    const drawn = Promise.withResolvers<void>();
    this.pending.set(key, drawn);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.thread.postMessage(key);
    return drawn.promise;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
