import { defineEntity, p } from '@mikro-orm/core';
import type { FieldQuestion } from '../../../core/fields/questions.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';

/** A version of the data dictionary of an account. Added to and never changed. */
export const DictionaryVersion = defineEntity({
  name: 'DictionaryVersion',
  tableName: 'dictionary_version',
  properties: {
    accountId: p.bigint('number').primary(),
    /** From 1, without a gap. */
    version: p.integer().primary(),
    /** Null: an operator at the command line. */
    createdByUserId: p.bigint('number').nullable(),
    note: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** What a version declares anew of a field. */
export const DeclaredField = defineEntity({
  name: 'DeclaredField',
  tableName: 'field',
  uniques: [{ name: 'field_version_unique', properties: ['accountId', 'path', 'version'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    path: p.text(),
    version: p.integer(),
    /** Null: it is no longer declared. */
    spec: p.json<FieldSpec>().nullable(),
  },
});

/** Why a field is not what its name looks like. Added to and never changed: the last row of a question is its answer. */
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
    /** Null: an operator at the command line. */
    createdByUserId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
