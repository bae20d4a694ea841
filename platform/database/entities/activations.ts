import { defineEntity, p } from '@mikro-orm/core';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { ProductPins } from '../../../core/cascade/own-products.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ActivationStatus } from '../../../core/states.ts';

/** A request to put a version of a workflow live. Of a workflow one is pending. */
export const ActivationRequest = defineEntity({
  name: 'ActivationRequest',
  tableName: 'activation_request',
  indexes: [
    { name: 'activation_request_workflow', properties: ['workflowId', 'id'] },
    { name: 'activation_request_account', properties: ['accountId', 'id'] },
    {
      name: 'activation_request_pending',
      expression: `create unique index "activation_request_pending" on "activation_request" ("workflow_id") where "status" = 'pending'`,
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    workflowId: p.bigint('number'),
    /** The workflow's when it was asked for: another one later supersedes the request. */
    version: p.integer(),
    /** Of what would go live. */
    definitionSha256: p.text(),
    /** Name and use case with which it would go live. */
    name: p.text(),
    useCase: p.text().nullable(),
    /** False: the version itself goes live. True: what is asked for becomes the next one. */
    proposesVersion: p.boolean(),
    /** Null: that of the version. */
    definition: p.json<CascadeDefinition>().columnType('json').nullable(),
    /** The newest when it was asked for; 0: nothing was declared. */
    dictionaryVersion: p.integer().default(0),
    /** As in a version of a workflow, of what would go live. */
    products: p.json<ProductPins>().defaultRaw(`'{}'`),
    note: p.text().nullable(),
    status: p.text().$type<ActivationStatus>(),
    requestedByUserId: p.bigint('number'),
    decidedByUserId: p.bigint('number').nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** The version that an approval put live. */
    activatedVersion: p.integer().nullable(),
    /** Of the examples of the workflow when it was asked for, and what they said of it; null: they were not asked. */
    examplesMark: p.text().default(''),
    examples: p.json<JsonObject>().columnType('json').nullable(),
    /** What changed in the examples since a version last went live. Null while it is pending. */
    examplesChanged: p.json<readonly JsonObject[]>().columnType('json').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
