import { defineEntity, p } from '@mikro-orm/core';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { ProductPins } from '../../../core/cascade/own-products.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ActivationStatus } from '../../../core/states.ts';

/** A request to put a version of a workflow live. A workflow has at most one pending request. */
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
    /** The workflow's version at the time of the request: a later one supersedes the request. */
    version: p.integer(),
    /** Hash of the definition that would go live. */
    definitionSha256: p.text(),
    /** Name and use case with which it would go live. */
    name: p.text(),
    useCase: p.text().nullable(),
    /** False if the version itself goes live. True if the proposal becomes the next version. */
    proposesVersion: p.boolean(),
    /** Null for the definition of the version. */
    definition: p.json<CascadeDefinition>().columnType('json').nullable(),
    /** The newest version at the time of the request; 0 if nothing was declared. */
    dictionaryVersion: p.integer().default(0),
    /** As in a version of a workflow, for the definition that would go live. */
    products: p.json<ProductPins>().defaultRaw(`'{}'`),
    note: p.text().nullable(),
    status: p.text().$type<ActivationStatus>(),
    requestedByUserId: p.bigint('number'),
    decidedByUserId: p.bigint('number').nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** The version that an approval put live. */
    activatedVersion: p.integer().nullable(),
    /** Mark and results of the workflow's examples at the time of the request; null if none were tried. */
    examplesMark: p.text().default(''),
    examples: p.json<JsonObject>().columnType('json').nullable(),
    /** Changes of the examples since a version last went live. Null while it is pending. */
    examplesChanged: p.json<readonly JsonObject[]>().columnType('json').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
