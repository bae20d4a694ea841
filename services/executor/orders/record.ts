import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { isTerminal } from '../../../core/states.ts';
import { finishOpenEffect } from '../../../platform/database/effects.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { bill } from '../perform/billing.ts';
import type { ClaimedOrder } from './claim.ts';
import type { AcceptedPull, PulledReport } from '../perform/vendor.ts';

/*
 * Records the end of an order. One transaction finishes its effect, bills the report and pokes the run. It applies
 * whichever run requested the report, because every later run can use it. Each function may be repeated.
 */

/**
 * Records the report of an order; a different one that comes later is a correction. A report that comes when nobody
 * waits for it any more is billed and kept, and changes nothing. After the redaction of its execution only the time of
 * arrival is kept.
 */
export async function recordReport(
  db: Database,
  { id: orderId, execution_id: executionId }: Pick<ClaimedOrder, 'id' | 'execution_id'>,
  { report, isBilled }: Pick<PulledReport, 'report' | 'isBilled'>,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Either redaction waits for this lock, or its result is seen here.
    const run = await trx
      .selectFrom('execution')
      .select(['status', 'redacted_at'])
      .where('id', '=', executionId)
      .forShare()
      .executeTakeFirst();
    const order = await lockOrder(trx, orderId);
    if (order === undefined) return;
    const { effect_id: effectId } = order;
    const isRedacted = run?.redacted_at !== null;
    if (order.ended_as === 'reported') {
      await keepCorrection(trx, orderId, isRedacted ? null : report);
      return end(trx, orderId, 'reported');
    }
    const late = { came_at: new Date().toISOString() };
    const kept: JsonObject = isRedacted ? {} : { report };
    const hasEnded = run === undefined || isTerminal(run.status);
    const result = resultOf(hasEnded ? { ...kept, ...late } : kept);
    const isAwaited = await finishOpenEffect(trx, { executionId, effectId }, { result });
    if (!isAwaited) {
      await trx
        .updateTable('effect')
        .set({ result: resultOf({ ...kept, ...late }) })
        .where('execution_id', '=', executionId)
        .where('id', '=', effectId)
        .where('status', '<>', 'done')
        .execute();
    }
    if (isBilled) {
      const { account_id: accountId, api_client_id: apiClientId, node_id: nodeId, visit } = order;
      await bill(trx, { accountId, apiClientId, executionId, nodeId, visit, productCode: order.product_code });
    }
    await trx
      .updateTable('vendor_order')
      .set({ report_digest: digestOf(isRedacted ? null : report) })
      .where('id', '=', orderId)
      .execute();
    await end(trx, orderId, 'reported');
  });
}

/** Limit of the corrections of one report. */
const MOST_CORRECTIONS = 20;

/**
 * Stores a report that differs from that of the order and from all later ones, as its next version. It changes no
 * decision. If it comes after the redaction (null), only the time of arrival is kept.
 */
async function keepCorrection(trx: Queryable, orderId: number, report: JsonObject | null): Promise<void> {
  const version = { came_at: new Date().toISOString(), ...(report === null ? {} : { report }) };
  const isNew =
    report === null
      ? sql<boolean>`true`
      : sql<boolean>`report_digest is distinct from ${digestOf(report)} and not exists (
          select from jsonb_array_elements(corrections) each where each -> 'report' = ${JSON.stringify(report)}::jsonb)`;
  await sql`
    update vendor_order set corrections = coalesce(corrections, '[]') || ${JSON.stringify([version])}::jsonb
    where id = ${orderId} and jsonb_array_length(coalesce(corrections, '[]')) < ${MOST_CORRECTIONS} and ${isNew}`.execute(
    trx,
  );
}

/** Digest of the report as PostgreSQL stores it, independent of the order of its members. */
export function digestOf(report: JsonObject | null) {
  return report === null
    ? sql<string | null>`null`
    : sql<string | null>`encode(sha256(convert_to(${JSON.stringify(report)}::jsonb::text, 'UTF8')), 'hex')`;
}

const resultOf = (result: JsonObject) => sql<JsonObject>`${JSON.stringify(result)}::jsonb`;

export interface OrderFailure {
  readonly as: 'failed' | 'timed_out';
  readonly code: string;
  readonly message: string;
}

/** Records that there will be no report; no-op if it has ended. */
export async function recordOrderFailed(db: Database, orderId: number, failure: OrderFailure): Promise<void> {
  const { as, code, message } = failure;
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order === undefined) return;
    // An order that was asked for a correction keeps its report.
    if (order.ended_as === 'reported') return end(trx, orderId, 'reported');
    if (order.ended_as !== null && order.ended_as !== 'unknown') return;
    const { execution_id: executionId, effect_id: effectId } = order;
    await finishOpenEffect(trx, { executionId, effectId }, { error: { code, message } });
    await end(trx, orderId, as);
  });
}

/** Its execution has ended, so nobody asks for it any more. */
export async function recordOrderCancelled(db: Database, orderId: number): Promise<void> {
  await db.kysely
    .updateTable('vendor_order')
    .set({ ended_at: sql`now()`, ended_as: 'cancelled', lease_until: null })
    .where('id', '=', orderId)
    .where('ended_at', 'is', null)
    .execute();
}

export interface AskLater {
  readonly afterMs: number;
  /** The vendor's new data on the order. */
  readonly accepted?: AcceptedPull;
  /** Nothing was asked. */
  readonly isUncounted?: boolean;
}

/**
 * Schedules the next poll: at the deadline at the latest, or at once if the vendor has called since it was asked. Only
 * works for the holder of the lease.
 */
export async function recordOrderOpen(
  db: Database,
  { id, poll_at, lease_until }: Pick<ClaimedOrder, 'id' | 'poll_at' | 'lease_until'>,
  { afterMs, accepted, isUncounted = false }: AskLater,
): Promise<void> {
  await db.kysely
    .updateTable('vendor_order')
    .set({
      poll_at: sql`case when poll_at = ${poll_at}
        then greatest(now(), least(now() + make_interval(secs => ${afterMs / 1_000}), deadline_at)) else poll_at end`,
      lease_until: null,
      ...(isUncounted ? { polls: sql<number>`polls - 1` } : {}),
      ...(accepted?.location == null ? {} : { location: accepted.location }),
      ...(accepted?.reference == null ? {} : { reference: accepted.reference }),
    })
    .where('id', '=', id)
    .where('lease_until', '=', lease_until)
    .where('ended_at', 'is', null)
    .execute();
}

function lockOrder(trx: Queryable, id: number) {
  return trx.selectFrom('vendor_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function end(trx: Queryable, id: number, as: 'reported' | OrderFailure['as']): Promise<void> {
  await trx
    .updateTable('vendor_order')
    .set({ ended_at: sql`coalesce(ended_at, now())`, ended_as: as, lease_until: null, answer: null })
    .where('id', '=', id)
    .execute();
}
