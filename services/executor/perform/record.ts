import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import type { EffectRequest } from '../../../core/nodes/contract.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { asJson, type Database, type Queryable } from '../../../platform/database/index.ts';
import type { BegunEffect } from './effect.ts';

/*
 * The life of an effect's row. Every statement shares the lock of the execution's row and names the run: a cancel that
 * holds the lock is waited for and then obeyed, and a run that was superseded writes nothing. Several effects of one
 * run do not wait for each other.
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
  readonly account_id: number;
  readonly api_client_id: number;
  readonly execution_mode: ExecutionMode;
  readonly external_reference: string | null;
  readonly payload: JsonObject;
}

export interface Begun {
  readonly effect: BegunEffect;
  /** Why the attempt before failed, if it did and could say so. */
  readonly lastError: { readonly code: string; readonly message: string } | null;
}

/**
 * Marks the effect as begun and counts the attempt; committed before the world is touched. Null where nothing may
 * begin: the run has ended or was superseded, or the effect is finished or called back.
 */
export async function beginEffect(db: Database, { effectId, executionId, runKey }: EffectIds): Promise<Begun | null> {
  const { rows } = await sql<BegunRow>`
    with run as materialized (
      select id, account_id, api_client_id, execution_mode, external_reference, payload
      from execution
      where id = ${executionId} and run_key = ${runKey}
        and status in ('pending', 'running', 'waiting', 'awaiting_review')
      for share
    ),
    begun as (
      update effect f
      set status = 'begun', attempts = f.attempts + 1, begun_at = coalesce(f.begun_at, now())
      from run
      where f.id = ${effectId} and f.execution_id = run.id and f.status in ('intended', 'begun')
      returning f.id, f.node_id, f.visit, f.request, f.attempts, f.error_code, f.error_message, f.created_at
    )
    select begun.*, run.account_id, run.api_client_id, run.execution_mode, run.external_reference, run.payload
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
      askedAt: row.created_at,
      execution: {
        id: executionId,
        runKey,
        accountId: row.account_id,
        apiClientId: row.api_client_id,
        mode: row.execution_mode,
        externalReference: row.external_reference,
        payload: row.payload,
      },
    },
    lastError: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  };
}

/** Records the result with what belongs to it. A cancel in between changes nothing: it has happened. */
export async function recordDone(
  db: Database,
  { id, execution }: BegunEffect,
  result: JsonObject,
  also: (trx: Queryable) => Promise<void> = async () => undefined,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('effect')
      .from(run(trx, execution.id, execution.runKey).as('run'))
      .set({ status: 'done', result: asJson(result), finished_at: sql`now()`, error_code: null, error_message: null })
      .where('effect.id', '=', id)
      .whereRef('effect.execution_id', '=', 'run.id')
      .where('effect.status', '=', 'begun')
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await also(trx);
  });
}

/** Records that the effect failed for good; one that is finished already is left as it is. */
export async function recordFailed(
  db: Database,
  { effectId, executionId, runKey }: EffectIds,
  { code, message, attempts }: { readonly code: string; readonly message: string; readonly attempts?: number },
): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .from(run(db.kysely, executionId, runKey).as('run'))
    .set({
      status: 'failed',
      error_code: code,
      error_message: message,
      finished_at: sql`now()`,
      ...(attempts === undefined ? {} : { attempts }),
    })
    .where('effect.id', '=', effectId)
    .whereRef('effect.execution_id', '=', 'run.id')
    .where('effect.status', 'in', ['intended', 'begun'])
    .execute();
}

/** Keeps why an attempt failed, for the one that finds that there were too many. */
export async function noteError(
  db: Database,
  { id }: BegunEffect,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .set({ error_code: code, error_message: message })
    .where('id', '=', id)
    .where('status', '=', 'begun')
    .execute();
}

function run(db: Queryable, executionId: number, runKey: string) {
  return db
    .selectFrom('execution')
    .select('execution.id')
    .where('execution.id', '=', executionId)
    .where('execution.run_key', '=', runKey)
    .forShare();
}
