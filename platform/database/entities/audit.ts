import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../../core/json.ts';
import type { ActorKind, AuditAction } from '../../../core/audit.ts';

/**
 * Records of acts. Services add rows and read them. No grant lets one change or remove a row, or choose its number,
 * time or hash, which the trigger `audit_event_chain` sets.
 */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  uniques: [{ name: 'audit_event_sequence_unique', properties: ['accountId', 'sequence'] }],
  indexes: [
    { name: 'audit_event_action', properties: ['accountId', 'action', 'sequence'] },
    { name: 'audit_event_actor', properties: ['accountId', 'actorUserId', 'sequence'] },
    { name: 'audit_event_subject', properties: ['accountId', 'subjectType', 'subjectId', 'sequence'] },
    { name: 'audit_event_time', properties: ['accountId', 'occurredAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** INSTALLATION for acts that concern no account. */
    accountId: p.bigint('number'),
    action: p.text().$type<AuditAction>(),
    actorKind: p.text().$type<ActorKind>(),
    /** Id of the token or the session; null for an operator. */
    actorId: p.bigint('number').nullable(),
    actorUserId: p.bigint('number').nullable(),
    /** Name of an operator on their machine. */
    actorName: p.text().nullable(),
    apiClientId: p.bigint('number').nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    subjectType: p.text(),
    subjectId: p.text(),
    /** Details of the act, never a value that it showed nor a secret. */
    detail: p.json<JsonObject>(),
    occurredAt: p.datetime(3).defaultRaw('now()'),
    /** Position in the account's chain, without a gap. The trigger sets it and the columns below. */
    sequence: p.bigint('number').defaultRaw('0'),
    previousHash: p.text().default(''),
    hash: p.text().default(''),
  },
});

/** Where an account's chain ends, and where it begins after removals by retention. */
export const AuditChain = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chain',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    lastSequence: p.bigint('number'),
    lastHash: p.text(),
    purgedSequence: p.bigint('number'),
    purgedHash: p.text(),
  },
});

/** When a reader was last recorded as having seen an execution with its numbers in full. */
export const FullRead = defineEntity({
  name: 'FullRead',
  tableName: 'full_read',
  indexes: [{ name: 'full_read_time', properties: ['readAt'] }],
  properties: {
    actorKind: p.text().primary(),
    /** Id of the token or the session. */
    actorId: p.bigint('number').primary(),
    executionId: p.bigint('number').primary(),
    readAt: p.datetime(3),
  },
});
