/**
 * Beyond this an owner's requests are refused at once: whoever has so many waiting gets none of them answered in time.
 */
const WAITING_PER_OWNER = 200;

/**
 * A limited number of slots, shared fairly. An owner holds a few at most. Waiting owners are served round-robin, each
 * with its oldest request. A slot that comes free goes at once to whoever may have it, so nobody who comes later
 * overtakes.
 */
export class ConcurrencySlots {
  readonly #limits: SlotLimits;
  readonly #held = new Map<number, number>();
  /** By owner, in round-robin order; no list is empty. */
  readonly #waiting = new Map<number, Waiting[]>();
  #free: number;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#free = limits.slots;
  }

  /**
   * Resolves to a function that gives the slot back; call it once. Resolves to null if no slot came free within
   * `patienceMs` or before `signal` was aborted, or if the owner has too many requests waiting already.
   */
  async take(
    owner: number,
    { patienceMs = this.#limits.patienceMs, signal }: WaitOptions = {},
  ): Promise<(() => void) | null> {
    if (signal?.aborted === true) return null;
    if (this.#mayHave(owner)) this.#give(owner);
    else if (this.#waitingOf(owner) >= (this.#limits.waitingPerOwner ?? WAITING_PER_OWNER)) return null;
    else if (!(await this.#wait(owner, patienceMs, signal))) return null;
    return () => this.#giveBack(owner);
  }

  /** True if the owner's own requests leave it no slot. */
  isFullOf(owner: number): boolean {
    return this.#heldBy(owner) >= this.#limits.perOwner;
  }

  #heldBy(owner: number): number {
    return this.#held.get(owner) ?? 0;
  }

  #waitingOf(owner: number): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  #mayHave(owner: number): boolean {
    return this.#free > 0 && !this.isFullOf(owner);
  }

  #give(owner: number): void {
    this.#free -= 1;
    this.#held.set(owner, this.#heldBy(owner) + 1);
  }

  #giveBack(owner: number): void {
    this.#free += 1;
    const left = this.#heldBy(owner) - 1;
    if (left === 0) this.#held.delete(owner);
    else this.#held.set(owner, left);
    this.#serveNext();
  }

  /** One slot came free, so at most one request can be served. */
  #serveNext(): void {
    for (const [owner, requests] of this.#waiting) {
      if (!this.#mayHave(owner)) continue;
      const next = requests.shift();
      // Behind the other owners.
      this.#waiting.delete(owner);
      if (requests.length > 0) this.#waiting.set(owner, requests);
      this.#give(owner);
      next?.settle(true);
      return;
    }
  }

  #wait(owner: number, patienceMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        settle: (isServed) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          resolve(isServed);
        },
      };
      const giveUp = () => {
        this.#leave(owner, waiting);
        waiting.settle(false);
      };
      const timer = setTimeout(giveUp, patienceMs);
      signal?.addEventListener('abort', giveUp);
      const requests = this.#waiting.get(owner);
      if (requests === undefined) this.#waiting.set(owner, [waiting]);
      else requests.push(waiting);
    });
  }

  #leave(owner: number, waiting: Waiting): void {
    const left = (this.#waiting.get(owner) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) this.#waiting.set(owner, left);
    else this.#waiting.delete(owner);
  }
}

export interface SlotLimits {
  readonly slots: number;
  readonly perOwner: number;
  readonly patienceMs: number;
  /** How many requests of an owner wait at a time. */
  readonly waitingPerOwner?: number;
}

interface WaitOptions {
  readonly patienceMs?: number;
  /** Aborted when nobody needs the slot any more. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  settle(isServed: boolean): void;
}
