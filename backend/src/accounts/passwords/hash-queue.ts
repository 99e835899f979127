import { ApiError } from '../../platform/api-error.js';

/** Limits concurrent hashing, which costs 19 MiB and a core each: a burst of sign-ins would exhaust the process. */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queueLimit: number,
  ) {}

  /** @throws {ApiError} 503 UNAVAILABLE when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running += 1;
    else await this.slot();
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiter: if it were freed first, a new caller could take it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private slot(): Promise<void> {
    if (this.waiting.length >= this.queueLimit) {
      throw new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 2);
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
