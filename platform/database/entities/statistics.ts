import { defineEntity, p } from '@mikro-orm/core';
import type { FactValue } from '../../../core/statistics/ended.ts';
import type { DriftKind, DriftMeasured } from '../../../core/statistics/drifts.ts';
import type { ExecutionMode, ExecutionStatus, Outcome } from '../../../core/states.ts';

/** A run that has ended, in the statement that ended it (`platform/database/decision-facts.ts`). */
export const DecisionFact = defineEntity({
  name: 'DecisionFact',
  tableName: 'decision_fact',
  indexes: [
    { name: 'decision_fact_workflow', properties: ['workflowId', 'endedAt'] },
    {
      name: 'decision_fact_uncounted',
      expression: 'create index "decision_fact_uncounted" on "decision_fact" ("id") where not "is_counted"',
    },
  ],
  properties: {
    /** That of the execution; once that is redacted, a random one below zero. */
    id: p.bigint('number').primary().autoincrement(false),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    workflowId: p.bigint('number'),
    workflowVersion: p.integer(),
    batchId: p.bigint('number').nullable(),
    executionMode: p.text().$type<ExecutionMode>(),
    isAgain: p.boolean(),
    status: p.text().$type<ExecutionStatus>(),
    outcome: p.text().$type<Outcome>().nullable(),
    errorCode: p.text().nullable(),
    acceptedAt: p.datetime(3),
    endedAt: p.datetime(3),
    decidedBy: p.text().nullable(),
    held: p.array().$type<string[]>(),
    taken: p.array().$type<string[]>().default([]),
    reasons: p.array().$type<string[]>(),
    facts: p.json<Readonly<Record<string, FactValue>>>(),
    /** True if the hours include it. */
    isCounted: p.boolean().default(false),
  },
});

/** Kinds of counts: decisions, rules that decided, rules that held, reasons, times, and the runs' reviews and pulls. */
export type Counted =
  | 'decision'
  | 'rule'
  | 'held'
  | 'branch'
  | 'reason'
  | 'time'
  | 'review'
  | 'review_time'
  | 'pull'
  | 'pull_failed'
  | 'pull_time';

/** Facts, counted by the hour in which the run ended. */
export const DecisionHour = defineEntity({
  name: 'DecisionHour',
  tableName: 'decision_hour',
  properties: {
    apiClientId: p.bigint('number').primary(),
    executionMode: p.text().$type<ExecutionMode>().primary(),
    what: p.text().$type<Counted>().primary(),
    /** 0: all together. */
    workflowId: p.bigint('number').primary(),
    hour: p.datetime(0).primary(),
    workflowVersion: p.integer().primary(),
    /** Empty: none. */
    outcome: p.text().$type<Outcome | ''>().primary(),
    key: p.text().primary(),
    /** Only decisions have one. */
    status: p.text().$type<ExecutionStatus | ''>().primary(),
    isAgain: p.boolean().primary(),
    count: p.integer(),
    /** Only times have them. */
    bins: p.array().columnType('smallint[]').$type<number[]>().nullable(),
    binCounts: p.array().columnType('int[]').$type<number[]>().nullable(),
  },
});

/** The live decisions of a client in a workflow, which are watched for drifts (`services/executor/drift`). */
export const DriftWatch = defineEntity({
  name: 'DriftWatch',
  tableName: 'drift_watch',
  indexes: [
    {
      name: 'drift_watch_due',
      expression: 'create index "drift_watch_due" on "drift_watch" ("looked_at" nulls first) where "is_due"',
    },
  ],
  properties: {
    apiClientId: p.bigint('number').primary(),
    workflowId: p.bigint('number').primary(),
    accountId: p.bigint('number'),
    /** Decisions came since it was looked at. */
    isDue: p.boolean(),
    lookedAt: p.datetime(3).nullable(),
    /** The hour in which its shares were last judged. */
    judgedHour: p.datetime(0).nullable(),
  },
});

/** A difference between the live decisions of a client in a workflow and those before. */
export const DecisionDrift = defineEntity({
  name: 'DecisionDrift',
  tableName: 'decision_drift',
  indexes: [
    {
      name: 'decision_drift_open',
      expression:
        'create unique index "decision_drift_open" on "decision_drift" ("api_client_id", "workflow_id", "kind", "key") where "ended_at" is null',
    },
    { name: 'decision_drift_client', properties: ['apiClientId', 'begunAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    workflowId: p.bigint('number'),
    workflowVersion: p.integer(),
    kind: p.text().$type<DriftKind>(),
    /** The rule, product or field; empty for approvals. */
    key: p.text(),
    measured: p.json<DriftMeasured>(),
    suspectedAt: p.datetime(3),
    /** Null until a second window shows it too. */
    begunAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** Facts, counted by the day in UTC. */
export const DecisionDay = defineEntity({
  name: 'DecisionDay',
  tableName: 'decision_day',
  properties: {
    apiClientId: p.bigint('number').primary(),
    executionMode: p.text().$type<ExecutionMode>().primary(),
    what: p.text().$type<Counted>().primary(),
    workflowId: p.bigint('number').primary(),
    day: p.datetime(0).primary(),
    workflowVersion: p.integer().primary(),
    outcome: p.text().$type<Outcome | ''>().primary(),
    key: p.text().primary(),
    status: p.text().$type<ExecutionStatus | ''>().primary(),
    isAgain: p.boolean().primary(),
    count: p.integer(),
    bins: p.array().columnType('smallint[]').$type<number[]>().nullable(),
    binCounts: p.array().columnType('int[]').$type<number[]>().nullable(),
  },
});
