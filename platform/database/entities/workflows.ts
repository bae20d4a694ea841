import { defineEntity, p } from '@mikro-orm/core';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Example, Expected } from '../../../core/examples/example.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ProductPins } from '../../../core/cascade/own-products.ts';
import type { TriggerType } from '../../../core/states.ts';

/** A cascade. The definition is in its versions; `version` is the current one. Deleting is soft. */
export const Workflow = defineEntity({
  name: 'Workflow',
  tableName: 'workflow',
  uniques: [{ name: 'workflow_account_code_unique', properties: ['accountId', 'code'] }],
  indexes: [{ name: 'workflow_account_id', properties: ['accountId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    code: p.text(),
    name: p.text(),
    active: p.boolean(),
    triggerType: p.text().$type<TriggerType>(),
    useCase: p.text().nullable(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Every definition ever saved. Never changed: an execution runs the version that it names. */
export const WorkflowVersion = defineEntity({
  name: 'WorkflowVersion',
  tableName: 'workflow_version',
  uniques: [{ name: 'workflow_version_unique', properties: ['workflowId', 'version'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    workflowId: p.bigint('number'),
    version: p.integer(),
    /** The cascade's name and use case for runs of this version, whatever the cascade is called later. */
    name: p.text(),
    useCase: p.text().nullable(),
    /** `json`, not `jsonb`: the author gets keys back in the order in which they were sent. */
    definition: p.json<CascadeDefinition>().columnType('json'),
    /** Null for the service's own versions. */
    createdByUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    /** The version of each of the account's products that it pulls, by code. */
    products: p.json<ProductPins>().defaultRaw(`'{}'`),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A made-up applicant with the expected result. */
export const WorkflowExample = defineEntity({
  name: 'WorkflowExample',
  tableName: 'workflow_example',
  uniques: [{ name: 'workflow_example_name_unique', properties: ['workflowId', 'name'] }],
  indexes: [{ name: 'workflow_example_workflow', properties: ['workflowId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    workflowId: p.bigint('number'),
    name: p.text(),
    payload: p.json<Example['payload']>().columnType('json'),
    reports: p.json<Example['reports']>().columnType('json'),
    decisions: p.json<Example['decisions']>().columnType('json'),
    /** The day on which they apply, as 2026-03-01. */
    asOf: p.text(),
    expected: p.json<Expected>().columnType('json'),
    /** Hash of payload, reports and decisions. */
    applicantSha256: p.text().default(''),
    expectedByUserId: p.bigint('number'),
    expectedAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** An example that was added, changed or removed since a version of its workflow last went live. */
export const WorkflowExampleChange = defineEntity({
  name: 'WorkflowExampleChange',
  tableName: 'workflow_example_change',
  properties: {
    workflowId: p.bigint('number').primary(),
    exampleId: p.bigint('number').primary(),
    accountId: p.bigint('number'),
    /** The former example without its applicant, of whom it has the hash. Null if the example was added since. */
    was: p.json<JsonObject>().columnType('json').nullable(),
    changedByUserIds: p.array().columnType('bigint[]').$type<number[]>(),
    changedAt: p.datetime(3),
  },
});

/** Loaded from the template files at migration, by `key`. */
export const WorkflowTemplate = defineEntity({
  name: 'WorkflowTemplate',
  tableName: 'workflow_template',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    key: p.text().unique('workflow_template_key_unique'),
    name: p.text(),
    description: p.text().nullable(),
    icon: p.text().nullable(),
    color: p.text().nullable(),
    category: p.text().nullable(),
    active: p.boolean().default(true),
    featured: p.boolean().default(false),
    publishedAt: p.datetime(3).nullable(),
    sourceWorkflowId: p.bigint('number').nullable(),
    definition: p.json<CascadeDefinition>().columnType('json'),
    examples: p.json<readonly Example[]>().columnType('json').defaultRaw(`'[]'`),
  },
});
