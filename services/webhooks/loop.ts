import type { Pool } from 'pg';
import { DELIVERY_LANES, type DeliveryLane } from '../../core/states.ts';
import type { Logger } from '../../platform/log/index.ts';
import { isTracing, traced, traceparentsOf } from '../../platform/tracing/index.ts';
import { WakeUp } from '../../platform/wake.ts';
import { attemptDelivery, type AttemptDependencies, type AttemptResult, type Outcome } from './attempt.ts';
import { claimDue, findWaiting, nextDueInMs, type ClaimedDelivery, type DatabaseClock, type Waiting } from './claim.ts';
import { ConcurrencyLimiter, CONCURRENCY_LIMITS, type ConcurrencyLimits } from './limiter.ts';
import type { WebhookMetrics } from './metrics.ts';
import { outcomeLogEntries } from './outcome-log.ts';
import { OutcomeRecorder, type CompletedAttempt } from './record.ts';

/** The longest that an attempt takes; the HTTP client's total deadline. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Twice the longest attempt: the second half is for writing its outcome. */
const LEASE_MS = 2 * ATTEMPT_TIMEOUT_MS;
/** Without a hint: finds fresh deliveries whose hint was lost, and leases that ran out. */
export const POLL_MS = 5_000;
/**
 * Under load the next claim waits until this many attempts have completed, or for this long. A claim costs as much as
 * about fifty of its rows. The first claim after a pause is made at once.
 */
const CLAIM_BATCH = 256;
const CLAIM_GAP_MS = 20;
const MAX_CLAIM = 500;
const BACK_OFF_MS = [250, 500, 1_000, 2_000, 5_000];

interface LoopOptions extends AttemptDependencies {
  readonly pool: Pool;
  readonly log: Logger;
  readonly metrics: WebhookMetrics;
  readonly limits?: ConcurrencyLimits;
  /** In place of PostgreSQL's clock, for tests that move it. */
  readonly databaseNow?: () => Date;
}

/**
 * Claims what is due, attempts it, writes the outcome, and sleeps until the next delivery is due.
 *
 * 1. A claim is leased and committed before anything is sent; if a process dies, its leases run out.
 * 2. Claimed deliveries are attempted at once: nothing waits in memory while its lease runs.
 * 3. A slot of the lane is released only after the outcome is committed, so that nothing piles up while PostgreSQL is
 *    away.
 * 4. A hint, a timer, a poll and a free slot all lead to the same: a look at the rows.
 */
export class DeliveryLoop {
  readonly #options: LoopOptions;
  readonly #recorder: OutcomeRecorder;
  readonly #limiter: ConcurrencyLimiter;
  /** Claimed deliveries whose outcome is not written yet. */
  #unsettled = 0;
  readonly #allSettled = new WakeUp();
  /** Behind which subscription the next look at the queue begins. */
  readonly #after: Record<DeliveryLane, number> = { fresh: 0, retry: 0 };
  /**
   * When the next retry is due, as far as we know, or an endpoint's pause ends. Retries are claimed then, and at each
   * hint and each poll.
   */
  #retriesDueAt = 0;
  readonly #stopping = new AbortController();
  /** Attempts that completed since the last claim began. */
  #completedSinceClaim = 0;
  /** Something may be due. */
  readonly #work = new WakeUp();
  /** Enough attempts have completed for the next claim. */
  readonly #claimDue = new WakeUp();
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#recorder = new OutcomeRecorder({
      pool: options.pool,
      log: options.log,
      now: options.now,
      clock: () => this.#clock(),
      onWritten: (attempts) => this.#recorded(attempts),
    });
    this.#limiter = new ConcurrencyLimiter(options.limits ?? CONCURRENCY_LIMITS);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due. */
  wake(): void {
    this.#retriesDueAt = 0;
    this.#work.wake();
  }

  /** Claims nothing more and waits for what was claimed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#untilAllSettled();
  }

  /**
   * One pass after another until nothing is due and all that was claimed is settled. Returns how many were attempted.
   */
  async runDue(): Promise<number> {
    let total = 0;
    for (;;) {
      const claimed = await this.#pass(DELIVERY_LANES);
      total += claimed;
      if (claimed === 0 && this.#unsettled === 0) return total;
      await this.#untilAllSettled();
    }
  }

  async #untilAllSettled(): Promise<void> {
    while (this.#unsettled > 0) await this.#allSettled.sleep();
  }

  inFlight(lane: DeliveryLane): number {
    return this.#limiter.inFlight(lane);
  }

  get slowEndpoints(): number {
    return this.#limiter.slowEndpoints(this.#options.now().getTime());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      this.#work.clear();
      this.#claimDue.clear();
      this.#completedSinceClaim = 0;
      try {
        const areRetriesDue = this.#options.now().getTime() >= this.#retriesDueAt;
        const claimed = await this.#pass(areRetriesDue ? DELIVERY_LANES : ['fresh']);
        failures = 0;
        await this.#claimDue.sleep(CLAIM_GAP_MS, signal);
        const isAtEnd = this.#after.fresh === 0 && this.#after.retry === 0;
        if (claimed === 0 && isAtEnd) await this.#rest(signal);
      } catch (error) {
        const backOffMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? POLL_MS;
        failures += 1;
        this.#retriesDueAt = 0;
        this.#options.log.warn({ err: error, again_in_ms: backOffMs }, 'deliveries could not be claimed');
        // A wake-up of its own: no hint makes PostgreSQL respond sooner.
        await new WakeUp().sleep(backOffMs, signal);
      }
    }
  }

  async #pass(lanes: readonly DeliveryLane[]): Promise<number> {
    let claimed = 0;
    for (const lane of lanes) {
      if (lane === 'retry') {
        const now = this.#options.now().getTime();
        this.#retriesDueAt = Math.min(now + POLL_MS, this.#limiter.pauseEndsAt(now));
      }
      claimed += await this.#claimLane(lane);
    }
    return claimed;
  }

  async #claimLane(lane: DeliveryLane): Promise<number> {
    if (this.#limiter.free(lane) === 0) return 0;
    const waiting = await this.#findWaiting(lane);
    if (waiting.length === 0) return 0;
    const now = this.#options.now().getTime();
    const allocation = this.#limiter.allocate(lane, waiting, { limit: MAX_CLAIM, now });
    if (allocation.size === 0) return 0;
    const claimed = await claimDue(this.#options.pool, {
      lane,
      waiting,
      allocation,
      leaseMs: LEASE_MS,
      ...this.#clock(),
    });
    const traces = isTracing() ? await this.#tracesOf(claimed) : undefined;
    for (const delivery of claimed) this.#attempt(delivery, traces?.get(delivery.executionId ?? 0));
    return claimed.length;
  }

  /**
   * A page of the subscriptions with deliveries waiting; the next query continues after it, so that none is left out.
   */
  async #findWaiting(lane: DeliveryLane): Promise<readonly Waiting[]> {
    const start = this.#after[lane];
    let isSecondRound = start === 0;
    for (;;) {
      const page = await findWaiting(this.#options.pool, { lane, after: this.#after[lane], ...this.#clock() });
      this.#after[lane] = page.nextAfter ?? 0;
      if (page.waiting.length > 0) return page.waiting;
      if (page.nextAfter === null) {
        if (isSecondRound) return [];
        isSecondRound = true;
      } else if (isSecondRound && start > 0 && page.nextAfter >= start) {
        this.#after[lane] = 0;
        return [];
      }
    }
  }

  #clock(): DatabaseClock {
    return { databaseNow: this.#options.databaseNow?.() ?? null };
  }

  /** Deliveries are made without their traces rather than not at all. */
  async #tracesOf(claimed: readonly ClaimedDelivery[]): Promise<ReadonlyMap<number, string>> {
    const executionIds = claimed.flatMap(({ executionId }) => executionId ?? []);
    try {
      return await traceparentsOf(this.#options.pool, executionIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the traces of deliveries cannot be read');
      return new Map();
    }
  }

  #attempt(delivery: ClaimedDelivery, parent: string | undefined): void {
    this.#limiter.begin(delivery);
    this.#unsettled += 1;
    (parent === undefined ? attemptDelivery(delivery, this.#options) : this.#attemptTraced(delivery, parent)).then(
      (outcome) => this.#attempted({ delivery, outcome }),
      (error: unknown) => {
        // Our fault and not the subscriber's: no attempt is counted, and the lease runs out.
        this.#options.log.error({ err: error, delivery_id: delivery.id }, 'a delivery could not be attempted');
        this.#completed(delivery);
        this.#release([delivery]);
      },
    );
  }

  #attemptTraced(delivery: ClaimedDelivery, parent: string): Promise<Outcome> {
    const { id, event, eventId, subscriptionId, executionId, attempts } = delivery;
    const attributes = {
      'cascade.delivery_id': id,
      'cascade.event_id': eventId,
      'cascade.subscription_id': subscriptionId,
      'cascade.execution_id': executionId ?? 0,
      'cascade.attempt': attempts + 1,
    };
    return traced(`deliver ${event}`, { kind: 'client', parent, attributes }, async (span) => {
      const outcome = await attemptDelivery(delivery, this.#options);
      const { result, responseStatus } = outcome;
      span.set({
        'cascade.outcome': result,
        ...(responseStatus === null ? {} : { 'http.response.status_code': responseStatus }),
      });
      if (result !== 'succeeded') span.fail();
      return outcome;
    });
  }

  #attempted(attempt: CompletedAttempt): void {
    const { delivery, outcome } = attempt;
    this.#completed(delivery);
    const isUnreachable = UNREACHABLE.has(outcome.result);
    const pauseEndsAt = this.#limiter.recordOutcome(delivery.subscriptionId, isUnreachable, outcome.endedAt.getTime());
    const { retryDelaySeconds, endedAt } = outcome;
    const retryAt = retryDelaySeconds === null ? Infinity : endedAt.getTime() + retryDelaySeconds * 1_000;
    this.#retriesDueAt = Math.min(this.#retriesDueAt, retryAt, pauseEndsAt);
    this.#recorder.record(attempt);
  }

  #completed(delivery: ClaimedDelivery): void {
    this.#limiter.completed(delivery);
    this.#freed(delivery.lane);
    this.#completedSinceClaim += 1;
    if (this.#completedSinceClaim >= CLAIM_BATCH) this.#claimDue.wake();
    this.#work.wake();
  }

  #recorded(attempts: readonly CompletedAttempt[]): void {
    this.#options.metrics.attempted(attempts);
    for (const { message, fields } of outcomeLogEntries(attempts)) this.#options.log.info(fields, message);
    this.#release(attempts.map(({ delivery }) => delivery));
  }

  #release(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      this.#limiter.release(delivery);
      this.#freed(delivery.lane);
    }
    this.#unsettled -= deliveries.length;
    if (this.#unsettled === 0) this.#allSettled.wake();
    this.#work.wake();
  }

  /** Other retries may have waited for the slot. */
  #freed(lane: DeliveryLane): void {
    if (lane === 'retry') this.#retriesDueAt = 0;
  }

  /** Sleeps until something may be due; returns at once if something woke the loop since it last looked. */
  async #rest(signal: AbortSignal): Promise<void> {
    const now = this.#options.now().getTime();
    const dueInMs = await nextDueInMs(this.#options.pool, this.#clock());
    this.#retriesDueAt = Math.min(this.#retriesDueAt, now + (dueInMs ?? Infinity));
    await this.#work.sleep(Math.min(POLL_MS, Math.max(0, this.#retriesDueAt - now)), signal);
  }
}

/** Results that took a time-out or a connection of their own and say only that the server could not be reached. */
const UNREACHABLE: ReadonlySet<AttemptResult> = new Set<AttemptResult>([
  'dns',
  'connect_timeout',
  'connection',
  'tls',
  'read_timeout',
  'deadline',
]);
