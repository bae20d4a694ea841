import type { Pool } from 'pg';
import { DELIVERY_LANES, type DeliveryLane } from '../../core/states.ts';
import type { Logger } from '../../platform/log.ts';
import { attemptDelivery, type AttemptDependencies, type AttemptResult } from './attempt.ts';
import { claimDue, nextDueAt, type ClaimedDelivery } from './claim.ts';
import { outcomeLines } from './lines.ts';
import type { WebhookMetrics } from './metrics.ts';
import { OutcomeRecorder, type Ending } from './record.ts';
import { Room, ROOM_LIMITS, type RoomLimits } from './room.ts';

/** The longest that an attempt takes; the HTTP client's total deadline. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Twice an attempt: what is left after the longest one is for writing its outcome. */
const LEASE_MS = 2 * ATTEMPT_TIMEOUT_MS;
/** Without any wake-up: fresh deliveries whose hint was lost, and leases that ran out. */
export const POLL_MS = 5_000;
/**
 * Under load the next claim waits until so many attempts have made room, or so long: a claim costs as much as some fifty
 * of its rows. The first after a pause is made at once.
 */
const CLAIM_WORTH = 256;
const CLAIM_GAP_MS = 20;
const MAX_CLAIM = 500;
const BACK_OFF_MS = [250, 500, 1_000, 2_000, 5_000];

export interface LoopOptions extends AttemptDependencies {
  readonly pool: Pool;
  readonly log: Logger;
  readonly metrics: WebhookMetrics;
  readonly limits?: RoomLimits;
}

/**
 * Claims what is due, tries it, writes what it came to, and sleeps until the next is due.
 *
 * 1. A claim is leased and committed before anything is sent; a process that dies leaves its leases to run out.
 * 2. What is claimed is begun at once: nothing waits in memory while its lease runs.
 * 3. A slot of the lane is given back only after the outcome is committed, so that while PostgreSQL is away nothing piles up.
 * 4. Whether a hint, a timer, a poll or a free slot woke it makes no difference: it looks at the rows.
 */
export class DeliveryLoop {
  readonly #options: LoopOptions;
  readonly #recorder: OutcomeRecorder;
  readonly #room: Room;
  /** Claimed deliveries whose outcome is not written yet. */
  #atWork = 0;
  readonly #allLeft = new Nap();
  readonly #cursor: Record<DeliveryLane, number> = { fresh: 0, retry: 0 };
  /**
   * When the next retry comes due, as far as we know, or an endpoint may be tried again; both are looked for then, and
   * at each hint and each poll.
   */
  #retriesDueAt = 0;
  #isStopping = false;
  #isAwake = false;
  /** Attempts that ended since the last claim was begun. */
  #landings = 0;
  /** Until something may be due. */
  readonly #idle = new Nap();
  /** Until a claim is worth it. */
  readonly #gap = new Nap();
  /** Until PostgreSQL is asked again; no hint makes it answer. */
  readonly #backOff = new Nap();
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#recorder = new OutcomeRecorder(options.pool, options.log, (endings) => this.#written(endings));
    this.#room = new Room(options.limits ?? ROOM_LIMITS);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due. */
  wake(): void {
    this.#retriesDueAt = 0;
    this.#goOn();
  }

  #goOn(): void {
    this.#isAwake = true;
    this.#idle.end();
  }

  /** Claims nothing more and waits for what is in the air. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const nap of [this.#idle, this.#gap, this.#backOff]) nap.end();
    await this.#running;
    await this.#allHaveLeft();
  }

  /** One pass after another until nothing is due and all that was claimed has ended. Answers how many were tried. */
  async runDue(): Promise<number> {
    let total = 0;
    for (;;) {
      const claimed = await this.#pass(DELIVERY_LANES);
      total += claimed;
      if (claimed === 0 && this.#atWork === 0) return total;
      await this.#allHaveLeft();
    }
  }

  async #allHaveLeft(): Promise<void> {
    while (this.#atWork > 0) await this.#allLeft.take();
  }

  inTheAir(lane: DeliveryLane): number {
    return this.#room.inTheAir(lane);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#isStopping) {
      this.#isAwake = false;
      this.#landings = 0;
      try {
        const areRetriesDue = this.#options.now().getTime() >= this.#retriesDueAt;
        const claimed = await this.#pass(areRetriesDue ? DELIVERY_LANES : ['fresh']);
        failures = 0;
        if (this.#landings < CLAIM_WORTH) await this.#gap.take(CLAIM_GAP_MS);
        // Whatever made room or came in meanwhile has set the flag.
        if (claimed === 0 && !this.#isAwake) await this.#rest();
      } catch (error) {
        const backOffMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? POLL_MS;
        failures += 1;
        this.#retriesDueAt = 0;
        this.#options.log.warn({ err: error, again_in_ms: backOffMs }, 'deliveries could not be claimed');
        if (!this.#isStopping) await this.#backOff.take(backOffMs);
      }
    }
  }

  async #pass(lanes: readonly DeliveryLane[]): Promise<number> {
    let claimed = 0;
    for (const lane of lanes) {
      if (lane === 'retry') {
        const now = this.#options.now().getTime();
        this.#retriesDueAt = Math.min(now + POLL_MS, this.#room.pauseEndsAt(now));
      }
      claimed += await this.#claimLane(lane);
    }
    return claimed;
  }

  async #claimLane(lane: DeliveryLane): Promise<number> {
    const limit = Math.min(MAX_CLAIM, this.#room.free(lane));
    if (limit === 0) return 0;
    const first = await this.#claim(lane, limit, this.#cursor[lane]);
    if (first === limit || this.#cursor[lane] === 0) {
      if (first < limit) this.#cursor[lane] = 0;
      return first;
    }
    this.#cursor[lane] = 0;
    return first + (await this.#claim(lane, limit - first, 0));
  }

  async #claim(lane: DeliveryLane, limit: number, afterSubscriptionId: number): Promise<number> {
    const now = this.#options.now();
    const claimed = await claimDue(this.#options.pool, {
      lane,
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      limit,
      roomEach: this.#room.perSubscription,
      rooms: this.#room.rooms(lane, now.getTime()),
      afterSubscriptionId,
    });
    for (const delivery of claimed) this.#launch(delivery);
    // The next claim goes on where this one was full, so that each subscription has its turn.
    if (claimed.length === limit) this.#cursor[lane] = Math.max(...claimed.map((row) => row.subscriptionId));
    return claimed.length;
  }

  #launch(delivery: ClaimedDelivery): void {
    this.#room.enter(delivery.lane, delivery.subscriptionId);
    this.#atWork += 1;
    attemptDelivery(delivery, this.#options).then(
      (outcome) => this.#ended({ delivery, outcome }),
      (error: unknown) => {
        // Ours to mend, not the subscriber's fault: no attempt is counted, and the lease runs out.
        this.#options.log.error({ err: error, delivery_id: delivery.id }, 'a delivery could not be tried');
        this.#landed(delivery);
        this.#leave([delivery]);
      },
    );
  }

  #ended(ending: Ending): void {
    const { delivery, outcome } = ending;
    this.#landed(delivery);
    const isOutOfReach = OUT_OF_REACH.has(outcome.result);
    const pauseEndsAt = this.#room.judge(delivery.subscriptionId, isOutOfReach, outcome.endedAt.getTime());
    this.#retriesDueAt = Math.min(this.#retriesDueAt, outcome.nextRetryAt?.getTime() ?? Infinity, pauseEndsAt);
    this.#recorder.record(ending);
  }

  #landed({ lane, subscriptionId }: ClaimedDelivery): void {
    this.#room.landed(lane, subscriptionId);
    this.#freed(lane);
    this.#landings += 1;
    if (this.#landings >= CLAIM_WORTH) this.#gap.end();
    this.#goOn();
  }

  #written(endings: readonly Ending[]): void {
    this.#options.metrics.attempted(endings);
    for (const { message, fields } of outcomeLines(endings)) this.#options.log.info(fields, message);
    this.#leave(endings.map(({ delivery }) => delivery));
  }

  #leave(deliveries: readonly ClaimedDelivery[]): void {
    for (const { lane, subscriptionId } of deliveries) {
      this.#room.leave(lane, subscriptionId);
      this.#freed(lane);
    }
    this.#atWork -= deliveries.length;
    if (this.#atWork === 0) this.#allLeft.end();
    this.#goOn();
  }

  /** Others may have waited for the room. */
  #freed(lane: DeliveryLane): void {
    if (lane === 'retry') this.#retriesDueAt = 0;
  }

  /** Until something may be due, as far as nothing wakes it before. */
  async #rest(): Promise<void> {
    const now = this.#options.now();
    const due = await nextDueAt(this.#options.pool, now);
    this.#retriesDueAt = Math.min(this.#retriesDueAt, due?.getTime() ?? Infinity);
    if (this.#isAwake || this.#isStopping) return;
    await this.#idle.take(Math.min(POLL_MS, Math.max(0, this.#retriesDueAt - now.getTime())));
  }
}

/** A sleep that others may end; without a time, only others. */
class Nap {
  #wake: (() => void) | undefined;

  async take(milliseconds?: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** Of nobody who sleeps, nothing. */
  end(): void {
    this.#wake?.();
  }
}

/** What took a time limit or a connection of its own and told nothing of the server but that it is not there. */
const OUT_OF_REACH: ReadonlySet<AttemptResult> = new Set<AttemptResult>([
  'dns',
  'connect_timeout',
  'connection',
  'tls',
  'read_timeout',
  'deadline',
]);
