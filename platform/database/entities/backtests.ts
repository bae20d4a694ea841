import { defineEntity, p } from '@mikro-orm/core';
import type { Change } from '../../../core/backtests/pair.ts';
import type { KeptSide } from '../../../core/backtests/side.ts';
import type { Tally } from '../../../core/backtests/tally.ts';
import type { ProductPins } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { BacktestStatus } from '../../../core/states.ts';

/** A trial of another version of a workflow on executions that were decided. */
export const Backtest = defineEntity({
  name: 'Backtest',
  tableName: 'backtest',
  indexes: [
    { name: 'backtest_workflow', properties: ['apiClientId', 'workflowId', 'id'] },
    { name: 'backtest_account', properties: ['accountId', 'id'] },
    {
      name: 'backtest_open',
      expression: 'create index "backtest_open" on "backtest" ("account_id", "id") where "ended_at" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    workflowId: p.bigint('number'),
    createdByUserId: p.bigint('number').nullable(),
    /** Null for a definition that is not saved. */
    version: p.integer().nullable(),
    definition: p.json<CascadeDefinition>().columnType('json'),
    products: p.json<ProductPins>(),
    name: p.text(),
    useCase: p.text().nullable(),
    definitionSha256: p.text(),
    /** Null: what was recorded. */
    againstVersion: p.integer().nullable(),
    filter: p.json<JsonObject>().columnType('json'),
    sampleLimit: p.integer(),
    /** How many executions the filter finds. */
    matching: p.integer(),
    seed: p.integer(),
    total: p.integer(),
    done: p.integer().default(0),
    /** Units of work that were spent on it. */
    work: p.bigint('number').defaultRaw('0'),
    /** How many changes it kept. */
    changes: p.integer().default(0),
    tally: p.json<Tally>(),
    status: p.text().$type<BacktestStatus>().default('queued'),
    errorCode: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** Executions of a backtest that are to be compared. */
export const BacktestChunk = defineEntity({
  name: 'BacktestChunk',
  tableName: 'backtest_chunk',
  properties: {
    backtestId: p.bigint('number').primary(),
    number: p.integer().primary(),
    executionIds: p.array().columnType('bigint[]').$type<number[]>(),
    attempts: p.integer().default(0),
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** An execution whose decision changes. */
export const BacktestChange = defineEntity({
  name: 'BacktestChange',
  tableName: 'backtest_change',
  uniques: [{ name: 'backtest_change_once', properties: ['backtestId', 'executionId'] }],
  indexes: [{ name: 'backtest_change_execution', properties: ['executionId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    backtestId: p.bigint('number'),
    executionId: p.bigint('number'),
    kinds: p.array().$type<Change[]>(),
    rule: p.text().nullable(),
    old: p.json<KeptSide>(),
    new: p.json<KeptSide>(),
  },
});
