import { sql } from 'kysely';
import { isReference } from '../core/products/connection.ts';
import type { Queryable } from '../platform/database/index.ts';
import { SetupError } from '../platform/setup-error.ts';

/** Pulls that failed as `vendor_unknown` and that nobody has settled. Reference is ours, by which a vendor may find the order. */
export async function listUnknown(db: Queryable) {
  return db
    .selectFrom('vendor_order as o')
    .innerJoin('effect as f', (join) =>
      join.onRef('f.execution_id', '=', 'o.execution_id').onRef('f.id', '=', 'o.effect_id'),
    )
    .select(['o.execution_id', 'o.node_id', 'o.account_id', 'o.product_code', 'o.connection'])
    .select(['o.idempotency_key as our_reference', 'o.ended_at as asked_at'])
    .where('o.ended_as', '=', 'unknown')
    .where('f.error_code', '=', 'vendor_unknown')
    .orderBy('o.id')
    .execute();
}

interface Settlement {
  readonly executionId: number;
  readonly nodeId: string;
  /** What the vendor calls the order; undefined: it has none. */
  readonly reference: string | undefined;
}

/** How long the report of an order may take whose reference a person entered. */
const DEADLINE = sql<Date>`now() + interval '14 days'`;

/**
 * Says what became of a pull that failed as `vendor_unknown`. With a reference it is asked for like any other order, whatever
 * became of its run; without, the next pull orders again.
 */
export async function settleOrder(trx: Queryable, { executionId, nodeId, reference }: Settlement) {
  if (reference !== undefined && !isReference(reference)) {
    throw new SetupError('--reference must have 1 to 200 characters, and not dots alone.');
  }
  const settled =
    reference === undefined
      ? { ended_as: 'not_ordered' as const }
      : {
          ...{ reference, ended_as: null, ended_at: null, lease_until: null, polls: 0 },
          ...{ poll_at: sql<Date>`now()`, deadline_at: DEADLINE, entered_at: sql<Date>`now()` },
        };
  const row = await trx
    .updateTable('vendor_order')
    .set(settled)
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('ended_as', '=', 'unknown')
    .where('effect_id', 'in', (from) =>
      from
        .selectFrom('effect')
        .select('id')
        .where('execution_id', '=', executionId)
        .where('error_code', '=', 'vendor_unknown'),
    )
    .returning(['execution_id', 'node_id', 'account_id', 'product_code', 'connection', 'ended_as'])
    .executeTakeFirst();
  if (row === undefined) {
    throw new SetupError(`No pull of node ${nodeId} of execution ${executionId} has failed as vendor_unknown.`);
  }
  const { account_id: accountId, ended_as: endedAs, ...order } = row;
  return { accountId, answer: { ...order, is: endedAs ?? 'asked for' } };
}
