import { defineEntity, p } from '@mikro-orm/core';
import type { BatchInterruption, BatchStatus, ExecutionMode } from '../../../core/states.ts';

/** Rows of a batch that were faulty: all positions, and the first faults, without values. A type: plain JSON. */
export type SkippedRows = {
  count: number;
  rows: number[];
  faults: { field: string; message: string }[];
};

export const Batch = defineEntity({
  name: 'Batch',
  tableName: 'batch',
  indexes: [
    { name: 'batch_client', properties: ['apiClientId', 'id'] },
    {
      name: 'batch_running',
      expression: 'create index "batch_running" on "batch" ("id") where "status" = \'running\'',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    workflowId: p.bigint('number'),
    workflowVersion: p.integer(),
    status: p.text().$type<BatchStatus>().default('pending'),
    executionMode: p.text().$type<ExecutionMode>(),
    externalReference: p.text().nullable(),
    totalCount: p.integer(),
    /** Products that the cascade pulls, to interrupt it on a vendor's outage. */
    productCodes: p.array().$type<string[]>().defaultRaw("'{}'"),
    /** Reason if it is `interrupted`; otherwise null. */
    interruptedCode: p.text().$type<BatchInterruption>().nullable(),
    resumedAt: p.datetime(3).nullable(),
    skipWaits: p.boolean().default(false),
    runKey: p.uuid(),
    submittedByUserId: p.bigint('number').nullable(),
    /** X-Request-Id of the request that made it. */
    requestId: p.text().nullable(),
    /** Rows that are left out; null if there are none. */
    skippedRows: p.json<SkippedRows>().nullable(),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The ledger of live pulls: one row for each, regardless of its attempts (semantics 6.3.1). */
export const BillingEntry = defineEntity({
  name: 'BillingEntry',
  tableName: 'billing_entry',
  uniques: [{ name: 'billing_entry_once', properties: ['executionId', 'nodeId', 'visit'] }],
  indexes: [{ name: 'billing_entry_account', properties: ['accountId', 'createdAt'] }],
  properties: {
    executionId: p.bigint('number').primary(),
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    nodeId: p.text(),
    visit: p.integer(),
    productCode: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Counters of the rate limits, shared by all replicas. The table is unlogged: a crash resets it. */
export const RateWindow = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_window',
  indexes: [{ name: 'rate_window_expiry', properties: ['resetsAt'] }],
  properties: {
    key: p.text().primary(),
    hits: p.integer(),
    resetsAt: p.datetime(3),
  },
});

/** Distinct unknown bearer values (hashed) by address, for the failed-authentication ban. Unlogged as well. */
export const FailedAuth = defineEntity({
  name: 'FailedAuth',
  tableName: 'failed_auth',
  indexes: [{ name: 'failed_auth_seen', properties: ['seenAt'] }],
  properties: {
    ip: p.text().primary(),
    tokenHash: p.text().primary(),
    seenAt: p.datetime(3).defaultRaw('now()'),
  },
});
