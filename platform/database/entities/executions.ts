import { defineEntity, p } from '@mikro-orm/core';
import type { VisitRef } from '../../../core/cascade/conditions.ts';
import type { EffectRequest, EffectKind } from '../../../core/cascade/contract.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { Correction } from '../../../core/corrections.ts';
import type { NoticeDue } from '../../../core/notices/due.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { PendingReport } from '../../../core/products/pending-report.ts';
import type { CommandLane, ExecutionMode, ExecutionStatus, Outcome, ReviewStatus } from '../../../core/states.ts';
import { UNSET, type PinnedSettings } from '../pinned-settings.ts';

/**
 * One run of a cascade for one applicant. The row is the run's lock. Every write of a run locks it first and checks
 * `run_key`, so that a superseded run (retry, recovery) writes nothing.
 */
export const Execution = defineEntity({
  name: 'Execution',
  tableName: 'execution',
  indexes: [
    {
      // For lists, which count by it alone under every filter.
      name: 'execution_client_list',
      expression:
        'create index "execution_client_list" on "execution" ("api_client_id", "id") include ("status", "review_status", "needs_human_review", "outcome", "execution_mode", "assigned_to_user_id", "created_at")',
    },
    { name: 'execution_client_status', properties: ['apiClientId', 'status', 'id'] },
    { name: 'execution_client_workflow', properties: ['apiClientId', 'workflowId', 'id'] },
    {
      name: 'execution_client_reference',
      expression:
        'create index "execution_client_reference" on "execution" ("api_client_id", "external_reference", "id") where "external_reference" is not null',
    },
    {
      name: 'execution_applicant',
      expression:
        'create index "execution_applicant" on "execution" ("applicant_id", "id") where "applicant_id" is not null',
    },
    {
      name: 'execution_client_assignee',
      expression:
        'create index "execution_client_assignee" on "execution" ("api_client_id", "assigned_to_user_id", "id") where "assigned_to_user_id" is not null',
    },
    {
      // Untouched executions are found by their status instead.
      name: 'execution_client_updated',
      expression:
        'create index "execution_client_updated" on "execution" ("api_client_id", "updated_at", "id") where "updated_at" is not null',
    },
    {
      name: 'execution_client_completed',
      expression:
        'create index "execution_client_completed" on "execution" ("api_client_id", "completed_at", "id") where "completed_at" is not null',
    },
    {
      name: 'execution_client_review',
      expression:
        'create index "execution_client_review" on "execution" ("api_client_id", "id") where "needs_human_review"',
    },
    {
      name: 'execution_batch_row',
      expression:
        'create unique index "execution_batch_row" on "execution" ("batch_id", "row_index") where "batch_id" is not null',
    },
    {
      name: 'execution_begun',
      expression:
        'create index "execution_begun" on "execution" ("id") where "status" = \'running\' and "state" is null and "advance_failures" = 0 and "batch_id" is null',
    },
    {
      name: 'execution_batch_running',
      expression:
        'create index "execution_batch_running" on "execution" ("batch_id") where "status" = \'running\' and "batch_id" is not null and not "only_awaits_reports"',
    },
    {
      name: 'execution_re_evaluated',
      expression:
        'create index "execution_re_evaluated" on "execution" ("re_evaluated_from", "id") where "re_evaluated_from" is not null',
    },
    {
      name: 'execution_client_notices_due',
      expression:
        'create index "execution_client_notices_due" on "execution" ("api_client_id", "id") where "notices_due" is not null',
    },
    {
      name: 'execution_client_pending_reports',
      expression:
        'create index "execution_client_pending_reports" on "execution" ("api_client_id", "id") where "pending_reports" is not null',
    },
    {
      name: 'execution_notices_overdue',
      expression:
        'create index "execution_notices_overdue" on "execution" ("notices_overdue_at") where "notices_overdue_at" is not null',
    },
    {
      // Unanswered applications for credit.
      name: 'execution_notice_due_live',
      expression:
        'create index "execution_notice_due_live" on "execution" ("notice_due_at") where "notice_due_at" is not null and "completed_at" is null',
    },
    {
      name: 'execution_wake',
      expression: 'create index "execution_wake" on "execution" ("wake_at") where "wake_at" is not null',
    },
    {
      name: 'execution_unredacted',
      expression:
        'create index "execution_unredacted" on "execution" ("completed_at") where "redacted_at" is null and "completed_at" is not null',
    },
    {
      name: 'execution_live',
      expression:
        'create index "execution_live" on "execution" ("id") where "status" in (\'pending\', \'running\', \'waiting\', \'awaiting_review\')',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    workflowId: p.bigint('number'),
    workflowVersion: p.integer(),
    batchId: p.bigint('number').nullable(),
    rowIndex: p.integer().nullable(),
    status: p.text().$type<ExecutionStatus>(),
    executionKey: p.text().nullable(),
    externalReference: p.text().nullable(),
    /** Null if its payload has no applicant. */
    applicantId: p.bigint('number').nullable(),
    executionMode: p.text().$type<ExecutionMode>(),
    needsHumanReview: p.boolean().default(false),
    reviewStatus: p.text().$type<ReviewStatus>().default('none'),
    assignedToUserId: p.bigint('number').nullable(),
    outcome: p.text().$type<Outcome>().nullable(),
    reEvaluatedFrom: p.bigint('number').nullable(),
    reuseReports: p.boolean().default(false),
    submittedByUserId: p.bigint('number').nullable(),
    /** The caller's payload; the resolved keys of input_context are columns. */
    payload: p.json<JsonObject>(),
    /** Values of the payload and of reports that a person corrected before it ran; null if there are none. */
    corrections: p.json<readonly Correction[]>().nullable(),
    userApproved: p.boolean().nullable(),
    allowInactive: p.boolean().default(false),
    sandboxReplay: p.boolean().default(false),
    skipWaits: p.boolean().default(false),
    /** The interpreter's state; null until the first advance. */
    state: p.json<RunState>().nullable(),
    /**
     * The fence: retry and recovery draw a new one. The workflow id contains it, and every write of a run checks it.
     */
    runKey: p.uuid(),
    retryCount: p.integer().default(0),
    /** Failed advances in a row, except those with an unreachable database. */
    advanceFailures: p.integer().default(0),
    /** Attempts that were counted at their beginning and have no result yet. */
    advancesBegun: p.integer().default(0),
    /** When the run has to be advanced next (earliest sleeping token), for the reconciler. */
    wakeAt: p.datetime(3).nullable(),
    firstErrorMessage: p.text().nullable(),
    firstErrorCode: p.text().nullable(),
    /** W3C Trace Context of the request that created it; null without traces (`platform/tracing`). */
    traceparent: p.text().nullable(),
    /** X-Request-Id of the request that made it. */
    requestId: p.text().nullable(),
    /** The newest version of its account's dictionary when it was accepted; null if there was none. */
    dictionaryVersion: p.integer().nullable(),
    /** Its account's settings when it was accepted. */
    settings: p.json<PinnedSettings>().defaultRaw(`'${JSON.stringify(UNSET)}'`),
    /** For credit, the day by which the application has to be answered. */
    noticeDueAt: p.datetime(3).nullable(),
    /** Denials of an ended run whose notice did not go out; null if there are none. */
    noticesDue: p.json<readonly NoticeDue[]>().nullable(),
    /** When to notify that one of them is overdue; null once that was done. */
    noticesOverdueAt: p.datetime(3).nullable(),
    /** Reports that vendors make while it waits; null if there are none. */
    pendingReports: p.json<readonly PendingReport[]>().nullable(),
    /** True if nothing else of it is under way, so that it takes no slot of its batch. */
    onlyAwaitsReports: p.boolean().default(false),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    redactedAt: p.datetime(3).nullable(),
    /** When the person was erased: nobody finds them by it any more. */
    erasedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).nullable(),
  },
});

/**
 * A report that a re-evaluation uses instead of a pull. It is a copy, so it remains when the old execution is redacted.
 */
export const ReusedReport = defineEntity({
  name: 'ReusedReport',
  tableName: 'reused_report',
  properties: {
    executionId: p.bigint('number').primary(),
    productCode: p.text().primary(),
    output: p.json<Json>(),
    fromExecutionId: p.bigint('number'),
  },
});

/** One visit of a node. `step_outputs` of an execution are the outputs of the last visits. */
export const Step = defineEntity({
  name: 'Step',
  tableName: 'step',
  properties: {
    executionId: p.bigint('number').primary(),
    nodeId: p.text().primary(),
    visit: p.integer().primary(),
    nodeType: p.text(),
    status: p.text().$type<'running' | 'succeeded' | 'failed' | 'cancelled'>(),
    /** Order in which visits began, over the whole run. */
    sequence: p.bigint('number').autoincrement(),
    output: p.json<Json>().nullable(),
    /** The visits whose tokens it took. */
    causes: p.json<readonly VisitRef[]>().defaultRaw("'[]'"),
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    attempts: p.integer().nullable(),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/**
 * A run's request to the outside world. `intended` → `begun` → `done` or `failed`; `cancelled` only from `intended`.
 * `delegated` follows `begun`: the artifacts service or a vendor's order then records the result and pokes the run.
 * `begun` is committed before anything is sent, so an effect that is still `intended` can safely be cancelled.
 */
export const Effect = defineEntity({
  name: 'Effect',
  tableName: 'effect',
  uniques: [{ name: 'effect_key_unique', properties: ['executionId', 'key'] }],
  properties: {
    executionId: p.bigint('number').primary(),
    id: p.bigint('number').primary().autoincrement(),
    /** `waitKey` of core/interpreter/types.ts. */
    key: p.text(),
    nodeId: p.text(),
    visit: p.integer(),
    kind: p.text().$type<EffectKind>(),
    request: p.json<EffectRequest>(),
    status: p.text().$type<'intended' | 'begun' | 'delegated' | 'done' | 'failed' | 'cancelled'>().default('intended'),
    attempts: p.integer().default(0),
    result: p.json<JsonObject>().nullable(),
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    begunAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** An outbox row towards Temporal (`commands.ts`). Deleted once it was dispatched. */
export const Command = defineEntity({
  name: 'Command',
  tableName: 'command',
  indexes: [
    { name: 'command_due', properties: ['lane', 'dueAt', 'id'] },
    { name: 'command_execution', properties: ['executionId', 'id'] },
    {
      name: 'command_batch_rows',
      expression:
        'create index "command_batch_rows" on "command" ("batch_id", "due_at", "id") where "lane" = \'batch\' and "attempts" = 0',
    },
    {
      name: 'command_batch_begun',
      expression:
        'create index "command_batch_begun" on "command" ("due_at", "id") where "lane" = \'batch\' and "attempts" > 0',
    },
    {
      name: 'command_batch_poke',
      expression:
        'create unique index "command_batch_poke" on "command" ("batch_id") where "kind" = \'poke\' and "execution_id" is null and "lease_until" is null',
    },
    {
      name: 'command_batch_order',
      expression: 'create index "command_batch_order" on "command" ("batch_id", "id") where "execution_id" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.text().$type<'start' | 'poke'>(),
    /** Null if the command is about the batch itself. Starts of a batch's rows name both. */
    executionId: p.bigint('number').nullable(),
    batchId: p.bigint('number').nullable(),
    lane: p.text().$type<CommandLane>().default('single'),
    /** Not before this time; a lease moves it ahead while somebody works on it, and the back-off after a failure. */
    dueAt: p.datetime(3).defaultRaw('now()'),
    /** Set by the first claim; from then on a new poke of the same batch is a row of its own. */
    leaseUntil: p.datetime(3).nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The Idempotency-Key, with the response that is replayed byte for byte. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  indexes: [
    {
      name: 'idempotency_key_age',
      expression:
        'create index "idempotency_key_age" on "idempotency_key" using brin ("created_at") with (pages_per_range = 32)',
    },
    {
      name: 'idempotency_key_sealed',
      expression:
        'create index "idempotency_key_sealed" on "idempotency_key" ("created_at") where "response_sealed" is not null',
    },
  ],
  properties: {
    apiClientId: p.bigint('number').primary(),
    /** Namespaced: `api_client:<id>:<key>`, at most 200 characters. */
    key: p.text().primary(),
    fingerprint: p.text(),
    responseStatus: p.integer(),
    /** The `data` of the response as it was serialised. */
    responseData: p.text(),
    /** The response with its secret, encrypted; null if it holds none, and once the secret was erased. */
    responseSealed: p.text().nullable(),
    /** The request that is preparing the response, and when its reservation ends; both null once there is a response. */
    reservedBy: p.uuid().nullable(),
    reservedUntil: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
