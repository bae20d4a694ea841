import { AppError } from '../../../core/errors.ts';
import {
  FIELD_UNITS,
  fieldPath,
  labelFault,
  MAX_LABEL_LENGTH,
  MAX_PATH_LENGTH,
  pathFault,
  personFault,
} from '../../../core/field-labels.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  findLabel,
  removeLabel,
  saidIn,
  selectLabels,
  setLabel,
  type StoredLabel,
} from '../../../platform/database/field-labels.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import { FIELD_LABEL, FIELD_LABEL_EXAMPLE } from './schemas.ts';

/*
 * What an account says of the fields of its payloads. An addition of ours; semantics 10.23.21.
 */

const listFields = defineRoute({
  method: 'GET',
  path: '/fields',
  operationId: 'listFields',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List the labels of fields',
  description: 'The fields of payloads of which the account says something, the one that was set last first.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'field_label',
    description: 'One page of labels.',
    schema: FIELD_LABEL,
    example: FIELD_LABEL_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const matching = selectLabels(db.kysely, auth.accountId);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentLabel), ...more };
  },
});

const getField = defineRoute({
  method: 'GET',
  path: '/fields/{field}',
  operationId: 'getField',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'Read the label of a field',
  description: 'What the account says of the field now. An execution keeps what was said when it was accepted.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The label.',
    schema: FIELD_LABEL,
    example: FIELD_LABEL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params }) => {
    const found = await findLabel(db.kysely, auth.accountId, fieldPath(params.field));
    if (found === undefined) throw new AppError('not_found');
    return presentLabel(found);
  },
});

const setField = defineRoute({
  method: 'PUT',
  path: '/fields/{field}',
  operationId: 'setField',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Set the label of a field',
  description:
    'Says what a field of the payload is called, of whom it is, whether a model made it, and whether it identifies somebody. Replaces all that was said ' +
    'of it before, for executions that are accepted from now on. The same request again changes nothing. ' +
    '`context.applicant.x` is another name of `applicant.x`. What is said of an object or a list holds of all that ' +
    'stands in it, unless something else is said of a part.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        label: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: MAX_LABEL_LENGTH,
          description:
            'One line, as it is to stand in a letter: `Loan to value`. A value is not printed if the label says that it identifies a person or tells the age.',
        },
        unit: { type: ['string', 'null'], enum: [...FIELD_UNITS, null], description: 'Unit of its numbers.' },
        of_person: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: MAX_PATH_LENGTH,
          description:
            'Whom it is of: the path of a person in the payload (`applicant`, `co_applicant`), `nobody`, or `each` where ' +
            'every item of a list is a person. A letter to somebody else says nothing of it but that it counted. Without ' +
            'it the names in the payload decide.',
        },
        is_personal: {
          type: ['boolean', 'null'],
          description:
            'Whether it identifies somebody or tells their age: then letters and explanations print no value of it, and it is masked without `pii:read`. Without ' +
            'it the name and the label decide. What is named as a birth, an age or a social security number is never printed.',
        },
        is_score: {
          type: ['boolean', 'null'],
          description:
            'Whether a model made it of somebody: a creditor may not give it as a reason. Without it the name decides.',
        },
      },
    }),
    example: { label: 'Loan to value', unit: 'percent' },
    check: ({ label = null, unit = null, ...marks }) => {
      const { of_person: person = null, is_score: isScore = null, is_personal: isPersonal = null } = marks;
      const ofLabel = typeof label === 'string' && label.length <= MAX_LABEL_LENGTH ? labelFault(label) : null;
      const ofPerson = typeof person === 'string' ? personFault(fieldPath(person)) : null;
      const isNothing = [label, unit, person, isScore, isPersonal].every((each) => each === null);
      return [
        ...(isNothing ? [{ field: 'label', message: NOTHING_SAID }] : []),
        ...(ofLabel === null ? [] : [{ field: 'label', message: ofLabel }]),
        ...(ofPerson === null ? [] : [{ field: 'of_person', message: ofPerson }]),
      ];
    },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The label as it is now.',
    schema: FIELD_LABEL,
    example: FIELD_LABEL_EXAMPLE,
  },
  errors: ['label_limit_reached'],
  audit: { action: 'field_label.set', subject: 'field_label' },
  handler: ({ audit, db, auth, params, body }) => {
    const path = fieldPath(params.field);
    const person = body.of_person ?? null;
    const said = {
      label: body.label?.trim() ?? null,
      unit: body.unit ?? null,
      of_person: person === null ? null : fieldPath(person),
      is_score: body.is_score ?? null,
      is_personal: body.is_personal ?? null,
    };
    const fault = pathFault(path, said);
    if (fault !== null) throw new AppError('validation_failed', { details: [{ field: 'field', message: fault }] });
    return db.transaction(async (trx) => {
      const { before, after, isNew } = await setLabel(trx, auth.accountId, { path, ...said });
      if (after === undefined) throw new AppError('label_limit_reached');
      if (isNew) await audit(trx, { id: path, detail: { old: auditedLabel(before), new: auditedLabel(after) } });
      return presentLabel(after);
    });
  },
});

const NOTHING_SAID = 'is required, unless there is a unit, an of_person, an is_score or an is_personal';

const removeField = defineRoute({
  method: 'DELETE',
  path: '/fields/{field}',
  operationId: 'removeField',
  tag: 'Fields',
  scope: 'workflows:write',
  summary: 'Remove the label of a field',
  description: 'Executions that are accepted from now on say the words of its name again.',
  reply: { kind: 'nothing', description: 'Removed.' },
  errors: ['not_found'],
  audit: { action: 'field_label.removed', subject: 'field_label' },
  handler: ({ audit, db, auth, params }) =>
    db.transaction(async (trx) => {
      const path = fieldPath(params.field);
      const before = await removeLabel(trx, auth.accountId, path);
      if (before === undefined) throw new AppError('not_found');
      await audit(trx, { id: path, detail: { old: auditedLabel(before) } });
    }),
});

function presentLabel(row: StoredLabel): JsonObject {
  const { id, path, created_at: at } = row;
  return { id, object: 'field_label', path, ...saidIn(row), created_at: at.toISOString() };
}

function auditedLabel(row: StoredLabel | undefined): JsonObject | null {
  return row === undefined ? null : { ...saidIn(row) };
}

export const FIELD_ROUTES = [listFields, getField, setField, removeField];
