import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';
import type { Outcome } from './attempt.ts';
import type { ClaimedDelivery, Connection } from './claim.ts';

export interface Ending {
  readonly delivery: ClaimedDelivery;
  readonly outcome: Outcome;
}

const MAX_BATCH = 1_000;
/** Between two statements; nobody waits for an outcome but its slot. */
const WRITE_GAP_MS = 20;
const RETRY_MS = [100, 500, 1_000, 2_000, 5_000];

/**
 * Writes what attempts came to, many in one statement: a commit for each delivery would cost more than the delivery.
 * One statement is under way at a time, and what ends meanwhile goes with the next.
 *
 * - `onWritten` is told of outcomes once they are committed, or were void because the lease had passed to somebody else.
 * - While PostgreSQL is away, outcomes are kept and written when it is back. A lease that ran out without anybody
 *   taking the row is still ours, so that little is repeated.
 */
export class OutcomeRecorder {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #onWritten: (endings: readonly Ending[]) => void;
  readonly #pending: Ending[] = [];
  #isWriting = false;

  constructor(pool: Pool, log: Logger, onWritten: (endings: readonly Ending[]) => void) {
    this.#onWritten = onWritten;
    this.#pool = pool;
    this.#log = log;
  }

  record(ending: Ending): void {
    this.#pending.push(ending);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // After the outcomes that end in this same turn of the loop.
    setImmediate(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, MAX_BATCH);
      await this.#write(batch);
      this.#onWritten(batch);
      await sleep(WRITE_GAP_MS);
    }
    this.#isWriting = false;
  }

  async #write(endings: readonly Ending[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await writeOutcomes(this.#pool, endings);
        return;
      } catch (error) {
        this.#log.warn({ err: error, outcomes: endings.length }, 'outcomes could not be written; trying again');
        await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      }
    }
  }
}

const WRITE = `
  with ending as (
    select id, status, attempts, response_status, error,
      to_timestamp(lease_until / 1000.0) as lease_until, to_timestamp(next_retry_at / 1000.0) as next_retry_at,
      to_timestamp(attempted_at / 1000.0) as attempted_at, to_timestamp(ended_at / 1000.0) as ended_at
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::bigint[], $6::int[], $7::text[], $8::bigint[],
      $9::bigint[]
    ) as e (id, lease_until, status, attempts, next_retry_at, response_status, error, attempted_at, ended_at)
  ),
  health as (
    select * from json_to_recordset($10::json) as h (
      subscription_id bigint, failing_since timestamptz, is_new_spell boolean)
  ),
  judged as (
    update webhook_subscription s set failing_since = h.failing_since
    from health h
    where s.id = any (array(select subscription_id from health)) and s.id = h.subscription_id
      and case when h.failing_since is null then s.failing_since is not null
               else s.failing_since is null or h.is_new_spell end
  ),
  settled as (
    delete from webhook_queue q using ending e
    where q.delivery_id = any ($1::bigint[]) and q.delivery_id = e.id and q.lease_until = e.lease_until
      and e.next_retry_at is null
    returning e.*
  ),
  postponed as (
    update webhook_queue q set lane = 'retry', due_at = e.next_retry_at, lease_until = null
    from ending e
    where q.delivery_id = any ($1::bigint[]) and q.delivery_id = e.id and q.lease_until = e.lease_until
      and e.next_retry_at is not null
    returning e.*
  )
  update webhook_delivery d
  set status = e.status, attempts = e.attempts, next_retry_at = e.next_retry_at, last_error = e.error,
      delivered_at = case when e.status = 'succeeded' then e.ended_at end,
      last_response_status = case when e.attempted_at is null then d.last_response_status else e.response_status end,
      last_attempt_at = coalesce(e.attempted_at, d.last_attempt_at)
  from (select * from settled union all select * from postponed) e
  where d.id = any ($1::bigint[]) and d.id = e.id`;

/**
 * Settles deliveries or puts them back into the queue, one row for each ending; those whose lease has passed on change
 * nothing.
 */
export async function writeOutcomes(db: Connection, endings: readonly Ending[]): Promise<void> {
  const column = (valueOf: (ending: Ending) => number | string | null | undefined): string => {
    // PostgreSQL's own text of an array, of numbers and plain words: the driver's way costs several times as much.
    return `{${endings.map((ending) => valueOf(ending) ?? 'null').join(',')}}`;
  };
  await db.query({
    name: 'webhooks_write_outcomes',
    text: WRITE,
    values: [
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.leaseUntil.getTime()),
      column(({ outcome }) => outcome.status),
      column(({ outcome }) => outcome.attempts),
      column(({ outcome }) => outcome.nextRetryAt?.getTime()),
      column(({ outcome }) => outcome.responseStatus),
      endings.map(({ outcome }) => outcome.error),
      column(({ outcome }) => outcome.attemptedAt?.getTime()),
      column(({ outcome }) => outcome.endedAt.getTime()),
      JSON.stringify(endpointChanges(endings).map(changeRow)),
    ],
  });
}

interface EndpointChange {
  readonly subscriptionId: number;
  /** The first failure since the last success among these endings; null where the last one succeeded. */
  readonly failingSince: Date | null;
  /** There was a success before it, so that an earlier spell of failures is over. */
  readonly isNewSpell: boolean;
}

function changeRow({ subscriptionId, failingSince, isNewSpell }: EndpointChange) {
  return { subscription_id: subscriptionId, failing_since: failingSince, is_new_spell: isNewSpell };
}

/** What the endings, in their order, say of the endpoints; of those only about whom they say something new. */
export function endpointChanges(endings: readonly Ending[]): EndpointChange[] {
  const changes = new Map<number, EndpointChange>();
  for (const { delivery, outcome } of endings) {
    if (outcome.attemptedAt === null) continue;
    const { subscriptionId, subscription } = delivery;
    const before = changes.get(subscriptionId);
    if (outcome.status === 'succeeded') {
      const isKnown = before === undefined && (subscription?.failingSince ?? null) === null;
      if (!isKnown) changes.set(subscriptionId, { subscriptionId, failingSince: null, isNewSpell: true });
    } else if (before?.failingSince == null) {
      const isKnown = before === undefined && (subscription?.failingSince ?? null) !== null;
      if (isKnown) continue;
      changes.set(subscriptionId, { subscriptionId, failingSince: outcome.endedAt, isNewSpell: before !== undefined });
    }
  }
  return [...changes.values()].sort((a, b) => a.subscriptionId - b.subscriptionId);
}
