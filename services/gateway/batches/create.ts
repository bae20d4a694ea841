import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { payloadTypesOf } from '../../../core/fields/payload-types.ts';
import { mayBeValue } from '../../../core/fields/proposals.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { warningsMember } from '../../../core/notices/payload-check.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { personOf } from '../../../platform/applicant-marks.ts';
import { joinPeople, keepWords } from '../../../platform/database/applicants.ts';
import { startBatch } from '../../../platform/database/commands.ts';
import { fieldsUpTo, newestDictionary } from '../../../platform/database/fields.ts';
import { settingsNow } from '../../../platform/database/pinned-settings.ts';
import type { SkippedRows } from '../../../platform/database/entities/operations.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import type { Auth, Services } from '../services.ts';
import { refusalReason, isSandboxReplay } from '../triggers/acceptor.ts';
import { pathsDeclaredBy, productCodesOf } from '../workflows/definition.ts';
import { checkRows, type CheckedRows } from './declared-rows.ts';
import { readBatch } from './records.ts';

export interface BatchRequest {
  readonly workflowId: number;
  readonly rows: readonly JsonObject[];
  /** If true, faulty rows are left out. */
  readonly skipsInvalid: boolean;
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipWaits: boolean;
  readonly requestId: string;
}

/**
 * Writes a batch, its rows and the command that starts it. All rows run the workflow's present version, even if it
 * changes, with the dictionary against which they were checked. Throws `validation_failed` for faulty rows. Source:
 * semantics 17.1.1 and 17.8.
 */
export async function createBatch(
  trx: Queryable,
  { sandbox, searchKeys }: Pick<Services, 'sandbox' | 'searchKeys'>,
  auth: Auth,
  request: BatchRequest,
): Promise<{ readonly response: JsonObject; /** How many rows. */ readonly skipped: number }> {
  const { workflowId, executionMode, externalReference, skipWaits, requestId } = request;
  const situation = await readSituation(trx, auth, workflowId);
  const checked = rowsToRun(request, situation);
  const { version, active, definition } = situation;
  if (version === null || definition === null) throw new AppError('not_found');
  const refusal = refusalReason(auth, { executionMode }, { isActive: active === true, nodeCount: definition.length });
  if (refusal !== null) throw new AppError(refusal);
  const productCodes = productCodesOf(definition);

  const skipped = skippedRows(checked);
  const batch = await trx
    .insertInto('batch')
    .values({
      account_id: auth.accountId,
      api_client_id: auth.apiClientId,
      workflow_id: workflowId,
      workflow_version: version,
      execution_mode: executionMode,
      external_reference: externalReference,
      total_count: checked.rows.length,
      product_codes: [...productCodes],
      skip_waits: skipWaits,
      run_key: randomUUID(),
      submitted_by_user_id: auth.userId,
      request_id: requestId,
      skipped_rows: skipped === null ? null : asJson(skipped),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dictionary = dictionaryOf(STANDARD_SPECS, specsIn(situation.fields ?? {}));
  const whose = { apiClientId: auth.apiClientId, executionMode };
  const people = checked.rows.flatMap(({ index, ...row }) => {
    const person = personOf(searchKeys, dictionary, { ...whose, ...row });
    return person === null ? [] : [{ n: index, person }];
  });
  const applicants = await joinPeople(trx, { ...whose, accountId: auth.accountId }, people);
  const rows = checked.rows.map(({ index, externalReference: reference, payload }) => ({
    row_index: index,
    external_reference: reference,
    applicant_id: applicants.get(index) ?? null,
    payload,
    sandbox_replay: isSandboxReplay(sandbox, { executionMode, payload }, productCodes),
  }));
  const ids = await insertRows(trx, auth, request, { batchId: batch.id, situation, rows });
  await keepWords(
    trx,
    people.map(({ n, person }) => ({ executionId: ids.get(n) ?? 0, words: person.words })),
  );
  await startBatch(trx, batch.id);
  const accepted = await readBatch(trx, auth, batch.id);
  const response: JsonObject = { ...accepted, ...warningsMember(checked) };
  return { response, skipped: checked.skipped.length };
}

/** The faults as they are stored with the batch. They leave out the name of a member that may be a value. */
function skippedRows({ skipped, faults }: CheckedRows): SkippedRows | null {
  if (skipped.length === 0) return null;
  return {
    count: skipped.length,
    rows: [...skipped],
    faults: faults.details.map(({ field, message }) => {
      const [row = '', ...names] = field.split('.');
      const isKept = names.every((name) => name === '' || !mayBeValue(name));
      return isKept ? { field, message } : { field: row, message: 'has a member that is not declared' };
    }),
  };
}

function rowsToRun(
  { rows, skipsInvalid, executionMode: mode }: BatchRequest,
  { fields, definition }: Situation,
): CheckedRows {
  const specs = specsIn(fields ?? {});
  const declared = { specs, types: payloadTypesOf(specs), overridden: pathsDeclaredBy(definition ?? []) };
  const checked = checkRows(rows, declared, { mode, now: Date.now() });
  const { faults } = checked;
  if (faults.total > 0 && (!skipsInvalid || checked.rows.length === 0)) {
    throw new AppError('validation_failed', faults);
  }
  return checked;
}

interface Rows {
  readonly batchId: number;
  readonly situation: Situation;
  readonly rows: readonly JsonObject[];
}

/** The ids of the executions by the positions of their rows. */
async function insertRows(
  trx: Queryable,
  auth: Auth,
  { workflowId, executionMode, skipWaits, requestId }: BatchRequest,
  { batchId, situation, rows }: Rows,
): Promise<ReadonlyMap<number, number>> {
  const { version, active, dictionary_version: dictionaryVersion } = situation;
  const { rows: made } = await sql<{ id: number; row_index: number }>`
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
      external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
      run_key, traceparent, request_id, dictionary_version, settings, applicant_id)
    select ${auth.accountId}, ${auth.apiClientId}, ${workflowId}, ${version}::int, ${batchId}, r.row_index, 'queued',
      r.external_reference, ${executionMode}, ${auth.userId}, r.payload, ${active !== true}, r.sandbox_replay,
      ${skipWaits}, gen_random_uuid(), ${currentTraceparent()}::text, ${requestId}::text, ${dictionaryVersion}::int,
      kept.settings, r.applicant_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (row_index int, external_reference text, applicant_id bigint, payload jsonb, sandbox_replay boolean)
    cross join (select ${settingsNow(auth.accountId)} as settings) as kept
    order by r.row_index
    returning id, row_index`.execute(trx);
  return new Map(made.map(({ id, row_index: index }) => [index, id]));
}

interface Situation {
  /** Null if the workflow does not exist. */
  readonly version: number | null;
  readonly active: boolean | null;
  readonly definition: readonly CascadeNode[] | null;
  readonly dictionary_version: number | null;
  readonly fields: FieldSpecsJson | null;
}

async function readSituation(trx: Queryable, { accountId }: Auth, workflowId: number): Promise<Situation> {
  const { rows } = await sql<Situation>`
    select w.version, w.active, v.definition, d.version as dictionary_version,
      ${fieldsUpTo(sql`${accountId}`, sql`d.version`)} as fields
    from (select ${newestDictionary(accountId)} as version) as d
    left join workflow w on w.id = ${workflowId} and w.account_id = ${accountId} and w.deleted_at is null
    left join workflow_version v on v.workflow_id = w.id and v.version = w.version`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('the situation of a batch is always one row');
  return row;
}
