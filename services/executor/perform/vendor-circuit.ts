import { LRUCache } from 'lru-cache';
import { CircuitBreaker, FORGOTTEN_AFTER_MS } from './circuit-breaker.ts';

const BREAKER = { threshold: 5, openMs: 15_000 };
/** Failures of one account in a row that count against the vendor: fewer than open a circuit. */
const MOST_OF_ONE_ACCOUNT = 3;
/** Accounts that are remembered at once, and for how long one that asks no more. */
const REMEMBERED = { max: 10_000, ttl: FORGOTTEN_AFTER_MS, updateAgeOnGet: true } as const;

/**
 * A circuit breaker for each vendor, or for one account at a vendor if only its pulls fail. A failure that the vendor
 * answered may be due to one account: its input, its contract. So each account has a circuit. The circuit for all opens
 * only if several accounts failed in a row, or if no connection could be made, which no input causes.
 *
 * Invariant: one account's requests never delay a pull of another. Even while all are delayed, each account probes for
 * itself, and the first success resumes all.
 */
export class VendorCircuit {
  readonly #own = new LRUCache<number, CircuitBreaker>(REMEMBERED);
  /** While the circuit of all is open: when each account may probe. */
  readonly #probes = new LRUCache<number, CircuitBreaker>(REMEMBERED);
  readonly #all = new CircuitBreaker({ ...BREAKER, threshold: 1 });
  /** Failures since the last success, by account; those without a connection under null. */
  readonly #row = new Map<number | null, number>();
  #openedToAllAt = 0;

  /**
   * Milliseconds until the account's next request may be sent. 0 means that it may be sent now, and that the caller
   * reports the result.
   */
  waitMs(accountId: number, now = performance.now()): number {
    const circuits = [this.#own.get(accountId), this.#isOpenToAll() ? this.#probeOf(accountId) : undefined];
    const waitMs = Math.max(0, ...circuits.map((circuit) => circuit?.remainingMs(now) ?? 0));
    if (waitMs === 0) for (const circuit of circuits) circuit?.waitMs(now);
    return waitMs;
  }

  succeeded(accountId: number): void {
    this.#own.delete(accountId);
    this.#probes.clear();
    this.#row.clear();
    this.#all.succeeded();
  }

  /** `isConnected` is true if the vendor was reached, so the account's request may be the reason. */
  failed(accountId: number, isConnected: boolean, now = performance.now()): void {
    const own = this.#own.get(accountId) ?? new CircuitBreaker(BREAKER);
    this.#own.set(accountId, own);
    own.failed(now);
    const wasOpenToAll = this.#isOpenToAll();
    const culprit = isConnected ? accountId : null;
    // Once it is open for all, further failures say nothing new.
    if (!wasOpenToAll) this.#row.set(culprit, (this.#row.get(culprit) ?? 0) + 1);
    if (!this.#isOpenToAll()) return;
    if (!wasOpenToAll) this.#openedToAllAt = now;
    this.#all.failed(now);
    this.#probeOf(accountId).failed(now);
  }

  /** Milliseconds since it opened for all; 0 while it has not. */
  openForMs(now = performance.now()): number {
    return this.#all.openForMs(now);
  }

  /** Accounts whose own circuit has been open for `ms`. */
  accountsOpenFor(ms: number, now = performance.now()): number[] {
    return [...this.#own].filter(([, circuit]) => circuit.openForMs(now) >= ms).map(([accountId]) => accountId);
  }

  #isOpenToAll(): boolean {
    let failures = 0;
    for (const [culprit, count] of this.#row)
      failures += culprit === null ? count : Math.min(count, MOST_OF_ONE_ACCOUNT);
    return failures >= BREAKER.threshold;
  }

  #probeOf(accountId: number): CircuitBreaker {
    let probe = this.#probes.get(accountId);
    if (probe === undefined) {
      probe = new CircuitBreaker({ ...BREAKER, threshold: 1 });
      probe.failed(this.#openedToAllAt);
      this.#probes.set(accountId, probe);
    }
    return probe;
  }

  /** True if it is open and somebody still tries. */
  isOpen(now = performance.now()): boolean {
    return this.#all.isOpen(now) || [...this.#own.values()].some((circuit) => circuit.isOpen(now));
  }
}
