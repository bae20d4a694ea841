import { sql } from 'kysely';
import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { randomUUID } from 'node:crypto';
import type { WantedCorrection } from '../../../core/corrections.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { checkPayload, warningsMember } from '../../../core/notices/payload-check.ts';
import { recipientPaths } from '../../../core/notices/recipients.ts';
import { isTerminal, type ExecutionMode } from '../../../core/states.ts';
import { copyWords, keepWords } from '../../../platform/database/applicants.ts';
import { personOf } from '../../../platform/applicant-marks.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import { dictionaryNow, newestDictionary } from '../../../platform/database/fields.ts';
import { settingsNow } from '../../../platform/database/pinned-settings.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import { lockExecution, presentSummary, selectExecutions } from '../executions/records.ts';
import type { Auth, Services } from '../services.ts';
import { refusalReason, isSandboxReplay } from '../triggers/acceptor.ts';
import { productCodesOf } from '../workflows/definition.ts';
import { readWorkflow, type WorkflowWithDefinition } from '../workflows/records.ts';
import { corrected } from './corrections.ts';
import { refuseBeyondDay } from './of-day.ts';
import { pulledReports, storeReports, type PulledReports } from './reports.ts';

export interface ReEvaluation {
  readonly executionId: number;
  /** Namespaced. */
  readonly key: string;
  readonly reuseReports: boolean;
  readonly requestId: string;
  /** If empty, it is evaluated on the old input. */
  readonly corrections: readonly WantedCorrection[];
  /** Why; empty without corrections. */
  readonly reason: string;
}

const NO_REPORTS: PulledReports = { reports: new Map(), products: new Map(), otherNodes: new Set() };

/**
 * Accepts a new execution of the workflow's current version on the payload, mode and reference of an old one. With
 * `reuseReports` the reports of the old one are copied. So the new one neither pulls nor pays for these products, and
 * keeps them when the old one is redacted. Corrected values are replaced in both payload and reports. Both executions
 * name each other. Source: semantics 13.3.
 */
export async function reEvaluate(
  trx: Queryable,
  { sandbox, searchKeys }: Pick<Services, 'sandbox' | 'searchKeys'>,
  auth: Auth,
  { executionId, key, reuseReports, requestId, corrections: wanted, reason }: ReEvaluation,
): Promise<JsonObject> {
  const { now } = await lockExecution(trx, auth, executionId);
  const old = await trx.selectFrom('execution').selectAll().where('id', '=', executionId).executeTakeFirstOrThrow();
  if (!isTerminal(old.status) || old.redacted_at !== null) throw new AppError('execution_not_reevaluable');
  await refuseBeyondDay(trx, executionId);
  const workflow = await readCurrent(trx, auth, old.workflow_id);
  const refusal = refusalReason(
    auth,
    { executionMode: old.execution_mode },
    { isActive: workflow.active, nodeCount: workflow.definition.length },
  );
  if (refusal !== null) throw new AppError(refusal);
  const by = { workflow_id: workflow.id, workflow_version: workflow.version };
  const pulled = reuseReports ? await pulledReports(trx, old, by) : NO_REPORTS;
  const { payload, reports, corrections } = corrected(
    {
      ...{ payload: old.payload, ...pulled, earlier: old.corrections ?? [], mode: old.execution_mode },
      addable: recipientPaths(workflow.definition),
    },
    wanted,
    { reason, corrected_by_user_id: auth.userId, corrected_at: now.toISOString() },
  );

  const { id } = await trx
    .insertInto('execution')
    .values({
      account_id: old.account_id,
      api_client_id: old.api_client_id,
      workflow_id: workflow.id,
      workflow_version: workflow.version,
      status: 'pending',
      execution_key: key,
      external_reference: old.external_reference,
      applicant_id: old.applicant_id,
      execution_mode: old.execution_mode,
      re_evaluated_from: executionId,
      reuse_reports: reuseReports,
      submitted_by_user_id: auth.userId,
      payload: asJson(payload),
      corrections: corrections.length === 0 ? null : asJson(corrections),
      allow_inactive: !workflow.active,
      sandbox_replay: isSandboxReplay(
        sandbox,
        { payload, executionMode: old.execution_mode },
        productCodesOf(workflow.definition),
      ),
      skip_waits: old.skip_waits,
      run_key: randomUUID(),
      created_at: now,
      traceparent: currentTraceparent(),
      request_id: requestId,
      dictionary_version: newestDictionary(auth.accountId),
      settings: settingsNow(auth.accountId),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeReports(trx, { from: executionId, to: id }, reports);
  if (wanted.length === 0) await copyWords(trx, [{ id, from: executionId }]);
  else await keepCorrectedWords(trx, searchKeys, { ...old, id, payload });
  await trx
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: 're_evaluated',
      actor_user_id: auth.userId,
      note: wanted.length === 0 ? null : reason,
      metadata: asJson({
        re_evaluated_as: id,
        reuse_reports: reuseReports,
        ...(wanted.length === 0 ? {} : { corrections: wanted.length }),
      }),
      created_at: now,
    })
    .execute();
  await trx.insertInto('command').values({ kind: 'start', execution_id: id, lane: 'single' }).execute();
  const row = await selectExecutions(trx)
    .select('e.execution_mode')
    .where('e.id', '=', id)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirstOrThrow();
  // The payload was accepted before, so its dates only cause warnings, in live mode too. They only make the clock start
  // earlier.
  const findings = checkPayload(payload, { mode: 'test', now: now.getTime(), at: 'payload.' });
  return { ...presentSummary(row), ...warningsMember(findings) };
}

interface Made {
  readonly id: number;
  readonly account_id: number;
  readonly api_client_id: number;
  readonly execution_mode: ExecutionMode;
  readonly external_reference: string | null;
  readonly payload: JsonObject;
}

/**
 * A corrected name can be searched, unless the person asked to be forgotten and is not under a legal hold. The person stays the
 * same: a corrected number joins nobody else.
 */
async function keepCorrectedWords(trx: Queryable, searchKeys: readonly EncryptionKey[], made: Made): Promise<void> {
  const person = personOf(searchKeys, await dictionaryNow(trx, made.account_id), {
    ...{ apiClientId: made.api_client_id, executionMode: made.execution_mode, payload: made.payload },
    ...{ applicantKey: null, externalReference: made.external_reference },
  });
  const { rows: forgotten } = await sql`
    select from execution e join erasure r on r.applicant_id = e.applicant_id and r.api_client_id = e.api_client_id
    where e.id = ${made.id} and not exists (select from legal_hold h where h.applicant_id = e.applicant_id)
    limit 1`.execute(trx);
  if (forgotten.length > 0) return;
  await keepWords(trx, [{ executionId: made.id, words: person?.words ?? [] }]);
}

/** A deleted workflow cannot be run, even though the execution that names it exists. */
async function readCurrent(trx: Queryable, auth: Auth, workflowId: number): Promise<WorkflowWithDefinition> {
  try {
    return await readWorkflow(trx, auth, workflowId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('workflow_not_runnable');
    throw error;
  }
}
