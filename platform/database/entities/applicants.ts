import { defineEntity, p } from '@mikro-orm/core';
import type { ActorKind } from '../../../core/audit.ts';
import type { ExecutionMode } from '../../../core/states.ts';

/** A person whom executions of one API client and one mode are about. */
export const Applicant = defineEntity({
  name: 'Applicant',
  tableName: 'applicant',
  indexes: [{ name: 'applicant_client', properties: ['apiClientId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    executionMode: p.text().$type<ExecutionMode>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A key that joins executions: the caller's key of a person, or an HMAC (`platform/applicant-marks.ts`). */
export const ApplicantHandle = defineEntity({
  name: 'ApplicantHandle',
  tableName: 'applicant_handle',
  indexes: [{ name: 'applicant_handle_applicant', properties: ['applicantId', 'handle'] }],
  properties: {
    apiClientId: p.bigint('number').primary(),
    executionMode: p.text().$type<ExecutionMode>().primary(),
    handle: p.text().primary(),
    /** Null only within the transaction that adds the row. */
    applicantId: p.bigint('number').nullable(),
  },
});

/** Search terms of people: folded words of names and references, and HMACs, which are compared as a whole. */
export const ApplicantWord = defineEntity({
  name: 'ApplicantWord',
  tableName: 'applicant_word',
  indexes: [{ name: 'applicant_word_execution', properties: ['executionId'] }],
  properties: {
    apiClientId: p.bigint('number').primary(),
    executionMode: p.text().$type<ExecutionMode>().primary(),
    word: p.text().primary(),
    applicantId: p.bigint('number').primary(),
    executionId: p.bigint('number').primary(),
  },
});

/** How often each person searched in an hour, until the audit log has it. */
export const ApplicantSearch = defineEntity({
  name: 'ApplicantSearch',
  tableName: 'applicant_search',
  properties: {
    accountId: p.bigint('number'),
    actorKind: p.text().$type<ActorKind>().primary(),
    actorId: p.bigint('number').primary(),
    actorUserId: p.bigint('number').nullable(),
    apiClientId: p.bigint('number').nullable(),
    hour: p.datetime(0).primary(),
    searches: p.integer(),
    shown: p.integer(),
  },
});
