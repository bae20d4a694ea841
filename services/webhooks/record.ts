import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/log/index.ts';
import type { Outcome } from './attempt.ts';
import type { ClaimedDelivery, Connection, DatabaseClock } from './claim.ts';

export interface CompletedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly outcome: Outcome;
}

const MAX_BATCH = 1_000;
/** Between two statements; only the delivery's slot waits for its outcome. */
const WRITE_GAP_MS = 20;
const RETRY_MS = [100, 500, 1_000, 2_000, 5_000];

interface RecorderOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => Date;
  readonly clock: () => DatabaseClock;
  readonly onWritten: (attempts: readonly CompletedAttempt[]) => void;
}

/**
 * Writes the outcomes of attempts, many in one statement: a commit for each delivery would cost more than the delivery.
 * One statement is under way at a time; attempts that complete meanwhile go with the next.
 *
 * - `onWritten` is called once the outcomes are committed, or had no effect because another process took the lease.
 * - While PostgreSQL is away, outcomes are kept and written when it is back. A lease that has run out still holds while
 *   no other process has taken the row, so that little is repeated.
 */
export class OutcomeRecorder {
  readonly #options: RecorderOptions;
  readonly #pending: CompletedAttempt[] = [];
  #isWriting = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  record(attempt: CompletedAttempt): void {
    this.#pending.push(attempt);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // After the attempts that complete in this same turn of the event loop.
    setImmediate(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, MAX_BATCH);
      await this.#write(batch);
      this.#options.onWritten(batch);
      await sleep(WRITE_GAP_MS);
    }
    this.#isWriting = false;
  }

  async #write(attempts: readonly CompletedAttempt[]): Promise<void> {
    const { pool, log, now, clock } = this.#options;
    for (let failures = 0; ; failures += 1) {
      try {
        await writeOutcomes(pool, attempts, { now: now(), ...clock() });
        return;
      } catch (error) {
        log.warn({ err: error, outcomes: attempts.length }, 'outcomes could not be written; trying again');
        await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      }
    }
  }
}

/**
 * Times are PostgreSQL's, less what has passed since by this process's clock. A failed attempt gets a row of its own; the
 * one that succeeded is described by the delivery.
 */
const WRITE = `
  with outcome as (
    select id, status, attempts, response_status, error, attempted_age - ended_age as duration_ms,
      to_timestamp(lease_until / 1000.0) as lease_until,
      at - attempted_age * interval '1 millisecond' as attempted_at,
      at - ended_age * interval '1 millisecond' as ended_at,
      at - ended_age * interval '1 millisecond' + retry_delay * interval '1 second' as next_retry_at
    from (
      select *, coalesce($11::timestamptz, now()) as at
      from unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::int[], $6::int[], $7::text[], $8::bigint[],
        $9::bigint[]
      ) as e (id, lease_until, status, attempts, retry_delay, response_status, error, attempted_age, ended_age)
    ) e
  ),
  health as (
    select subscription_id, coalesce($11::timestamptz, now()) - failing_age * interval '1 millisecond' as failing_since,
      is_new_series
    from json_to_recordset($10::json) as h (subscription_id bigint, failing_age bigint, is_new_series boolean)
  ),
  health_written as (
    update webhook_subscription s set failing_since = h.failing_since
    from health h
    where s.id = any (array(select subscription_id from health)) and s.id = h.subscription_id
      and case when h.failing_since is null then s.failing_since is not null
               else s.failing_since is null or h.is_new_series end
  ),
  settled as (
    delete from webhook_queue q using outcome e
    where q.delivery_id = any ($1::bigint[]) and q.delivery_id = e.id and q.lease_until = e.lease_until
      and e.next_retry_at is null
    returning e.*
  ),
  rescheduled as (
    update webhook_queue q set lane = 'retry', due_at = e.next_retry_at, lease_until = null
    from outcome e
    where q.delivery_id = any ($1::bigint[]) and q.delivery_id = e.id and q.lease_until = e.lease_until
      and e.next_retry_at is not null
    returning e.*
  ),
  written as (select * from settled union all select * from rescheduled),
  logged as (
    insert into webhook_attempt (delivery_id, attempt, attempted_at, duration_ms, response_status, error)
    select id, attempts, attempted_at, duration_ms, response_status, error from written
    where status <> 'succeeded' and attempted_at is not null
    on conflict (delivery_id, attempt) do nothing
  )
  update webhook_delivery d
  set status = e.status, attempts = e.attempts, next_retry_at = e.next_retry_at, last_error = e.error,
      delivered_at = case when e.status = 'succeeded' then e.ended_at end,
      last_response_status = case when e.attempted_at is null then d.last_response_status else e.response_status end,
      last_attempt_at = coalesce(e.attempted_at, d.last_attempt_at)
  from written e
  where d.id = any ($1::bigint[]) and d.id = e.id`;

/**
 * Settles deliveries or puts them back into the queue. An outcome whose lease another process has taken changes nothing.
 * `now`: the clock that the attempts' times were read from.
 */
export async function writeOutcomes(
  db: Connection,
  attempts: readonly CompletedAttempt[],
  { now, databaseNow }: DatabaseClock & { readonly now: Date },
): Promise<void> {
  const column = (valueOf: (attempt: CompletedAttempt) => number | string | null | undefined): string => {
    // An array in PostgreSQL's text form, of numbers and plain words: the driver's way costs several times as much.
    return `{${attempts.map((attempt) => valueOf(attempt) ?? 'null').join(',')}}`;
  };
  const age = (time: Date) => Math.max(0, now.getTime() - time.getTime());
  await db.query({
    name: 'webhooks_write_outcomes',
    text: WRITE,
    values: [
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.leaseUntil.getTime()),
      column(({ outcome }) => outcome.status),
      column(({ outcome }) => outcome.attempts),
      column(({ outcome }) => outcome.retryDelaySeconds),
      column(({ outcome }) => outcome.responseStatus),
      attempts.map(({ outcome }) => outcome.error),
      column(({ outcome }) => (outcome.attemptedAt === null ? null : age(outcome.attemptedAt))),
      column(({ outcome }) => age(outcome.endedAt)),
      JSON.stringify(
        endpointChanges(attempts).map(({ subscriptionId, failingSince, isNewSeries }) => ({
          subscription_id: subscriptionId,
          failing_age: failingSince === null ? null : age(failingSince),
          is_new_series: isNewSeries,
        })),
      ),
      databaseNow,
    ],
  });
}

interface EndpointChange {
  readonly subscriptionId: number;
  /** The first failure since the last success among these attempts; null if the last one succeeded. */
  readonly failingSince: Date | null;
  /** There was a success before it, so that an earlier series of failures is over. */
  readonly isNewSeries: boolean;
}

/** How the attempts, in their order, change the health of endpoints; without those that they leave as they are. */
function endpointChanges(attempts: readonly CompletedAttempt[]): EndpointChange[] {
  const changes = new Map<number, EndpointChange>();
  for (const { delivery, outcome } of attempts) {
    if (outcome.attemptedAt === null || outcome.result === 'not_signed') continue;
    const { subscriptionId, subscription } = delivery;
    const before = changes.get(subscriptionId);
    if (outcome.status === 'succeeded') {
      const isKnown = before === undefined && (subscription?.failingSince ?? null) === null;
      if (!isKnown) changes.set(subscriptionId, { subscriptionId, failingSince: null, isNewSeries: true });
    } else if (before?.failingSince == null) {
      const isKnown = before === undefined && (subscription?.failingSince ?? null) !== null;
      if (isKnown) continue;
      changes.set(subscriptionId, { subscriptionId, failingSince: outcome.endedAt, isNewSeries: before !== undefined });
    }
  }
  return [...changes.values()].sort((a, b) => a.subscriptionId - b.subscriptionId);
}
