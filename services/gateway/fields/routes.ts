import { changesTo, normalSpec } from '../../../core/fields/change.ts';
import { dictionaryOf, wholeSpecs } from '../../../core/fields/dictionary.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import { answerFault } from '../../../core/fields/answers.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import { payloadSchema } from '../../../core/fields/payload-schema.ts';
import { schemaOf } from '../../../core/fields/schema.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { writeAnswer, type FieldAnswer } from '../../../platform/database/field-answers.ts';
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
import { changeDictionary, dictionaryEtag, presentUnsaid, previewChange } from './change.ts';
import { detailInWhole, detailsOfSchema, wantedIn } from './details.ts';
import { FIELD_REQUEST_ROUTES } from './request-routes.ts';
import {
  ANSWER,
  ANSWERED,
  ANSWERED_EXAMPLE,
  DICTIONARY,
  DICTIONARY_EXAMPLE,
  EXAMPLE_SPECS,
  FIELD,
  FIELD_CHANGES,
  FIELD_CHANGES_EXAMPLE,
  FIELD_EXAMPLE,
  FIELD_SPEC,
  PROPOSALS,
  PROPOSALS_EXAMPLE,
} from './schemas.ts';

/* The data dictionary: an account's declarations of its payload fields. An addition of ours; semantics 20.7. */

const ANY_SCHEMA: Schema<JsonObject> = free('A JSON Schema 2020-12.');

const listFields = defineRoute({
  method: 'GET',
  path: '/fields',
  operationId: 'listFields',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List the fields that are declared',
  description: 'Fields that the account declares, the latest declaration first.',
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
    'JSON Schema 2020-12. `payload` describes the payload of a trigger to the programs that send it: the types that the account ' +
    'declares, and the fields of the standard dictionary. It accepts a payload exactly if a trigger accepts its types. ' +
    '`account` describes the declarations of the account, in the form that `PUT /fields` takes. The `ETag` names the version ' +
    'of the dictionary.',
  query: querySchema({
    of: {
      type: 'string',
      enum: ['payload', 'account'],
      default: 'payload',
      description: 'Schema of payloads, or of the declarations.',
    },
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
      query.of === 'account' ? schemaOf(own) : payloadSchema(own, wholeSpecs(dictionaryOf(STANDARD_SPECS, own)));
    return asJsonObject(schema);
  },
});

const listProposals = defineRoute({
  method: 'GET',
  path: '/fields/proposals',
  operationId: 'getFieldProposals',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List undeclared fields',
  description:
    `Lists undeclared paths that the ${MOST_CASCADES} newest cascades of the account read, or that arrived with the ` +
    `${MOST_EXECUTIONS} newest executions of the client. Redacted payloads and those above 64 KiB are left out. Each path has the ` +
    'JSON types that were seen, never a value, and a label made of its name for a person to correct. Proposals decide nothing. ' +
    '`questions` lists open questions about declared fields, and `answers` lists the answers that were given.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The proposals.',
    schema: PROPOSALS,
    example: PROPOSALS_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth }) => {
    const { answers, ...found } = await readProposals(db.kysely, auth);
    return asJsonObject({ object: 'field_proposals', ...found, answers: answers.map(presentAnswer) });
  },
});

const WHOLE_DICTIONARY = {
  schema: ANY_SCHEMA,
  example: asJsonObject(schemaOf(EXAMPLE_SPECS)),
  check: (body: JsonObject) => detailsOfSchema(body),
};

const setFields = defineRoute({
  method: 'PUT',
  path: '/fields',
  operationId: 'setFields',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Declare all fields at once',
  description:
    'Replaces the whole dictionary of the account, as one version. A field that the body leaves out is no longer declared. The body ' +
    'is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, ' +
    '`x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. ' +
    'Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. ' +
    '`If-Match` names a version of the dictionary.',
  body: WHOLE_DICTIONARY,
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
  audit: { action: ['fields.changed', 'activation.superseded'], subject: 'field_dictionary' },
  handler: ({ audit, db, auth, body, ifMatch, setEtag }) =>
    db.transaction(async (trx) => {
      const wanted = wantedIn(body);
      const after = await changeDictionary(
        { trx, auth, audit },
        { changes: (now) => changesTo(now, wanted), ifMatch, detailOf: detailInWhole },
      );
      setEtag(dictionaryEtag(after));
      return presentDictionary(after);
    }),
});

const previewFields = defineRoute({
  method: 'POST',
  path: '/fields/changes',
  operationId: 'previewFields',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'See what declaring all fields would change',
  description:
    'Takes the body of `PUT /fields` and saves nothing. Lists what it would change, the active cascades whose letters would ' +
    'say something else, and what would keep it from being saved.',
  idempotency: 'none',
  body: WHOLE_DICTIONARY,
  maxBodyValues: 20_000,
  reply: {
    kind: 'item',
    status: 200,
    description: 'Its effects.',
    schema: FIELD_CHANGES,
    example: FIELD_CHANGES_EXAMPLE,
  },
  errors: [],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, body }) => {
    const wanted = wantedIn(body);
    return previewChange(db.kysely, auth, { changes: (now) => changesTo(now, wanted), detailOf: detailInWhole });
  },
});

function presentDictionary({ version, fields }: StoredDictionary): JsonObject {
  const unsaid = presentUnsaid(specsIn(fields));
  return { object: 'field_dictionary', version, fields: Object.keys(fields).length, unsaid_labels: unsaid };
}

const getField = defineRoute({
  method: 'GET',
  path: '/fields/{field}',
  operationId: 'getField',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'Read what is declared of a field',
  description:
    'The current declaration of the field. An execution keeps the version of the dictionary that was current at its acceptance.',
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
    'Declares a field of the payload: its type, its label in letters, its unit, its person, and its kind, which decides who ' +
    'sees it. It replaces the earlier declaration of the field, for executions that are accepted from now on. The same request ' +
    'again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has ' +
    'no position (`jobs.pay`). Changing an identifier, a birth or an age to a fact needs the scope `pii:read`. `If-Match` ' +
    'names a version of the dictionary.',
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
  audit: { action: ['fields.changed', 'activation.superseded'], subject: 'field_dictionary' },
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
  summary: 'Remove the declaration of a field',
  description:
    'Holds for executions that are accepted from now on. A field that an active cascade reads cannot be removed.',
  reply: { kind: 'nothing', description: 'Removed.' },
  errors: ['not_found', 'field_in_use', 'activation_needs_approval'],
  etag: 'checked',
  audit: { action: ['fields.changed', 'activation.superseded'], subject: 'field_dictionary' },
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

const answerQuestion = defineRoute({
  method: 'PUT',
  path: '/fields/{field}/answers',
  operationId: 'answerFieldQuestion',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Answer a question about a field',
  description:
    'Says why a field is not what the words of its name look like, in place of a `kind` or a `basis`. The question is not ' +
    'asked again until the answer is withdrawn (`reason` null). Nothing in a run depends on it. The same request again ' +
    'changes nothing.',
  body: { schema: ANSWER, example: { code: 'familial_status', reason: 'It counts child seats in the car.' } },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The question with its answer.',
    schema: ANSWERED,
    example: ANSWERED_EXAMPLE,
  },
  errors: [],
  audit: { action: 'field.answered', subject: 'field_answer' },
  handler: ({ audit, db, auth, params, body: { code, reason: given } }) =>
    db.transaction(async (trx) => {
      const path = fieldPath(params.field);
      const fault = answerFault(path, code);
      if (fault !== null) throw new AppError('validation_failed', { details: [fault] });
      const reason = given?.trim() ?? null;
      const { isNew, answer } = await writeAnswer(trx, auth.accountId, { path, code, reason, userId: auth.userId });
      if (isNew) await audit(trx, { id: path, detail: { code, answered: reason !== null } });
      const open = { path, code, reason: null, created_by_user_id: null, created_at: null };
      return { object: 'field_answer', ...(answer === null ? open : presentAnswer(answer)) };
    }),
});

function presentAnswer({ created_at: at, ...answer }: FieldAnswer): JsonObject {
  return { ...answer, created_at: at.toISOString() };
}

/** Errors of a request about one path: faults of other paths are consequences of it. */
const detailAt =
  (own: string) =>
  ({ path, field, message }: DictionaryFault): ErrorDetail => {
    if (path !== own) return { field: 'field', message: `cannot be so: then \`${field}\` of ${path} ${message}` };
    return { field: field === 'path' ? 'field' : field, message };
  };

function presentField({ id, path, spec, version, created_at: at }: DeclaredField): JsonObject {
  return { id, object: 'field', path, ...asJsonObject(spec), version, created_at: at.toISOString() };
}

// `/fields/schema` and `/fields/proposals` are not fields, so they come before `/fields/{field}`.
export const FIELD_ROUTES = [
  ...[listFields, setFields, previewFields, getSchema, listProposals],
  ...FIELD_REQUEST_ROUTES,
  ...[getField, setField, removeField, answerQuestion],
];
