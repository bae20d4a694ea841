import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import type { EffectRequest } from '../../../core/cascade/contract.ts';
import { LIVE_EXECUTION_STATUSES, type ExecutionMode } from '../../../core/states.ts';
import { finishEffectOf } from '../../../platform/database/effects.ts';
import { asJson, type Database, type Queryable } from '../../../platform/database/index.ts';
import type { BegunEffect, Delegate } from './effect.ts';

/*
 * The states of an effect's row. Every statement takes a share lock on the execution's row and names the run. It waits
 * for a cancel that holds the lock and then does nothing, and a superseded run writes nothing. Effects of one run do
 * not wait for each other.
 */

interface EffectIds {
  readonly effectId: number;
  readonly executionId: number;
  readonly runKey: string;
}

interface BegunRow {
  readonly id: number;
  readonly node_id: string;
  readonly visit: number;
  readonly request: EffectRequest;
  readonly attempts: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly elapsed_ms: number;
  readonly account_id: number;
  readonly api_client_id: number;
  readonly execution_mode: ExecutionMode;
  readonly external_reference: string | null;
  readonly payload: JsonObject;
  readonly request_id: string | null;
}

export interface Begun {
  readonly effect: BegunEffect;
  /** The reason of the previous failure, if it was recorded. */
  readonly lastError: { readonly code: string; readonly message: string } | null;
}

/**
 * Marks the effect as begun and counts the attempt; committed before anything is sent. Null if nothing may
 * begin: the run has ended or was superseded, or the effect is finished or cancelled.
 */
export async function beginEffect(db: Database, { effectId, executionId, runKey }: EffectIds): Promise<Begun | null> {
  const { rows } = await sql<BegunRow>`
    with run as materialized (
      select id, account_id, api_client_id, execution_mode, external_reference, payload, request_id
      from execution
      where id = ${executionId} and run_key = ${runKey}
        and status = any (${[...LIVE_EXECUTION_STATUSES]})
      for share
    ),
    begun as (
      update effect f
      set status = 'begun', attempts = f.attempts + 1, begun_at = coalesce(f.begun_at, now())
      from run
      where f.execution_id = ${executionId} and f.id = ${effectId} and f.status in ('intended', 'begun')
      returning f.id, f.node_id, f.visit, f.request, f.attempts, f.error_code, f.error_message, f.created_at,
        greatest(0, extract(epoch from now() - f.begun_at) * 1000)::float8 as elapsed_ms
    )
    select begun.*, run.account_id, run.api_client_id, run.execution_mode, run.external_reference, run.payload,
      run.request_id
    from begun cross join run`.execute(db.kysely);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    effect: {
      id: row.id,
      nodeId: row.node_id,
      visit: row.visit,
      request: row.request,
      attempts: row.attempts,
      elapsedMs: row.elapsed_ms,
      askedAt: row.created_at,
      execution: {
        id: executionId,
        runKey,
        accountId: row.account_id,
        apiClientId: row.api_client_id,
        mode: row.execution_mode,
        externalReference: row.external_reference,
        payload: row.payload,
        requestId: row.request_id,
      },
    },
    lastError: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  };
}

/** Records the result and `also` in one transaction, for a cancelled run too, because the effect has happened. */
export async function recordDone(
  db: Database,
  { id, execution }: BegunEffect,
  result: JsonObject,
  also: (trx: Queryable) => Promise<void> = async () => undefined,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('effect')
      .from(currentRun(trx, execution.id, execution.runKey).as('run'))
      .set({ status: 'done', result: asJson(result), finished_at: sql`now()`, error_code: null, error_message: null })
      .where('effect.execution_id', '=', execution.id)
      .where('effect.id', '=', id)
      .where('effect.status', '=', 'begun')
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await also(trx);
  });
}

/** Records that the effect failed for good; no-op if it is finished already. */
export async function recordFailed(
  db: Database,
  { effectId, executionId, runKey }: EffectIds,
  { code, message, attempts }: { readonly code: string; readonly message: string; readonly attempts?: number },
): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .from(currentRun(db.kysely, executionId, runKey).as('run'))
    .set({
      status: 'failed',
      error_code: code,
      error_message: message,
      finished_at: sql`now()`,
      ...(attempts === undefined ? {} : { attempts }),
    })
    .where('effect.execution_id', '=', executionId)
    .where('effect.id', '=', effectId)
    .where('effect.status', 'in', ['intended', 'begun'])
    .execute();
}

/** Leaves the effect to its delegate. Lock order: the delegate's rows, then execution, then effect. */
export async function recordDelegated(db: Database, { id, execution }: BegunEffect, delegate: Delegate): Promise<void> {
  await db.transaction(async (trx) => {
    const result = await delegate.handOver(trx, id);
    await trx
      .updateTable('effect')
      .from(currentRun(trx, execution.id, execution.runKey).as('run'))
      .set({ status: 'delegated', result: asJson(result), error_code: null, error_message: null })
      .where('effect.execution_id', '=', execution.id)
      .where('effect.id', '=', id)
      .where('effect.status', '=', 'begun')
      .execute();
    await delegate.finishIfReady?.(trx);
  });
}

/**
 * The artifacts service, which finishes the effect together with the last of these artifacts and adds `artifact_id` to
 * the result.
 */
export function artifactsService(executionId: number, artifactIds: readonly number[], result: JsonObject): Delegate {
  return {
    handOver: async (trx, effectId) => {
      for (const artifactId of artifactIds.toSorted((a, b) => a - b)) {
        await trx
          .updateTable('artifact')
          .set({ effect_id: effectId })
          .where('id', '=', artifactId)
          .where('execution_id', '=', executionId)
          .execute();
      }
      return result;
    },
    finishIfReady: async (trx) => {
      for (const artifactId of artifactIds) await finishEffectOf(trx, artifactId);
    },
  };
}

/**
 * Takes back the attempt that `beginEffect` counted, because nothing was tried. An effect that was never tried may be
 * cancelled again.
 */
export async function recordPostponed(
  db: Database,
  { id, attempts, execution }: BegunEffect,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .set({
      attempts: attempts - 1,
      ...(attempts === 1 ? { status: 'intended' as const } : {}),
      error_code: code,
      error_message: message,
    })
    .where('execution_id', '=', execution.id)
    .where('id', '=', id)
    .where('status', '=', 'begun')
    .where('attempts', '=', attempts)
    .execute();
}

/** Stores why an attempt failed, for the attempt that exceeds the limit. */
export async function noteError(
  db: Database,
  { id, execution }: BegunEffect,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .set({ error_code: code, error_message: message })
    .where('execution_id', '=', execution.id)
    .where('id', '=', id)
    .where('status', '=', 'begun')
    .execute();
}

/** The execution's row while this run is the current one, locked so that a cancel waits. */
function currentRun(db: Queryable, executionId: number, runKey: string) {
  return db
    .selectFrom('execution')
    .select('execution.id')
    .where('execution.id', '=', executionId)
    .where('execution.run_key', '=', runKey)
    .forShare();
}
