import { AppError } from '../../../core/errors.ts';
import { FIELD_UNITS, fieldPath, labelFault, MAX_LABEL_LENGTH, pathFault } from '../../../core/field-labels.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  findLabel,
  removeLabel,
  selectLabels,
  setLabel,
  type StoredLabel,
} from '../../../platform/database/field-labels.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import { FIELD_LABEL, FIELD_LABEL_EXAMPLE } from './schemas.ts';

/*
 * What an account calls the fields of its payloads. An addition of ours; semantics 10.
 */

const listFields = defineRoute({
  method: 'GET',
  path: '/fields',
  operationId: 'listFields',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List the labels of fields',
  description: 'The fields of payloads that the account has a label for, the one that was set last first.',
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
  description:
    'What the account calls the field now. An execution keeps the labels that there were when it was accepted.',
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
    'Replaces what the field was called before, for executions that are accepted from now on. The same request again ' +
    'changes nothing. `context.applicant.x` is another name of `applicant.x`.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        label: {
          type: 'string',
          minLength: 1,
          maxLength: MAX_LABEL_LENGTH,
          description:
            'One line, as it is to stand in a letter: `Loan to value`. A value is not printed if the label says that it identifies a person or tells the age.',
        },
        unit: { type: ['string', 'null'], enum: [...FIELD_UNITS, null], description: 'Unit of its numbers.' },
      },
      required: ['label'],
    }),
    example: { label: 'Loan to value', unit: 'percent' },
    check: ({ label }) => {
      const fault = typeof label === 'string' && label.length <= MAX_LABEL_LENGTH ? labelFault(label) : null;
      return fault === null ? [] : [{ field: 'label', message: fault }];
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
    const fault = pathFault(path);
    if (fault !== null) throw new AppError('validation_failed', { details: [{ field: 'field', message: fault }] });
    return db.transaction(async (trx) => {
      const set = { path, label: body.label.trim(), unit: body.unit ?? null };
      const { before, after, isNew } = await setLabel(trx, auth.accountId, set);
      if (after === undefined) throw new AppError('label_limit_reached');
      if (isNew) await audit(trx, { id: path, detail: { old: auditedLabel(before), new: auditedLabel(after) } });
      return presentLabel(after);
    });
  },
});

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

function presentLabel({ id, path, label, unit, created_at }: StoredLabel): JsonObject {
  return { id, object: 'field_label', path, label, unit, created_at: created_at.toISOString() };
}

function auditedLabel(row: StoredLabel | undefined): JsonObject | null {
  return row === undefined ? null : { label: row.label, unit: row.unit };
}

export const FIELD_ROUTES = [listFields, getField, setField, removeField];
