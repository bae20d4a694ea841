import { defineEntity, p } from '@mikro-orm/core';
import type { KeptFor } from '../../../core/erasures/duties.ts';
import type { Emptied, ErasureReason, ErasureStatus, WaitsFor } from '../../../core/erasures/states.ts';

export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  indexes: [
    {
      name: 'erasure_due',
      expression: 'create index "erasure_due" on "erasure" ("due_at", "id") where "completed_at" is null',
    },
    { name: 'erasure_client', properties: ['apiClientId', 'applicantId', 'id'] },
    {
      name: 'erasure_open',
      expression: 'create unique index "erasure_open" on "erasure" ("applicant_id") where "completed_at" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    applicantId: p.bigint('number'),
    reason: p.text().$type<ErasureReason>(),
    cancels: p.boolean(),
    requestedByUserId: p.bigint('number').nullable(),
    status: p.text().$type<ErasureStatus>().default('accepted'),
    dueAt: p.datetime(3).defaultRaw('now()'),
    leaseUntil: p.datetime(3).nullable(),
    loggedAt: p.datetime(3).nullable(),
    emptiedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const ErasureExecution = defineEntity({
  name: 'ErasureExecution',
  tableName: 'erasure_execution',
  indexes: [{ name: 'erasure_execution_execution', properties: ['executionId'] }],
  properties: {
    erasureId: p.bigint('number').primary(),
    executionId: p.bigint('number').primary(),
    waitsFor: p.text().$type<WaitsFor>().nullable(),
    keptFor: p.json<readonly KeptFor[]>().defaultRaw("'[]'"),
    keptUntil: p.datetime(3).nullable(),
    begunAt: p.datetime(3).nullable(),
    erasedAt: p.datetime(3).nullable(),
    emptied: p.json<Emptied>().nullable(),
  },
});

export const LegalHold = defineEntity({
  name: 'LegalHold',
  tableName: 'legal_hold',
  properties: {
    applicantId: p.bigint('number').primary().autoincrement(false),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    matter: p.text(),
    heldByUserId: p.bigint('number').nullable(),
    heldAt: p.datetime(3).defaultRaw('now()'),
  },
});
