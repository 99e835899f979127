import { ApiError } from '../../platform/api-error.js';

/** Bounds work that costs 19 MiB and a core each: without it, a burst of sign-ins takes the whole process down. */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly places: number,
  ) {}

  /** @throws ApiError 503 UNAVAILABLE when all places to wait are taken */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      // Handing the place on, instead of freeing it, lets nobody slip in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.places) {
      throw new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 2);
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
