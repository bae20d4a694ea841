import { changesTo, normalSpec, STANDARD_SCOPE } from '../../../core/fields/change.ts';
import { dictionaryOf, wholeSpecs } from '../../../core/fields/dictionary.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import { payloadSchema, readSchema, schemaOf, type SchemaFault } from '../../../core/fields/schema.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { MOST_CASCADES, MOST_EXECUTIONS, readProposals } from '../../../platform/database/field-proposals.ts';
import {
  findField,
  readDictionary,
  selectFields,
  type DeclaredField,
  type StoredDictionary,
} from '../../../platform/database/fields.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery, querySchema, type Schema } from '../http/route.ts';
import { free } from '../http/schemas.ts';
import { changeDictionary, dictionaryEtag } from './change.ts';
import {
  DICTIONARY,
  DICTIONARY_EXAMPLE,
  EXAMPLE_SPECS,
  FIELD,
  FIELD_EXAMPLE,
  FIELD_SPEC,
  PROPOSALS,
  PROPOSALS_EXAMPLE,
} from './schemas.ts';

/*
 * The data dictionary: what an account declares of the fields of its payloads. An addition of ours; semantics 20.7.
 */

const ANY_SCHEMA: Schema<JsonObject> = free('A JSON Schema 2020-12.');

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

const getSchema = defineRoute({
  method: 'GET',
  path: '/fields/schema',
  operationId: 'getFieldSchema',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'Read the fields as JSON Schema',
  description:
    'JSON Schema 2020-12. `payload` is that of what a trigger accepts, for whoever sends it: the standard dictionary and ' +
    'what the account declares; it refuses nothing that a trigger accepts. `account` is what the account declares, as ' +
    '`PUT /fields` takes it. The `ETag` names the version of the dictionary.',
  query: querySchema({
    of: { type: 'string', enum: ['payload', 'account'], default: 'payload', description: 'Which of the two.' },
  }),
  reply: {
    kind: 'item',
    status: 200,
    description: 'A JSON Schema.',
    schema: free('A JSON Schema 2020-12.'),
    example: asJsonObject(payloadSchema(EXAMPLE_SPECS)),
  },
  errors: [],
  etag: 'sent',
  handler: async ({ db, auth, query, setEtag }) => {
    const dictionary = await readDictionary(db.kysely, auth.accountId);
    setEtag(dictionaryEtag(dictionary));
    const own = specsIn(dictionary.fields);
    const schema =
      query.of === 'account' ? schemaOf(own) : payloadSchema(wholeSpecs(dictionaryOf(STANDARD_SPECS, own)));
    return asJsonObject(schema);
  },
});

const listProposals = defineRoute({
  method: 'GET',
  path: '/fields/proposals',
  operationId: 'getFieldProposals',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List fields that nobody declared',
  description:
    `Paths that the ${MOST_CASCADES} newest cascades of the account read, or that were in the payloads of the ${MOST_EXECUTIONS} ` +
    'newest executions of the client (those above 64 KiB and redacted ones left out), and that neither the standard ' +
    'dictionary, nor the account, nor the cascade that reads them declares. Each has the JSON types that were seen, never a ' +
    'value, and a label split out of its name for a person to correct. It decides nothing.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The proposals.',
    schema: PROPOSALS,
    example: PROPOSALS_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth }) => {
    const found = await readProposals(db.kysely, auth);
    return asJsonObject({ object: 'field_proposals', ...found });
  },
});

const setFields = defineRoute({
  method: 'PUT',
  path: '/fields',
  operationId: 'setFields',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Declare all fields at once',
  description:
    'Replaces the whole dictionary of the account, as one version: what the body leaves out is declared no longer. The body ' +
    'is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, ' +
    '`x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. ' +
    'Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. ' +
    '`If-Match` names a version of the dictionary.',
  body: {
    schema: ANY_SCHEMA,
    example: asJsonObject(schemaOf(EXAMPLE_SPECS)),
    check: (body) => readSchema(body, STANDARD_SCOPE).faults.map(detailOfSchema),
  },
  maxBodyValues: 20_000,
  reply: {
    kind: 'item',
    status: 200,
    description: 'The dictionary as it is now.',
    schema: DICTIONARY,
    example: DICTIONARY_EXAMPLE,
  },
  errors: ['field_in_use', 'activation_needs_approval'],
  etag: 'checked',
  audit: { action: 'fields.changed', subject: 'field_dictionary' },
  handler: ({ audit, db, auth, body, ifMatch, setEtag }) =>
    db.transaction(async (trx) => {
      const { specs } = readSchema(body, STANDARD_SCOPE);
      const wanted = new Map([...specs].map(([path, spec]) => [path, normalSpec(spec)]));
      const after = await changeDictionary(
        { trx, auth, audit },
        {
          changes: (now) => changesTo(now, wanted),
          ifMatch,
          detailOf: ({ path, field, message }) => ({ field: `${path}.${field}`, message }),
        },
      );
      setEtag(dictionaryEtag(after));
      return presentDictionary(after);
    }),
});

/** The root has no pointer. */
function detailOfSchema({ pointer, message }: SchemaFault): ErrorDetail {
  return { field: pointer === '' ? '/' : pointer, message };
}

function presentDictionary({ version, fields }: StoredDictionary): JsonObject {
  return { object: 'field_dictionary', version, fields: Object.keys(fields).length };
}

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
    'no position (`jobs.pay`). To make a fact of what was an identifier, a birth or an age needs the scope `pii:read`. `If-Match` names a version of the dictionary.',
  body: { schema: FIELD_SPEC, example: { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' } },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The field as it is declared now.',
    schema: FIELD,
    example: FIELD_EXAMPLE,
  },
  errors: ['not_found', 'field_in_use', 'activation_needs_approval'],
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
  description: 'For executions that are accepted from now on. What an active cascade reads stays declared.',
  reply: { kind: 'nothing', description: 'Removed.' },
  errors: ['not_found', 'field_in_use', 'activation_needs_approval'],
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
  return { id, object: 'field', path, ...asJsonObject(spec), version, created_at: at.toISOString() };
}

// `/fields/schema` and `/fields/proposals` are no fields: they come before `/fields/{field}`.
export const FIELD_ROUTES = [listFields, setFields, getSchema, listProposals, getField, setField, removeField];
