import { Worker } from 'node:worker_threads';
import type { Drawn } from './draw-pattern.js';

/**
 * Draws on a thread of its own. Drawing keeps an event loop busy for seconds at a time, longer than a connection to PostgreSQL may
 * take to open; on a busy machine the seed ended with "timeout exceeded when trying to connect".
 */
export class DrawingThread {
  private readonly thread: Worker;
  private readonly asked = new Map<string, PromiseWithResolvers<Drawn>>();
  /** Why the thread has ended. */
  private failure: Error | null = null;

  /** @param program the built draw-pattern.js */
  constructor(program: URL) {
    this.thread = new Worker(program);
    this.thread.on('message', ({ key, drawn }: { key: string; drawn: Drawn }) => {
      this.asked.get(key)?.resolve(drawn);
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
  async draw(key: string): Promise<Drawn> {
    if (this.failure) throw this.failure;
    const answer = Promise.withResolvers<Drawn>();
    this.asked.set(key, answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, which has none
    this.thread.postMessage(key);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
