import { sql, type RawBuilder } from 'kysely';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { OrderEnd, PendingReport } from '../../../core/products/pending-report.ts';
import type { OrderEndedAs } from '../../../platform/database/entities/vendors.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { BegunEffect, Delegate } from '../perform/effect.ts';
import { endsBy, type Connection } from '../perform/connection.ts';
import type { AcceptedPull, Progress } from '../perform/vendor.ts';
import { digestOf } from './record.ts';

/*
 * An effect that waits for an order. Lock order for every transaction that takes more than one of them: execution,
 * order, effect.
 */

/** The known part of the result of an effect that waits for an order; the run shows it as `pending_reports`. */
export type Waiting = Pick<PendingReport, 'since' | 'until' | 'ends_by'>;

/** Null unless the result of a delegated effect has the deadline of a report. */
export function waitingOf(result: JsonObject | null): Waiting | null {
  const { since, until, ends_by: endsBy } = result ?? {};
  if (typeof since !== 'string' || typeof until !== 'string' || !Array.isArray(endsBy)) return null;
  return { since, until, ends_by: endsBy as OrderEnd[] };
}

export interface KnownOrder extends AcceptedPull {
  readonly id: number;
  /** The name of the connection at which it was placed. */
  readonly connection: string;
  /** Null while it is open. */
  readonly endedAs: OrderEndedAs | null;
  /** A report that came and was billed when nobody waited for it any more. */
  readonly report: JsonObject | null;
  readonly endedAt: Date | null;
  /** For an attempt at the pull with unknown result, the time since it began. */
  readonly unknownForMs: number;
  /** Steps of the pull that were answered. */
  readonly progress: Progress | undefined;
}

interface StoredProgress {
  readonly steps_done: number;
  readonly answer: Json;
}

/** Undefined if no step was answered. */
export function progressOf({ steps_done: step, answer }: StoredProgress): Progress | undefined {
  return step === 0 ? undefined : { step, answer };
}

/** Stores the answer to a step, so that a pull that was cut short continues after it. */
export async function recordStep(db: Database, orderId: number, { step, answer }: Progress): Promise<void> {
  await db.kysely
    .updateTable('vendor_order')
    .set({ steps_done: step, answer: sql<Json>`${JSON.stringify(answer)}::jsonb` })
    .where('id', '=', orderId)
    .execute();
}

/** The order of a pull, if one was placed before. */
export async function findOrder(db: Database, idempotencyKey: string): Promise<KnownOrder | undefined> {
  const { rows } = await sql<Omit<KnownOrder, 'report' | 'progress'> & StoredProgress & { report: unknown }>`
    select o.steps_done, o.answer, o.id, o.connection, o.ended_as as "endedAs", o.ended_at as "endedAt", o.reference, o.location,
      case when o.ended_as = 'reported' then f.result -> 'report' end as report,
      (extract(epoch from now() - o.ended_at) * 1000)::float8 as "unknownForMs"
    from vendor_order o
    left join effect f on f.execution_id = o.execution_id and f.id = o.effect_id
    where o.idempotency_key = ${idempotencyKey}`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { steps_done, answer, report, ...order } = row;
  return { ...order, report: isJsonObject(report) ? report : null, progress: progressOf({ steps_done, answer }) };
}

/**
 * Notes, before the first byte, that it is unknown whether the vendor has an order of the pull. If the process dies,
 * that remains. Undefined if another run was first, which is seen by comparing with `known`.
 */
export function claimPull(
  { kysely }: Database,
  effect: BegunEffect,
  pull: NamedPull,
  known: KnownOrder | undefined,
): Promise<{ readonly id: number } | undefined> {
  const now = sql<Date>`now()`;
  const unknown = { ...EMPTY, poll_at: now, deadline_at: now, ended_at: now, ended_as: 'unknown' as const };
  const state = { ...unknown, effect_id: effect.id, visit: effect.visit };
  return place(
    kysely,
    effect,
    pull,
    state,
    sql<boolean>`vendor_order.ended_at = ${known?.endedAt ?? null}`,
  ).executeTakeFirst();
}

/**
 * True if the database was restored from a backup since the pull may have been ordered. Then its data on the pull is
 * older than the restore, and so is its execution.
 */
export async function mayBeOfLostTime(
  { kysely }: Database,
  executionId: number,
  known: Pick<KnownOrder, 'endedAt'> | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    select from restore
    where executions_before > ${executionId} and coalesce(restored_at >= ${known?.endedAt ?? null}, true)
    limit 1`.execute(kysely);
  return rows.length > 0;
}

/** Records that the vendor has no order of the pull after all. */
export async function noteNotOrdered(db: Database, orderId: number): Promise<void> {
  await db.kysely
    .updateTable('vendor_order')
    .set({ ended_as: 'not_ordered' })
    .where('id', '=', orderId)
    .where('ended_as', '=', 'unknown')
    .execute();
}

/** Makes the effect wait for an order that is open. */
export function toOpenOrder({ visit }: BegunEffect, orderId: number, endsBy: readonly OrderEnd[]): Delegate {
  return {
    handOver: async (trx, effectId) => {
      const order = await trx
        .updateTable('vendor_order')
        .set({ effect_id: effectId, visit })
        .where('id', '=', orderId)
        .returning(['created_at', 'deadline_at', 'ended_as'])
        .executeTakeFirstOrThrow();
      // The pull is requested again, because the effect stays begun.
      if (order.ended_as !== null) throw new Error('the order ended before the effect could wait for it');
      return waiting(order, endsBy);
    },
  };
}

/** The pull that belongs to an order. */
export interface NamedPull {
  readonly idempotencyKey: string;
  readonly productCode: string;
  readonly connection: Connection;
}

export interface NewOrder extends NamedPull, AcceptedPull {
  /** Undefined if the vendor cannot be asked for it. */
  readonly firstPollMs: number | undefined;
}

/** Places the order that the vendor has accepted, or opens it again, and makes the effect wait for it. */
export function toNewOrder(effect: BegunEffect, order: NewOrder): Delegate {
  const after = (milliseconds: number) => sql<Date>`now() + make_interval(secs => ${milliseconds / 1_000})`;
  const { connection, firstPollMs = Infinity, reference, location } = order;
  const { deadlineMs } = connection;
  return {
    handOver: async (trx, effectId) => {
      const placed = await place(trx, effect, order, {
        ...{ ...EMPTY, effect_id: effectId, visit: effect.visit, reference, location },
        poll_at: after(Math.min(firstPollMs, deadlineMs)),
        deadline_at: after(deadlineMs),
      }).executeTakeFirstOrThrow();
      return waiting(placed, endsBy(connection));
    },
  };
}

const EMPTY = { reference: null, location: null, polls: 0, lease_until: null, ended_at: null, ended_as: null };

interface OrderState extends AcceptedPull {
  readonly effect_id: number;
  readonly visit: number;
  readonly polls: number;
  readonly poll_at: RawBuilder<Date>;
  readonly deadline_at: RawBuilder<Date>;
  readonly lease_until: null;
  readonly ended_at: RawBuilder<Date> | null;
  readonly ended_as: OrderEndedAs | null;
}

function place(
  db: Queryable,
  { execution, nodeId }: BegunEffect,
  { idempotencyKey, productCode, connection }: NamedPull,
  state: OrderState,
  /** True if the order was placed before. */
  isReplaced = sql<boolean>`true`,
) {
  const asked = { ...state, connection: connection.name };
  return db
    .insertInto('vendor_order')
    .values({
      ...asked,
      idempotency_key: idempotencyKey,
      account_id: execution.accountId,
      api_client_id: execution.apiClientId,
      execution_id: execution.id,
      node_id: nodeId,
      product_code: productCode,
    })
    .onConflict((conflict) =>
      conflict
        .column('idempotency_key')
        .doUpdateSet({
          ...asked,
          // One vendor's answer to a step must not reach another vendor.
          steps_done: sql<number>`case when vendor_order.connection = excluded.connection then vendor_order.steps_done else 0 end`,
          answer: sql<Json>`case when vendor_order.connection = excluded.connection then vendor_order.answer end`,
        })
        .where(isReplaced),
    )
    .returning(['id', 'created_at', 'deadline_at']);
}

/** Ends an order after the vendor answered a repeated pull at once: nobody asks for it any more. */
export async function endOrderOf(trx: Queryable, idempotencyKey: string, report: JsonObject): Promise<void> {
  await trx
    .updateTable('vendor_order')
    .set({ ended_at: sql`now()`, ended_as: 'reported', lease_until: null, report_digest: digestOf(report) })
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}

function waiting(
  order: { readonly created_at: Date; readonly deadline_at: Date },
  endsBy: readonly OrderEnd[],
): JsonObject {
  return { since: order.created_at.toISOString(), until: order.deadline_at.toISOString(), ends_by: [...endsBy] };
}
