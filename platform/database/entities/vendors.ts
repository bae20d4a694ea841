import { defineEntity, p } from '@mikro-orm/core';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { AccountConnection } from '../../../core/products/account-connection.ts';

/**
 * `unknown`: an attempt at the pull was cut short, so it is unknown whether the vendor has an order. `not_ordered`: it
 * has none.
 */
export type OrderEndedAs = 'reported' | 'failed' | 'timed_out' | 'cancelled' | 'unknown' | 'not_ordered';

/** A later version of a report. If it came after the redaction, or was redacted, it has only the time when it came. */
interface Correction {
  /** RFC 3339. */
  readonly came_at: string;
  readonly report?: JsonObject;
}

/**
 * A report that a vendor makes in its own time. `services/executor/orders` asks for it until it comes or its deadline
 * passes, and finishes the effect that waits for it.
 */
export const VendorOrder = defineEntity({
  name: 'VendorOrder',
  tableName: 'vendor_order',
  uniques: [{ name: 'vendor_order_key_unique', properties: ['idempotencyKey'] }],
  indexes: [
    {
      name: 'vendor_order_due',
      expression: 'create index "vendor_order_due" on "vendor_order" ("poll_at", "id") where "ended_at" is null',
    },
    { name: 'vendor_order_execution', properties: ['executionId'] },
    {
      name: 'vendor_order_reference',
      expression:
        'create index "vendor_order_reference" on "vendor_order" ("connection", "reference") where "reference" is not null',
    },
    {
      name: 'vendor_order_unknown',
      expression: `create index "vendor_order_unknown" on "vendor_order" ("api_client_id", "id") where "ended_as" = 'unknown'`,
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Key of the pull: the vendor knows the order by it, and a repeated pull finds the order by it. */
    idempotencyKey: p.uuid(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    executionId: p.bigint('number'),
    /** The effect that waits for it now: the last one, if a pull was repeated. */
    effectId: p.bigint('number'),
    nodeId: p.text(),
    visit: p.integer(),
    productCode: p.text(),
    /** Name of the connection to the vendor. */
    connection: p.text(),
    /** The vendor's reference of it. */
    reference: p.text().nullable(),
    /** Where to ask for it; null if the pull is repeated to ask. */
    location: p.text().nullable(),
    /** Number of the pull's requests that were answered, without the last. */
    stepsDone: p.integer().default(0),
    /** The answer to the last of these, until the order ends. */
    answer: p.json<Json>().nullable(),
    /** How often it was asked for. */
    polls: p.integer().default(0),
    pollAt: p.datetime(3),
    deadlineAt: p.datetime(3),
    /** Until then the process that claimed it asks for it. */
    leaseUntil: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    endedAs: p.text().$type<OrderEndedAs>().nullable(),
    /** A person entered its reference, so it is asked for in any state of its run. */
    enteredAt: p.datetime(3).nullable(),
    /** Digest of the report, to recognize a different one. */
    reportDigest: p.text().nullable(),
    /** Reports that came after it; null: none. */
    corrections: p.json<readonly Correction[]>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A message from a vendor, until it is processed. It may have been sent before the order was committed. */
export const VendorCallback = defineEntity({
  name: 'VendorCallback',
  tableName: 'vendor_callback',
  uniques: [
    {
      name: 'vendor_callback_once',
      properties: ['connection', 'idempotencyKey', 'digest'],
    },
  ],
  indexes: [
    {
      name: 'vendor_callback_waiting',
      expression:
        'create index "vendor_callback_waiting" on "vendor_callback" ("connection", "id") where "taken_at" is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    connection: p.text(),
    /** Key of the pull; null for the callback of the connection. */
    idempotencyKey: p.uuid().nullable(),
    digest: p.text(),
    sealed: p.text().nullable(),
    /** Reference of the order, in a proved callback of the connection. */
    reference: p.text().nullable(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    takenAt: p.datetime(3).nullable(),
  },
});

/** The database was restored from a backup: no table has what executions before this id ordered afterwards. */
export const Restore = defineEntity({
  name: 'Restore',
  tableName: 'restore',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    executionsBefore: p.bigint('number'),
    restoredAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** How an account asks the vendor of a product. */
export const ProductConnection = defineEntity({
  name: 'ProductConnection',
  tableName: 'product_connection',
  uniques: [
    { name: 'product_connection_once', properties: ['accountId', 'productCode'] },
    { name: 'product_connection_name', properties: ['name'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    productCode: p.text(),
    /** The name under which its orders and callbacks are kept. */
    name: p.text(),
    /** Without what is secret. */
    settings: p.json<AccountConnection>(),
    /** Sealed with CONNECTION_KEYS. */
    secrets: p.text(),
    /** Incremented with each change. */
    version: p.integer().default(1),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
