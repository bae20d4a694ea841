import { CompiledQuery, sql } from 'kysely';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import { settleNotices } from '../../../platform/database/notices-due.ts';
import { emittingCtes, eventRow } from '../../../platform/database/events.ts';
import type { NoticeStage } from '../../../core/cascade/notice-request.ts';
import type { BegunEffect } from './effect.ts';

/**
 * Records a notice that was accepted while its execution was being cancelled, because nobody advances the run any more.
 * It is part of the transaction that records the effect. It is recorded on the step, among the review events and as
 * `adverse_action.completed`. No-op unless the execution is cancelled. Source: semantics 13.1.1 and 10.15.9.
 */
export async function auditOfCancelled(
  trx: Queryable,
  { execution, nodeId, visit }: BegunEffect,
  sent: {
    readonly artifactId: number;
    readonly stage: NoticeStage;
    readonly message_id: string;
    readonly sent_at: string;
  },
): Promise<void> {
  const row = await trx
    .selectFrom('execution')
    .innerJoin('step', 'step.execution_id', 'execution.id')
    .select(['execution.status', 'execution.workflow_id', 'step.output'])
    .where('execution.id', '=', execution.id)
    .where('step.node_id', '=', nodeId)
    .where('step.visit', '=', visit)
    .executeTakeFirst();
  if (row?.status !== 'cancelled') return;
  const { artifactId, stage, message_id, sent_at } = sent;
  const before: JsonObject = isJsonObject(row.output) ? row.output : {};
  const others = (Array.isArray(before.notices) ? before.notices : []).filter(
    (notice) => isJsonObject(notice) && notice.stage !== stage,
  );
  const notice = { artifact_id: artifactId, stage, status: 'sent', message_id, sent_at };
  await trx
    .updateTable('step')
    .set({ output: asJson({ ...before, notices: [...others, notice] }) })
    .where('execution_id', '=', execution.id)
    .where('node_id', '=', nodeId)
    .where('visit', '=', visit)
    .execute();
  const at = new Date(sent_at);
  await trx
    .insertInto('review_event')
    .values({
      execution_id: execution.id,
      event_type: 'adverse_action_sent',
      metadata: asJson({ node_id: nodeId, stage, artifact_id: artifactId }),
      created_at: at,
    })
    .execute();
  // The first of two letters settles nothing yet.
  if (stage === 'pre_adverse') return;
  const event = eventRow(
    {
      executionId: execution.id,
      runKey: execution.runKey,
      name: 'adverse_action.completed',
      nodeId,
      visit,
      key: stage,
    },
    {
      workflow_execution_id: execution.id,
      workflow_id: row.workflow_id,
      external_reference: execution.externalReference,
      node_id: nodeId,
      action_taken: before.action_taken,
      stage,
      notice_artifact_id: artifactId,
    },
    at,
  );
  await trx.executeQuery(CompiledQuery.raw(EMIT, [execution.apiClientId, execution.id, JSON.stringify([event])]));
  await settleNotices(trx, execution.id, await applicantOf(trx, { executionId: execution.id, nodeId, visit }));
}

const EMIT = `with source as (select $1::bigint as api_client_id, $2::bigint as execution_id),
  ${emittingCtes('source', '$3::jsonb')} select 1`;

/** Path of the person whom a visit's notice is about. */
async function applicantOf(
  trx: Queryable,
  { executionId, nodeId, visit }: { readonly executionId: number; readonly nodeId: string; readonly visit: number },
): Promise<string> {
  const row = await trx
    .selectFrom('effect')
    .select(sql<string | null>`request -> 'notice' ->> 'applicant'`.as('applicant'))
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('visit', '=', visit)
    .where(sql<boolean>`request ->> 'operation' = 'prepare'`)
    .limit(1)
    .executeTakeFirst();
  return (row?.applicant ?? 'applicant').replace(/^context\./, '');
}
