import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { shownPath } from '../../../core/masks/index.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { free, id, named, record } from '../http/schemas.ts';
import type { Auth } from '../services.ts';
import { readMasks } from './shown.ts';

/* Values that masks hide, shown for a reason that is recorded together with the caller. Source: semantics 16.24. */

const REVEALED = named(
  'RevealedValues',
  record('Values of an execution in full.', 'revealed_values', {
    execution_id: id('Execution.'),
    values: free('The value of each field, by its path as it was sent.'),
  }),
);

const MOST_FIELDS = 20;

export const reveal = defineRoute({
  method: 'POST',
  path: '/executions/{id}/reveal',
  operationId: 'revealValues',
  tag: 'Executions',
  scope: 'executions:read:full',
  summary: 'Show masked values',
  description:
    'Shows values in full that are masked elsewhere, in this one response. Who asked, when, from which address, for which ' +
    'fields and why is recorded in the audit log, together with the response or not at all. A repeat shows and records ' +
    'them once more: an Idempotency-Key has no effect.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          minItems: 1,
          maxItems: MOST_FIELDS,
          uniqueItems: true,
          items: { type: 'string', minLength: 1, maxLength: 300 },
          description:
            'Dotted paths in `input_context` (`applicant.ssn`), or in the outputs of steps ' +
            '(`step_outputs.<node id>.<member>`). Numbers count the items of lists.',
        },
        reason: {
          type: 'string',
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          description: 'Why the values are needed. It is kept with the record.',
        },
      },
      required: ['fields', 'reason'],
    }),
    example: { fields: ['applicant.ssn'], reason: 'The applicant called and identifies herself.' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The values.',
    schema: REVEALED,
    example: { object: 'revealed_values', execution_id: 4711, values: { 'applicant.ssn': '000-12-3456' } },
  },
  errors: ['not_found'],
  audit: { action: 'execution.revealed', subject: 'execution' },
  handler: ({ db, auth, audit, params, body }) =>
    db.transaction(async (trx) => {
      const { fields, reason } = body;
      const values = await readValues(trx, auth, params.id, fields);
      const masks = await readMasks(trx, { ...auth, view: 'masked' }, params.id, values);
      await audit(trx, { id: params.id, detail: { fields: fields.map(shownPath), reason: masks.text(reason) } });
      return { object: 'revealed_values', execution_id: params.id, values };
    }),
});

/** Throws `not_found`, and `validation_failed` with the fields that have no value. */
async function readValues(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  fields: readonly string[],
): Promise<JsonObject> {
  const execution = await trx
    .selectFrom('execution')
    .select('id')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (execution === undefined) throw new AppError('not_found');
  const { rows } = await sql<{ values: (Json | null)[] }>`
    select ${sql`array[${sql.join(fields.map((field) => valueAt(field)))}]::jsonb[]`} as values
    from execution e where e.id = ${executionId}`.execute(trx);
  const found = rows[0]?.values ?? [];
  const details = fields.flatMap((_, index) =>
    found[index] === null || found[index] === undefined ? [{ field: `fields[${index}]`, message: NO_VALUE }] : [],
  );
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return Object.fromEntries(fields.map((field, index): [string, Json] => [field, found[index] ?? null]));
}

const NO_VALUE =
  'has no value in this execution: name a member of `input_context`, such as applicant.ssn, or of `step_outputs`, such as ' +
  'step_outputs.identity.document.number';

function valueAt(field: string) {
  const [first = '', ...rest] = field.split('.');
  if (first !== 'step_outputs') {
    const path = first === 'input_context' ? rest : [first, ...rest];
    return sql`nullif(e.payload #> ${path}::text[], 'null')`;
  }
  const [nodeId = '', ...path] = rest;
  return sql`(
    select nullif(s.output #> ${path}::text[], 'null') from step s
    where s.execution_id = e.id and s.node_id = ${nodeId} and s.output is not null order by s.visit desc limit 1)`;
}
