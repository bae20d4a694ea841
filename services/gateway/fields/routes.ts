import { normalSpec } from '../../../core/fields/change.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { findField, selectFields, type DeclaredField } from '../../../platform/database/fields.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { changeDictionary, dictionaryEtag } from './change.ts';
import { FIELD, FIELD_EXAMPLE, FIELD_SPEC } from './schemas.ts';

/*
 * The data dictionary: what an account declares of the fields of its payloads. An addition of ours; semantics 20.7.
 */

const listFields = defineRoute({
  method: 'GET',
  path: '/fields',
  operationId: 'listFields',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List the fields that are declared',
  description: 'The fields that the account declares, the one that was declared last first.',
  query: listQuery(),
  reply: { kind: 'page', object: 'field', description: 'One page of fields.', schema: FIELD, example: FIELD_EXAMPLE },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const matching = selectFields(db.kysely, auth.accountId);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentField), ...more };
  },
});

const getField = defineRoute({
  method: 'GET',
  path: '/fields/{field}',
  operationId: 'getField',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'Read what is declared of a field',
  description:
    'What the account declares of the field now. An execution keeps the version of the dictionary of when it was accepted.',
  reply: { kind: 'item', status: 200, description: 'The field.', schema: FIELD, example: FIELD_EXAMPLE },
  errors: ['not_found'],
  handler: async ({ db, auth, params }) => {
    const found = await findField(db.kysely, auth.accountId, fieldPath(params.field));
    if (found === undefined) throw new AppError('not_found');
    return presentField(found);
  },
});

const setField = defineRoute({
  method: 'PUT',
  path: '/fields/{field}',
  operationId: 'setField',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Declare a field',
  description:
    'Declares what a field of the payload is: its type, what letters call it, its unit, whose it is, and its kind, which ' +
    'decides who sees it. Replaces all that was declared of it before, for executions that are accepted from now on. The ' +
    'same request again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has ' +
    'no position (`jobs.pay`). `If-Match` names a version of the dictionary.',
  body: { schema: FIELD_SPEC, example: { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' } },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The field as it is declared now.',
    schema: FIELD,
    example: FIELD_EXAMPLE,
  },
  errors: [],
  etag: 'checked',
  audit: { action: 'fields.changed', subject: 'field_dictionary' },
  handler: ({ audit, db, auth, params, body, ifMatch, setEtag }) =>
    db.transaction(async (trx) => {
      const path = fieldPath(params.field);
      const changes = () => new Map([[path, normalSpec(body)]]);
      const after = await changeDictionary({ trx, auth, audit }, { changes, ifMatch, detailOf: detailAt(path) });
      setEtag(dictionaryEtag(after));
      const declared = await findField(trx, auth.accountId, path);
      if (declared === undefined) throw new Error('a field that was declared is not there');
      return presentField(declared);
    }),
});

const removeField = defineRoute({
  method: 'DELETE',
  path: '/fields/{field}',
  operationId: 'removeField',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Declare a field no longer',
  description: 'For executions that are accepted from now on.',
  reply: { kind: 'nothing', description: 'Removed.' },
  errors: ['not_found'],
  etag: 'checked',
  audit: { action: 'fields.changed', subject: 'field_dictionary' },
  handler: ({ audit, db, auth, params, ifMatch, setEtag }) =>
    db.transaction(async (trx) => {
      const path = fieldPath(params.field);
      const after = await changeDictionary(
        { trx, auth, audit },
        {
          changes: (now) => {
            if (!Object.hasOwn(now, path)) throw new AppError('not_found');
            return new Map([[path, null]]);
          },
          ifMatch,
          detailOf: detailAt(path),
        },
      );
      setEtag(dictionaryEtag(after));
    }),
});

/** Of a request about one path: what is wrong with another one is wrong because of it. */
const detailAt =
  (own: string) =>
  ({ path, field, message }: DictionaryFault): ErrorDetail => {
    if (path !== own) return { field: 'field', message: `cannot be so: then \`${field}\` of ${path} ${message}` };
    return { field: field === 'path' ? 'field' : field, message };
  };

function presentField({ id, path, spec, version, created_at: at }: DeclaredField): JsonObject {
  return { id, object: 'field', path, ...(spec as unknown as JsonObject), version, created_at: at.toISOString() };
}

export const FIELD_ROUTES = [listFields, getField, setField, removeField];
