import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../../core/json.ts';
import type { ActorKind, AuditAction } from '../../../core/audit.ts';

/** Who did what. Services add rows and read them; no grant lets one change or remove a row. */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  indexes: [{ name: 'audit_event_account', properties: ['accountId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    action: p.text().$type<AuditAction>(),
    actorKind: p.text().$type<ActorKind>(),
    /** Of the token or the session; null for an operator. */
    actorId: p.bigint('number').nullable(),
    actorUserId: p.bigint('number').nullable(),
    apiClientId: p.bigint('number').nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    subjectType: p.text(),
    subjectId: p.text(),
    /** What is worth knowing of the act, never a value that it showed nor a secret. */
    detail: p.json<JsonObject>(),
    occurredAt: p.datetime(3).defaultRaw('now()'),
  },
});
