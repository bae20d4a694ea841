import { defineEntity, p } from '@mikro-orm/core';
import type { EffectRequest, EffectKind } from '../../../core/nodes/contract.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { ExecutionMode, ExecutionStatus, Outcome, ReviewStatus } from '../../../core/states.ts';

/**
 * One run of a cascade for one applicant. The row is the run's lock: whoever writes anything of a run locks it first
 * and checks `run_key`, so that a run which was superseded (retry, recovery) can write nothing any more.
 */
export const Execution = defineEntity({
  name: 'Execution',
  tableName: 'execution',
  indexes: [
    { name: 'execution_client_id', properties: ['apiClientId', 'id'] },
    { name: 'execution_client_status', properties: ['apiClientId', 'status', 'id'] },
    { name: 'execution_client_workflow', properties: ['apiClientId', 'workflowId', 'id'] },
    {
      name: 'execution_client_reference',
      expression:
        'create index "execution_client_reference" on "execution" ("api_client_id", "external_reference", "id") where "external_reference" is not null',
    },
    {
      name: 'execution_client_assignee',
      expression:
        'create index "execution_client_assignee" on "execution" ("api_client_id", "assigned_to_user_id", "id") where "assigned_to_user_id" is not null',
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
      name: 'execution_wake',
      expression: 'create index "execution_wake" on "execution" ("wake_at") where "wake_at" is not null',
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
    executionMode: p.text().$type<ExecutionMode>(),
    needsHumanReview: p.boolean().default(false),
    reviewStatus: p.text().$type<ReviewStatus>().default('none'),
    assignedToUserId: p.bigint('number').nullable(),
    outcome: p.text().$type<Outcome>().nullable(),
    reEvaluatedFrom: p.bigint('number').nullable(),
    reuseReports: p.boolean().default(false),
    submittedByUserId: p.bigint('number').nullable(),
    /** What the caller sent, flat; the resolved keys of input_context are columns of their own. */
    payload: p.json<JsonObject>(),
    userApproved: p.boolean().nullable(),
    allowInactive: p.boolean().default(false),
    sandboxReplay: p.boolean().default(false),
    skipWaits: p.boolean().default(false),
    /** The interpreter's state; null until the first advance. */
    state: p.json<RunState>().nullable(),
    /** Fences: drawn anew by retry and recovery; the workflow id carries it and every write of a run names it. */
    runKey: p.uuid(),
    retryCount: p.integer().default(0),
    /** When the run wants to be woken next (earliest sleeping token), for the reconciler. */
    wakeAt: p.datetime(3).nullable(),
    firstErrorMessage: p.text().nullable(),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    redactedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).nullable(),
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
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    attempts: p.integer().nullable(),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/**
 * What a run asked of the world. `intended` → `begun` → `done` or `failed`; `cancelled` only from `intended`.
 * `begun` is committed before the world is touched, so that nobody mistakes a begun one for one that can be called back.
 */
export const Effect = defineEntity({
  name: 'Effect',
  tableName: 'effect',
  uniques: [{ name: 'effect_key_unique', properties: ['executionId', 'key'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    executionId: p.bigint('number'),
    /** `waitKey` of core/interpreter/types.ts. */
    key: p.text(),
    nodeId: p.text(),
    visit: p.integer(),
    kind: p.text().$type<EffectKind>(),
    request: p.json<EffectRequest>(),
    status: p.text().$type<'intended' | 'begun' | 'done' | 'failed' | 'cancelled'>().default('intended'),
    attempts: p.integer().default(0),
    result: p.json<JsonObject>().nullable(),
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    begunAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** An outbox row: what Temporal has to be told. Deleted when it was told. */
export const Command = defineEntity({
  name: 'Command',
  tableName: 'command',
  indexes: [
    { name: 'command_due', properties: ['lane', 'dueAt', 'id'] },
    { name: 'command_execution', properties: ['executionId', 'id'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.text().$type<'start' | 'poke'>(),
    executionId: p.bigint('number').nullable(),
    batchId: p.bigint('number').nullable(),
    lane: p.text().$type<'single' | 'batch'>().default('single'),
    /** Not before; moved ahead by a lease while somebody works on it, and by the back-off after a failure. */
    dueAt: p.datetime(3).defaultRaw('now()'),
    leaseUntil: p.datetime(3).nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The Idempotency-Key, with the answer to be replayed byte for byte. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    apiClientId: p.bigint('number').primary(),
    /** Namespaced: `api_client:<id>:<key>`, at most 200 characters. */
    key: p.text().primary(),
    fingerprint: p.text(),
    responseStatus: p.integer(),
    /** The `data` of the answer as it was serialised. */
    responseData: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
