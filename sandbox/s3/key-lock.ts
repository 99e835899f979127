/** Runs work for the same key sequentially, for different keys in parallel. */
export class KeyLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(name) ?? Promise.resolve();
    const current = previous.then(work);
    const tail = current.catch(() => undefined);
    this.#tails.set(name, tail);
    try {
      return await current;
    } finally {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    }
  }
}
