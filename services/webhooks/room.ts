import type { DeliveryLane } from '../../core/states.ts';

/**
 * How many attempts may be under way, in this process.
 *
 * 1. A lane has slots in all, each held from the claim until the outcome is committed, which bounds what we have to do.
 * 2. A subscription has a number of requests that may be in the air at once, so that no endpoint takes the slots of
 *    another and none is flooded by us; and a number of the lane's slots, which is as many of its requests as are
 *    repeated where the process dies.
 * 3. An endpoint that was out of reach or silent at the last attempt is left alone for a moment and then gets few slots,
 *    until one is answered, and all such endpoints together at most half of a lane: however many endpoints hang, half of
 *    the lane is for those that do not. Without the pause, one that refuses at once is tried dozens of times a second:
 *    that spends the first attempts of all that waits for it, and new connections cost us many times a delivery.
 */
export interface RoomLimits {
  readonly slots: Readonly<Record<DeliveryLane, number>>;
  readonly perSubscription: number;
  /** In a lane: those in the air and those whose outcome is not committed yet. */
  readonly slotsPerSubscription: number;
  readonly perSlowSubscription: number;
  /** After an attempt that found the endpoint out of reach. */
  readonly pauseMs: number;
}

export const ROOM_LIMITS: RoomLimits = {
  slots: { fresh: 2_048, retry: 512 },
  perSubscription: 50,
  slotsPerSubscription: 200,
  perSlowSubscription: 2,
  pauseMs: 500,
};

export class Room {
  readonly #limits: RoomLimits;
  readonly #taken: Record<DeliveryLane, Tally> = { fresh: new Tally(), retry: new Tally() };
  readonly #inTheAir: Record<DeliveryLane, Tally> = { fresh: new Tally(), retry: new Tally() };
  /** When they were last found out of reach (epoch milliseconds). */
  readonly #slow = new Map<number, number>();

  constructor(limits: RoomLimits = ROOM_LIMITS) {
    this.#limits = limits;
  }

  get perSubscription(): number {
    return this.#limits.perSubscription;
  }

  enter(lane: DeliveryLane, subscriptionId: number): void {
    this.#inTheAir[lane].add(subscriptionId, 1);
    this.#taken[lane].add(subscriptionId, 1);
  }

  /** The request is over; what came of it is still to be written. */
  landed(lane: DeliveryLane, subscriptionId: number): void {
    this.#inTheAir[lane].add(subscriptionId, -1);
  }

  leave(lane: DeliveryLane, subscriptionId: number): void {
    this.#taken[lane].add(subscriptionId, -1);
  }

  /** What the attempt that ended at `now` (epoch milliseconds) said of the endpoint. Answers when its pause ends, if any. */
  judge(subscriptionId: number, isOutOfReach: boolean, now: number): number {
    if (isOutOfReach) this.#slow.set(subscriptionId, now);
    else this.#slow.delete(subscriptionId);
    return isOutOfReach ? now + this.#limits.pauseMs : Infinity;
  }

  /** When the first of the pauses ends that now are; Infinity where there is none. */
  pauseEndsAt(now: number): number {
    const { pauseMs } = this.#limits;
    return [...this.#slow.values()]
      .filter((since) => this.#isPause(since, now))
      .reduce((first, since) => Math.min(first, since + pauseMs), Infinity);
  }

  /** One that begins in the future was before the clock was set back. */
  #isPause(since: number, now: number): boolean {
    return since <= now && now < since + this.#limits.pauseMs;
  }

  inTheAir(lane: DeliveryLane): number {
    return this.#inTheAir[lane].total;
  }

  /** Slots of the lane that are free. */
  free(lane: DeliveryLane): number {
    return Math.max(0, this.#limits.slots[lane] - this.#taken[lane].total);
  }

  /** The room of each subscription that has taken slots or gets few. */
  rooms(lane: DeliveryLane, now: number): Map<number, number> {
    const { slots, perSubscription, slotsPerSubscription, perSlowSubscription } = this.#limits;
    const inTheAir = this.#inTheAir[lane];
    const taken = this.#taken[lane];
    const roomOf = (id: number, mostInTheAir: number): number =>
      Math.max(0, Math.min(mostInTheAir - inTheAir.of(id), slotsPerSubscription - taken.of(id)));
    const rooms = new Map<number, number>();
    for (const id of taken.counts.keys()) rooms.set(id, roomOf(id, perSubscription));
    const slowInTheAir = [...this.#slow.keys()].reduce((sum, id) => sum + inTheAir.of(id), 0);
    let leftForSlow = Math.max(0, Math.floor(slots[lane] / 2) - slowInTheAir);
    for (const [id, since] of this.#slow) {
      const room = this.#isPause(since, now) ? 0 : Math.min(leftForSlow, roomOf(id, perSlowSubscription));
      leftForSlow -= room;
      rooms.set(id, room);
    }
    return rooms;
  }
}

/** Numbers by subscription, of those that have any. */
class Tally {
  readonly counts = new Map<number, number>();
  total = 0;

  of(subscriptionId: number): number {
    return this.counts.get(subscriptionId) ?? 0;
  }

  add(subscriptionId: number, count: number): void {
    const sum = this.of(subscriptionId) + count;
    this.total += count;
    if (sum === 0) this.counts.delete(subscriptionId);
    else this.counts.set(subscriptionId, sum);
  }
}
