/**
 * Keeps a vendor that is down from being asked by every run: after `threshold` failures in a row nothing is asked for
 * `openMs`; then one caller is let through, and what it meets decides for all.
 *
 * In memory, one for each process: replicas find out for themselves, and nothing depends on its being right.
 */
export class CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  #failures = 0;
  /** By `performance.now()`; null while the circuit is closed. */
  #openUntil: number | null = null;

  constructor(options: { readonly threshold: number; readonly openMs: number }) {
    this.#threshold = options.threshold;
    this.#openMs = options.openMs;
  }

  /** Milliseconds until it is worth asking again; 0: ask now, and report what came of it. */
  waitMs(now = performance.now()): number {
    if (this.#openUntil === null) return 0;
    if (now < this.#openUntil) return Math.ceil(this.#openUntil - now);
    // This caller finds out; others go on waiting meanwhile.
    this.#openUntil = now + this.#openMs;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = null;
  }

  failed(now = performance.now()): void {
    this.#failures += 1;
    if (this.#failures >= this.#threshold) this.#openUntil = now + this.#openMs;
  }

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }
}
