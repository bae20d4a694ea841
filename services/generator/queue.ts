/**
 * Runs at most `concurrency` pieces of work at once; up to `limit` more wait in order. `run` returns undefined at once
 * if there is no place, and later if the deadline passed while it waited.
 */
export class WorkQueue {
  readonly #concurrency: number;
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ concurrency, limit }: { concurrency: number; limit: number }) {
    this.#concurrency = concurrency;
    this.#limit = limit;
  }

  async run<T>(deadline: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running < this.#concurrency) this.#running += 1;
    else if (this.#waiting.length >= this.#limit) return undefined;
    // The one that ends hands its place over.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return Date.now() >= deadline ? undefined : await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
