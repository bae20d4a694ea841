import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { startBatch } from '../../../platform/database/commands.ts';
import { newestDictionary } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { refusalReason, isSandboxReplay } from '../triggers/acceptor.ts';
import { productCodesOf } from '../workflows/definition.ts';
import { readBatch } from './records.ts';

export interface BatchRequest {
  readonly workflowId: number;
  readonly rows: readonly BatchRow[];
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipWaits: boolean;
  readonly requestId: string;
}

export interface BatchRow {
  readonly externalReference: string | null;
  /** `applicant` and `property`, as far as they were sent. */
  readonly payload: JsonObject;
}

/**
 * Writes a batch, its rows and the command that starts it. All rows run the version that the workflow has now, whatever
 * becomes of it. Source: semantics 17.1.1.
 */
export async function createBatch(
  trx: Queryable,
  sandbox: SubjectRegistry,
  auth: Auth,
  request: BatchRequest,
): Promise<JsonObject> {
  const { workflowId, rows, executionMode, externalReference, skipWaits, requestId } = request;
  const workflow = await trx
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select(['w.version', 'w.active', 'v.definition'])
    .where('w.id', '=', workflowId)
    .where('w.account_id', '=', auth.accountId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  if (workflow === undefined) throw new AppError('not_found');
  const { version, active: isActive, definition } = workflow;
  const refusal = refusalReason(auth, { executionMode }, { isActive, nodeCount: definition.length });
  if (refusal !== null) throw new AppError(refusal);
  const productCodes = productCodesOf(definition);

  const batch = await trx
    .insertInto('batch')
    .values({
      account_id: auth.accountId,
      api_client_id: auth.apiClientId,
      workflow_id: workflowId,
      workflow_version: version,
      execution_mode: executionMode,
      external_reference: externalReference,
      total_count: rows.length,
      product_codes: [...productCodes],
      skip_waits: skipWaits,
      run_key: randomUUID(),
      submitted_by_user_id: auth.userId,
      request_id: requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
      external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
      run_key, traceparent, request_id, dictionary_version)
    select ${auth.accountId}, ${auth.apiClientId}, ${workflowId}, ${version}, ${batch.id}, r.row_index, 'queued',
      r.external_reference, ${executionMode}, ${auth.userId}, r.payload, ${!isActive}, r.sandbox_replay, ${skipWaits},
      gen_random_uuid(), ${currentTraceparent()}::text, ${requestId}::text, dictionary.version
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(({ externalReference: reference, payload }, index) => ({
        row_index: index,
        external_reference: reference,
        payload,
        sandbox_replay: isSandboxReplay(sandbox, { executionMode, payload }, productCodes),
      })),
    )}::jsonb) as r (row_index int, external_reference text, payload jsonb, sandbox_replay boolean)
    cross join (select ${newestDictionary(auth.accountId)} as version) as dictionary
    order by r.row_index`.execute(trx);
  await startBatch(trx, batch.id);
  return readBatch(trx, auth, batch.id);
}
