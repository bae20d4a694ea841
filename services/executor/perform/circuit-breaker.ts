/** Longer than the longest pause of a pull that waits for its vendor. */
export const FORGOTTEN_AFTER_MS = 600_000;

/**
 * Stops calling a vendor that is down: after `threshold` failures in a row the circuit is open for `openMs`, and no
 * request is sent. Then one caller is let through, and its result closes the circuit or opens it again.
 *
 * In memory, one for each process. Nothing depends on replicas agreeing.
 */
export class CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  #failures = 0;
  /** By `performance.now()`; null while the circuit is closed. */
  #openUntil: number | null = null;
  #openedAt = 0;

  constructor(options: { readonly threshold: number; readonly openMs: number }) {
    this.#threshold = options.threshold;
    this.#openMs = options.openMs;
  }

  /**
   * Milliseconds until the next request may be sent. 0 means that it may be sent now, and that the caller reports
   * `succeeded` or `failed`.
   */
  waitMs(now = performance.now()): number {
    const remainingMs = this.remainingMs(now);
    // This caller probes; all others keep waiting meanwhile.
    if (this.#openUntil !== null && remainingMs === 0) this.#openUntil = now + this.#openMs;
    return remainingMs;
  }

  /** `waitMs` for a caller that will not send the request. */
  remainingMs(now = performance.now()): number {
    return this.#openUntil === null ? 0 : Math.max(0, Math.ceil(this.#openUntil - now));
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = null;
  }

  failed(now = performance.now()): void {
    this.#failures += 1;
    if (this.#failures < this.#threshold) return;
    if (this.#openUntil === null) this.#openedAt = now;
    this.#openUntil = now + this.#openMs;
  }

  /** Milliseconds since the circuit opened; 0 while it is closed or was not probed for a while. */
  openForMs(now = performance.now()): number {
    return this.#openUntil === null || now > this.#openUntil + this.#openMs ? 0 : now - this.#openedAt;
  }

  /** True if it is open and was probed recently: the state of a vendor that is no longer called is unknown. */
  isOpen(now = performance.now()): boolean {
    return this.#openUntil !== null && now <= this.#openUntil + FORGOTTEN_AFTER_MS;
  }
}
