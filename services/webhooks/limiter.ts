import type { DeliveryLane } from '../../core/states.ts';

/**
 * Limits how many attempts this process makes at a time, and shares them fairly.
 *
 * 1. A lane has a number of slots. A delivery holds one from its claim until its outcome is committed, which bounds the
 *    work of this process.
 * 2. A client may hold no more slots than are free, and a subscription no more than are left to its client. So one busy
 *    client holds half of a lane, two hold a third each, and a newcomer always finds free slots (dynamic thresholds:
 *    Choudhury and Hahne, 1998). Nothing is reserved for those that have nothing waiting.
 * 3. A subscription has a limit of concurrent requests, so that we flood no endpoint. It also has a limit of the lane's
 *    slots, which bounds how many of its requests are repeated if the process dies.
 * 4. An endpoint that could not be reached is slow. It is not tried for a moment, and then gets few slots until it
 *    responds or some time has passed. All slow endpoints together get at most half of a lane, shared by the second
 *    rule. Without the pause, an endpoint that refuses at once would be tried dozens of times a second. That would use
 *    up the first attempts of everything that waits for it, and a new connection costs far more than a delivery.
 */
export interface ConcurrencyLimits {
  readonly slots: Readonly<Record<DeliveryLane, number>>;
  readonly perSubscription: number;
  /** In a lane: requests in flight and outcomes that are not committed yet. */
  readonly slotsPerSubscription: number;
  readonly perSlowSubscription: number;
  /** After an attempt that could not reach the endpoint. */
  readonly pauseMs: number;
  /** How long an endpoint counts as slow after that. */
  readonly slowForMs: number;
}

export const CONCURRENCY_LIMITS: ConcurrencyLimits = {
  slots: { fresh: 4_096, retry: 1_024 },
  perSubscription: 50,
  slotsPerSubscription: 200,
  perSlowSubscription: 2,
  pauseMs: 500,
  slowForMs: 600_000,
};

/** The owner of the delivery that holds a slot. */
export interface SlotHolder {
  readonly lane: DeliveryLane;
  readonly apiClientId: number;
  readonly subscriptionId: number;
}

export interface WaitingSubscription {
  readonly apiClientId: number;
  readonly subscriptionId: number;
}

export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #held: Record<DeliveryLane, Slots> = { fresh: new Slots(), retry: new Slots() };
  readonly #inFlight: Record<DeliveryLane, Tally> = { fresh: new Tally(), retry: new Tally() };
  /** When endpoints last could not be reached (epoch milliseconds), by subscription, the oldest first. */
  readonly #slow = new Map<number, number>();

  constructor(limits: ConcurrencyLimits = CONCURRENCY_LIMITS) {
    this.#limits = limits;
  }

  begin(holder: SlotHolder): void {
    this.#inFlight[holder.lane].add(holder.subscriptionId, 1);
    this.#held[holder.lane].add(holder, 1);
  }

  /** The request has ended; its outcome is still to be written. */
  completed({ lane, subscriptionId }: SlotHolder): void {
    this.#inFlight[lane].add(subscriptionId, -1);
  }

  release(holder: SlotHolder): void {
    this.#held[holder.lane].add(holder, -1);
  }

  /** For an attempt that ended at `now` (epoch milliseconds). Returns when the endpoint's pause ends; Infinity: no pause. */
  recordOutcome(subscriptionId: number, isUnreachable: boolean, now: number): number {
    this.#slow.delete(subscriptionId);
    if (!isUnreachable) return Infinity;
    this.#slow.set(subscriptionId, now);
    return now + this.#limits.pauseMs;
  }

  /** When the first of the present pauses ends; Infinity if there is none. */
  pauseEndsAt(now: number): number {
    const { pauseMs } = this.#limits;
    let first = Infinity;
    for (const since of this.#slow.values()) {
      if (this.#isPaused(since, now)) first = Math.min(first, since + pauseMs);
    }
    return first;
  }

  /** A pause that begins in the future began before the clock was set back. */
  #isPaused(since: number, now: number): boolean {
    return since <= now && now < since + this.#limits.pauseMs;
  }

  inFlight(lane: DeliveryLane): number {
    return this.#inFlight[lane].total;
  }

  /** How many endpoints count as slow at `now` (epoch milliseconds). */
  slowEndpoints(now: number): number {
    this.#forgetSlow(now);
    return this.#slow.size;
  }

  /** Slots of the lane that are free. */
  free(lane: DeliveryLane): number {
    return Math.max(0, this.#limits.slots[lane] - this.#held[lane].total);
  }

  /**
   * Shares at most `limit` attempts among the subscriptions with waiting deliveries. They take turns, one attempt each,
   * by client and then by subscription of the client. Returns the number of attempts by subscription, without zeros.
   * The turns begin at a random client and subscription, so that none is always last; `random` is from 0 up to 1.
   */
  allocate(
    lane: DeliveryLane,
    waiting: readonly WaitingSubscription[],
    { limit, now, random = Math.random }: { limit: number; now: number; random?: () => number },
  ): Map<number, number> {
    this.#forgetSlow(now);
    const allocation = new Map<number, number>();
    const held = this.#held[lane].copy();
    const slowHeld = held.only((subscriptionId) => this.#slow.has(subscriptionId));
    const capacity = this.#limits.slots[lane];
    const mayTakeOne = (holder: WaitingSubscription): boolean => {
      const { subscriptionId } = holder;
      const more = allocation.get(subscriptionId) ?? 0;
      const since = this.#slow.get(subscriptionId);
      if (since !== undefined && this.#isPaused(since, now)) return false;
      const mostInFlight = since === undefined ? this.#limits.perSubscription : this.#limits.perSlowSubscription;
      return (
        this.#inFlight[lane].of(subscriptionId) + more < mostInFlight &&
        held.ofSubscription(subscriptionId) < this.#limits.slotsPerSubscription &&
        held.hasShareFor(holder, capacity) &&
        (since === undefined || slowHeld.hasShareFor(holder, Math.floor(capacity / 2)))
      );
    };

    let clients = rotated([...Map.groupBy(waiting, ({ apiClientId }) => apiClientId).values()], random()).map(
      (subscriptions) => rotated(subscriptions, random()),
    );
    let left = Math.min(limit, this.free(lane));
    while (left > 0 && clients.length > 0) {
      const still: WaitingSubscription[][] = [];
      for (const subscriptions of clients) {
        if (left === 0) break;
        // A subscription that may take none now may take none later in this claim either.
        while (subscriptions[0] !== undefined && !mayTakeOne(subscriptions[0])) subscriptions.shift();
        const next = subscriptions.shift();
        if (next === undefined) continue;
        allocation.set(next.subscriptionId, (allocation.get(next.subscriptionId) ?? 0) + 1);
        held.add(next, 1);
        if (this.#slow.has(next.subscriptionId)) slowHeld.add(next, 1);
        left -= 1;
        subscriptions.push(next);
        still.push(subscriptions);
      }
      clients = still;
    }
    return allocation;
  }

  /** The oldest come first, whatever was done to the clock meanwhile. */
  #forgetSlow(now: number): void {
    for (const [subscriptionId, since] of this.#slow) {
      if (now - since < this.#limits.slowForMs) return;
      this.#slow.delete(subscriptionId);
    }
  }
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = Math.floor(by * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Slots held, by client and by subscription. */
class Slots {
  readonly #ofClients: Tally;
  readonly #ofSubscriptions: Tally;
  readonly #clientOf: Map<number, number>;

  constructor(ofClients = new Tally(), ofSubscriptions = new Tally(), clientOf = new Map<number, number>()) {
    this.#ofClients = ofClients;
    this.#ofSubscriptions = ofSubscriptions;
    this.#clientOf = clientOf;
  }

  get total(): number {
    return this.#ofSubscriptions.total;
  }

  ofSubscription(subscriptionId: number): number {
    return this.#ofSubscriptions.of(subscriptionId);
  }

  add({ apiClientId, subscriptionId }: WaitingSubscription, count: number): void {
    this.#ofClients.add(apiClientId, count);
    this.#ofSubscriptions.add(subscriptionId, count);
    if (this.#ofSubscriptions.of(subscriptionId) === 0) this.#clientOf.delete(subscriptionId);
    else this.#clientOf.set(subscriptionId, apiClientId);
  }

  /**
   * True if one more slot of `capacity` keeps the client within the free slots, and the subscription within its share.
   */
  hasShareFor({ apiClientId, subscriptionId }: WaitingSubscription, capacity: number): boolean {
    const leftToClient = (capacity - this.total - this.#ofClients.of(apiClientId)) / 2;
    return this.ofSubscription(subscriptionId) < leftToClient;
  }

  copy(): Slots {
    return new Slots(this.#ofClients.copy(), this.#ofSubscriptions.copy(), new Map(this.#clientOf));
  }

  only(includes: (subscriptionId: number) => boolean): Slots {
    const some = new Slots();
    for (const [subscriptionId, apiClientId] of this.#clientOf) {
      if (includes(subscriptionId)) some.add({ apiClientId, subscriptionId }, this.ofSubscription(subscriptionId));
    }
    return some;
  }
}

/** Counts by id, without those that are zero. */
class Tally {
  readonly #counts: Map<number, number>;
  total: number;

  constructor(counts = new Map<number, number>(), total = 0) {
    this.#counts = counts;
    this.total = total;
  }

  of(id: number): number {
    return this.#counts.get(id) ?? 0;
  }

  add(id: number, count: number): void {
    const sum = this.of(id) + count;
    this.total += count;
    if (sum === 0) this.#counts.delete(id);
    else this.#counts.set(id, sum);
  }

  copy(): Tally {
    return new Tally(new Map(this.#counts), this.total);
  }
}
