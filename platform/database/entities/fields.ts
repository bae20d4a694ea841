import { defineEntity, p } from '@mikro-orm/core';
import type { FieldQuestion } from '../../../core/fields/questions.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import type { ActivationStatus } from '../../../core/states.ts';

/** A version of the data dictionary of an account. Added to and never changed. */
export const DictionaryVersion = defineEntity({
  name: 'DictionaryVersion',
  tableName: 'dictionary_version',
  properties: {
    accountId: p.bigint('number').primary(),
    /** From 1, without a gap. */
    version: p.integer().primary(),
    /** Null for an operator at the command line. */
    createdByUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A new declaration of a field in a version. */
export const DeclaredField = defineEntity({
  name: 'DeclaredField',
  tableName: 'field',
  uniques: [{ name: 'field_version_unique', properties: ['accountId', 'path', 'version'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    path: p.text(),
    version: p.integer(),
    /** Null if it is no longer declared. */
    spec: p.json<FieldSpec>().nullable(),
  },
});

/**
 * The reason why a field is not what its name suggests. Added to and never changed: the last row of a question is its
 * answer.
 */
export const FieldAnswer = defineEntity({
  name: 'FieldAnswer',
  tableName: 'field_answer',
  indexes: [{ name: 'field_answer_question_idx', properties: ['accountId', 'path', 'code', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    path: p.text(),
    code: p.text().$type<FieldQuestion['code']>(),
    /** Null: withdrawn. */
    reason: p.text().nullable(),
    /** Null for an operator at the command line. */
    createdByUserId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A request to change the data dictionary of an account. An account has at most one pending request. */
export const DictionaryRequest = defineEntity({
  name: 'DictionaryRequest',
  tableName: 'dictionary_request',
  indexes: [
    { name: 'dictionary_request_account', properties: ['accountId', 'id'] },
    {
      name: 'dictionary_request_pending',
      expression: `create unique index "dictionary_request_pending" on "dictionary_request" ("account_id") where "status" = 'pending'`,
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    /** The newest version at the time of the request: a later one supersedes it. */
    version: p.integer(),
    /** By path. Null if no longer declared. */
    changes: p.json<Readonly<Record<string, FieldSpec | null>>>(),
    note: p.text().nullable(),
    status: p.text().$type<ActivationStatus>(),
    /** Null for an operator at the command line. */
    requestedByUserId: p.bigint('number').nullable(),
    decidedByUserId: p.bigint('number').nullable(),
    decisionNote: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** The version that an approval made. */
    activatedVersion: p.integer().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
