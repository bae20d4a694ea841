import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Outcome } from './attempt.ts';
import type { ClaimedDelivery } from './claim.ts';

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
 * - `record` resolves once the outcome is committed, or was void because the lease had passed to somebody else.
 * - While PostgreSQL is away, outcomes are kept and written when it is back. A lease that ran out without anybody
 *   taking the row is still ours, so that little is repeated.
 */
export class OutcomeRecorder {
  readonly #db: Queryable;
  readonly #log: Logger;
  readonly #pending: { ending: Ending; resolve: () => void }[] = [];
  #isWriting = false;

  constructor(db: Queryable, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  record(ending: Ending): Promise<void> {
    return new Promise((resolve) => {
      this.#pending.push({ ending, resolve });
      if (this.#isWriting) return;
      this.#isWriting = true;
      // After the outcomes that end in this same turn of the loop.
      setImmediate(() => void this.#writeAll());
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, MAX_BATCH);
      await this.#write(batch.map(({ ending }) => ending));
      for (const { resolve } of batch) resolve();
      await sleep(WRITE_GAP_MS);
    }
    this.#isWriting = false;
  }

  async #write(endings: readonly Ending[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await writeOutcomes(this.#db, endings);
        return;
      } catch (error) {
        this.#log.warn({ err: error, outcomes: endings.length }, 'outcomes could not be written; trying again');
        await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      }
    }
  }
}

/**
 * One row for each ending; those whose lease has passed on change nothing. Only what waits has a lease, so that the
 * status need not be asked for, which would have the planner look through all that waits.
 */
export async function writeOutcomes(db: Queryable, endings: readonly Ending[]): Promise<void> {
  // One JSON text for each list: an array for each column costs the driver several times as much.
  await sql`
    with ending as (
      select * from json_to_recordset(${JSON.stringify(endings.map(endingRow))}) as e (
        id bigint, lease_until timestamptz, status text, attempts int, next_retry_at timestamptz,
        response_status int, error text, attempted_at timestamptz, delivered_at timestamptz)
    ),
    health as (
      select * from json_to_recordset(${JSON.stringify(endpointChanges(endings).map(changeRow))}) as h (
        subscription_id bigint, failing_since timestamptz, is_new_spell boolean)
    ),
    judged as (
      update webhook_subscription s set failing_since = h.failing_since
      from health h
      where s.id = h.subscription_id
        and case when h.failing_since is null then s.failing_since is not null
                 else s.failing_since is null or h.is_new_spell end
    )
    update webhook_delivery d
    set status = e.status, attempts = e.attempts, next_retry_at = e.next_retry_at, lease_until = null,
        last_error = e.error, delivered_at = e.delivered_at,
        last_response_status = case when e.attempted_at is null then d.last_response_status else e.response_status end,
        last_attempt_at = coalesce(e.attempted_at, d.last_attempt_at)
    from ending e
    where d.id = e.id and d.lease_until = e.lease_until`.execute(db);
}

function endingRow({ delivery, outcome }: Ending) {
  return {
    id: delivery.id,
    lease_until: delivery.leaseUntil,
    status: outcome.status,
    attempts: outcome.attempts,
    next_retry_at: outcome.nextRetryAt,
    response_status: outcome.responseStatus,
    error: outcome.error,
    attempted_at: outcome.attemptedAt,
    delivered_at: outcome.status === 'succeeded' ? outcome.endedAt : null,
  };
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
