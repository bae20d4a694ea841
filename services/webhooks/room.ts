import type { DeliveryLane } from '../../core/states.ts';

/**
 * How many attempts may be under way, in this process.
 *
 * 1. A lane has slots in all, each held from the claim until the outcome is committed, which bounds what we have to do.
 * 2. A subscription has a number of requests that may be in the air at once, so that no endpoint takes the slots of
 *    another and none is flooded by us; and a number of the lane's slots, which is as many of its requests as are
 *    repeated where the process dies.
 * 3. An endpoint that was out of reach or silent at the last attempt gets few slots until one is answered, and all such
 *    endpoints together at most half of a lane: however many endpoints hang, half of the lane is for those that do not.
 */
export interface RoomLimits {
  readonly slots: Readonly<Record<DeliveryLane, number>>;
  readonly perSubscription: number;
  /** In a lane: those in the air and those whose outcome is not committed yet. */
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
  readonly #taken: Record<DeliveryLane, Tally> = { fresh: new Tally(), retry: new Tally() };
  readonly #inTheAir: Record<DeliveryLane, Tally> = { fresh: new Tally(), retry: new Tally() };
  readonly #slow = new Set<number>();

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

  /** What the last attempt said of the endpoint. */
  judge(subscriptionId: number, isOutOfReach: boolean): void {
    if (isOutOfReach) this.#slow.add(subscriptionId);
    else this.#slow.delete(subscriptionId);
  }

  inTheAir(lane: DeliveryLane): number {
    return this.#inTheAir[lane].total;
  }

  /** Slots of the lane that are free. */
  free(lane: DeliveryLane): number {
    return Math.max(0, this.#limits.slots[lane] - this.#taken[lane].total);
  }

  /** The room of each subscription that has taken slots or gets few. */
  rooms(lane: DeliveryLane): Map<number, number> {
    const { slots, perSubscription, slotsPerSubscription, perSlowSubscription } = this.#limits;
    const inTheAir = this.#inTheAir[lane];
    const taken = this.#taken[lane];
    const roomOf = (id: number, mostInTheAir: number): number =>
      Math.max(0, Math.min(mostInTheAir - inTheAir.of(id), slotsPerSubscription - taken.of(id)));
    const rooms = new Map<number, number>();
    for (const id of taken.counts.keys()) rooms.set(id, roomOf(id, perSubscription));
    const slowInTheAir = [...this.#slow].reduce((sum, id) => sum + inTheAir.of(id), 0);
    let leftForSlow = Math.max(0, Math.floor(slots[lane] / 2) - slowInTheAir);
    for (const id of this.#slow) {
      const room = Math.min(leftForSlow, roomOf(id, perSlowSubscription));
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
