import { sql } from 'kysely';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { OrderEnd, PendingReport } from '../../../core/products/pending-report.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { BegunEffect, Delegate } from '../perform/effect.ts';
import type { AcceptedPull } from '../perform/vendor.ts';
import { nextPollMs } from './back-off.ts';

/*
 * An effect that waits for an order. Lock order of whatever takes more than one of them: execution, order, effect.
 */

/** What is known of the result of an effect that waits for an order; the run tells of it as `pending_reports`. */
export type Waiting = Pick<PendingReport, 'since' | 'until' | 'ends_by'>;

/** Null unless the result of a delegated effect says how long a report may take. */
export function waitingOf(result: JsonObject | null): Waiting | null {
  const { since, until, ends_by: endsBy } = result ?? {};
  if (typeof since !== 'string' || typeof until !== 'string' || !Array.isArray(endsBy)) return null;
  return { since, until, ends_by: endsBy as OrderEnd[] };
}

export interface KnownOrder {
  readonly id: number;
  readonly isOpen: boolean;
  /** It came when nobody waited for it any more, and was billed then. */
  readonly report: JsonObject | null;
}

/** The order of a pull, if one was placed before. */
export async function findOrder(db: Database, idempotencyKey: string): Promise<KnownOrder | undefined> {
  const { rows } = await sql<{ id: number; ended_as: string | null; report: unknown }>`
    select o.id, o.ended_as, case when o.ended_as = 'reported' then f.result -> 'report' end as report
    from vendor_order o
    left join effect f on f.execution_id = o.execution_id and f.id = o.effect_id
    where o.idempotency_key = ${idempotencyKey}`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { id: row.id, isOpen: row.ended_as === null, report: isJsonObject(row.report) ? row.report : null };
}

/** Has the effect wait for an order that is open. */
export function toOpenOrder({ visit }: BegunEffect, orderId: number, endsBy: readonly OrderEnd[]): Delegate {
  return {
    handOver: async (trx, effectId) => {
      const order = await trx
        .updateTable('vendor_order')
        .set({ effect_id: effectId, visit })
        .where('id', '=', orderId)
        .returning(['created_at', 'deadline_at', 'ended_as'])
        .executeTakeFirstOrThrow();
      // It is asked for again: the effect stays begun.
      if (order.ended_as !== null) throw new Error('the order ended before the effect could wait for it');
      return waiting(order, endsBy);
    },
  };
}

export interface NewOrder extends AcceptedPull {
  readonly idempotencyKey: string;
  readonly productCode: string;
  readonly connection: string;
  readonly endsBy: readonly OrderEnd[];
  readonly askAfterMs: number | undefined;
  readonly deadlineMs: number;
}

/** Places the order that the vendor has accepted, or opens it again, and has the effect wait for it. */
export function toNewOrder({ execution, nodeId, visit }: BegunEffect, order: NewOrder): Delegate {
  const after = (milliseconds: number) => sql<Date>`now() + make_interval(secs => ${milliseconds / 1_000})`;
  return {
    handOver: async (trx, effectId) => {
      const asked = {
        effect_id: effectId,
        visit,
        connection: order.connection,
        reference: order.reference,
        location: order.location,
        polls: 0,
        poll_at: after(Math.min(nextPollMs(0, order.askAfterMs), order.deadlineMs)),
        deadline_at: after(order.deadlineMs),
        lease_until: null,
        ended_at: null,
        ended_as: null,
      };
      const placed = await trx
        .insertInto('vendor_order')
        .values({
          ...asked,
          idempotency_key: order.idempotencyKey,
          account_id: execution.accountId,
          api_client_id: execution.apiClientId,
          execution_id: execution.id,
          node_id: nodeId,
          product_code: order.productCode,
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doUpdateSet(asked))
        .returning(['created_at', 'deadline_at'])
        .executeTakeFirstOrThrow();
      return waiting(placed, order.endsBy);
    },
  };
}

/** The vendor answered a pull at once whose order was open or had ended: nobody asks for it any more. */
export async function endOrderOf(trx: Queryable, idempotencyKey: string): Promise<void> {
  await trx
    .updateTable('vendor_order')
    .set({ ended_at: sql`now()`, ended_as: 'reported', lease_until: null })
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}

function waiting(
  order: { readonly created_at: Date; readonly deadline_at: Date },
  endsBy: readonly OrderEnd[],
): JsonObject {
  return { since: order.created_at.toISOString(), until: order.deadline_at.toISOString(), ends_by: [...endsBy] };
}
