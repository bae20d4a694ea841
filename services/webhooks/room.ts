import type { Lane } from './claim.ts';

/**
 * How many attempts may be under way, in this process.
 *
 * 1. A lane has slots in all, each held from the claim until the outcome is committed, which bounds what we have to do.
 * 2. A subscription has a number of requests that may be in the air at once, so that no endpoint takes the slots of
 *    another and none is flooded by us; and a number of slots in all, which is as many requests as are repeated to it
 *    where the process dies.
 * 3. An endpoint that was out of reach or silent at the last attempt gets few slots until one is answered, and all such
 *    endpoints together at most half of a lane: however many endpoints hang, half of the lane is for those that do not.
 */
export interface RoomLimits {
  readonly slots: Readonly<Record<Lane, number>>;
  readonly perSubscription: number;
  /** Those in the air and those whose outcome is not committed yet. */
  readonly slotsPerSubscription: number;
  readonly perSlowSubscription: number;
}

export const ROOM_LIMITS: RoomLimits = {
  slots: { fresh: 2_048, retry: 512 },
  perSubscription: 50,
  slotsPerSubscription: 200,
  perSlowSubscription: 2,
};

export class Room {
  readonly #limits: RoomLimits;
  readonly #taken: Record<Lane, Tally> = { fresh: new Tally(), retry: new Tally() };
  readonly #inTheAir: Record<Lane, Tally> = { fresh: new Tally(), retry: new Tally() };
  readonly #slow = new Set<number>();

  constructor(limits: RoomLimits = ROOM_LIMITS) {
    this.#limits = limits;
  }

  get perSubscription(): number {
    return this.#limits.perSubscription;
  }

  enter(lane: Lane, subscriptionId: number): void {
    this.#inTheAir[lane].add(subscriptionId, 1);
    this.#taken[lane].add(subscriptionId, 1);
  }

  /** The request is over; what came of it is still to be written. */
  landed(lane: Lane, subscriptionId: number): void {
    this.#inTheAir[lane].add(subscriptionId, -1);
  }

  leave(lane: Lane, subscriptionId: number): void {
    this.#taken[lane].add(subscriptionId, -1);
  }

  /** What the last attempt said of the endpoint. */
  judge(subscriptionId: number, isOutOfReach: boolean): void {
    if (isOutOfReach) this.#slow.add(subscriptionId);
    else this.#slow.delete(subscriptionId);
  }

  inTheAir(lane: Lane): number {
    return this.#inTheAir[lane].total;
  }

  /** Slots of the lane that are free. */
  free(lane: Lane): number {
    return Math.max(0, this.#limits.slots[lane] - this.#taken[lane].total);
  }

  /** The room of each subscription that has less than `perSubscription`. */
  rooms(lane: Lane): Map<number, number> {
    const { slots, perSubscription, slotsPerSubscription, perSlowSubscription } = this.#limits;
    const inTheAir = this.#inTheAir[lane];
    const rooms = new Map<number, number>();
    for (const [id, taken] of this.#taken[lane].counts) {
      rooms.set(id, Math.max(0, Math.min(perSubscription - inTheAir.of(id), slotsPerSubscription - taken)));
    }
    const slowInTheAir = sum([...this.#slow].map((id) => inTheAir.of(id)));
    let leftForSlow = Math.max(0, Math.floor(slots[lane] / 2) - slowInTheAir);
    for (const id of this.#slow) {
      const room = Math.min(leftForSlow, Math.max(0, perSlowSubscription - inTheAir.of(id)));
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
