import type { Lane } from './claim.ts';

/**
 * How many attempts may be under way, in this process.
 *
 * 1. A lane has slots in all, each held from the claim until the outcome is committed, which bounds what we have to do.
 * 2. A subscription has a number of requests that may be in the air at once, so that no endpoint takes the slots of
 *    another and none is flooded by us.
 * 3. An endpoint that was out of reach or silent at the last attempt gets few slots until one is answered, and all such
 *    endpoints together at most half of a lane: however many endpoints hang, half of the lane is for those that do not.
 */
export interface RoomLimits {
  readonly slots: Readonly<Record<Lane, number>>;
  readonly perSubscription: number;
  readonly perSlowSubscription: number;
}

export const ROOM_LIMITS: RoomLimits = {
  slots: { fresh: 2_048, retry: 512 },
  perSubscription: 50,
  perSlowSubscription: 2,
};

export class Room {
  readonly #limits: RoomLimits;
  readonly #taken: Record<Lane, number> = { fresh: 0, retry: 0 };
  readonly #inTheAir: Record<Lane, Map<number, number>> = { fresh: new Map(), retry: new Map() };
  readonly #slow = new Set<number>();

  constructor(limits: RoomLimits = ROOM_LIMITS) {
    this.#limits = limits;
  }

  get perSubscription(): number {
    return this.#limits.perSubscription;
  }

  enter(lane: Lane, subscriptionId: number): void {
    const lanes = this.#inTheAir[lane];
    lanes.set(subscriptionId, (lanes.get(subscriptionId) ?? 0) + 1);
    this.#taken[lane] += 1;
  }

  /** The request is over; what came of it is still to be written. */
  landed(lane: Lane, subscriptionId: number): void {
    const lanes = this.#inTheAir[lane];
    const left = (lanes.get(subscriptionId) ?? 0) - 1;
    if (left > 0) lanes.set(subscriptionId, left);
    else lanes.delete(subscriptionId);
  }

  leave(lane: Lane): void {
    this.#taken[lane] -= 1;
  }

  /** What the last attempt said of the endpoint. */
  judge(subscriptionId: number, isOutOfReach: boolean): void {
    if (isOutOfReach) this.#slow.add(subscriptionId);
    else this.#slow.delete(subscriptionId);
  }

  inTheAir(lane: Lane): number {
    return sum(this.#inTheAir[lane].values());
  }

  /** Slots of the lane that are free. */
  free(lane: Lane): number {
    return Math.max(0, this.#limits.slots[lane] - this.#taken[lane]);
  }

  /** The room of each subscription that has less than `perSubscription`. */
  rooms(lane: Lane): Map<number, number> {
    const { slots, perSubscription, perSlowSubscription } = this.#limits;
    const lanes = this.#inTheAir[lane];
    const rooms = new Map<number, number>();
    for (const [id, count] of lanes) rooms.set(id, Math.max(0, perSubscription - count));
    const slowInTheAir = sum([...this.#slow].map((id) => lanes.get(id) ?? 0));
    let leftForSlow = Math.max(0, Math.floor(slots[lane] / 2) - slowInTheAir);
    for (const id of this.#slow) {
      const room = Math.min(leftForSlow, Math.max(0, perSlowSubscription - (lanes.get(id) ?? 0)));
      leftForSlow -= room;
      rooms.set(id, room);
    }
    return rooms;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
