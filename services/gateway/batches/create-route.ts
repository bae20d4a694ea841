import {
  MOST_BATCH_BYTES,
  MOST_BATCH_ROWS,
  MOST_BATCH_VALUES,
  MOST_REFERENCE_CHARACTERS,
  MOST_ROW_BYTES,
} from '../../../core/batches/limits.ts';
import { FindingsList, type Findings, type Report } from '../../../core/schema/findings.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { EXECUTION_MODES } from '../../../core/states.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { createBatch } from './create.ts';
import { APPLICANT_KEY } from '../http/schemas.ts';
import { BATCH, BATCH_EXAMPLE } from './schemas.ts';

const BATCH_BODY = bodySchema({
  type: 'object',
  required: ['rows'],
  properties: {
    // The content of a row is checked below, after the number of rows.
    rows: { type: 'array' },
    execution_mode: {
      type: 'string',
      enum: EXECUTION_MODES,
      default: 'test',
      description: '`live` requires production access and an active cascade.',
    },
    external_reference: {
      type: ['string', 'null'],
      maxLength: MOST_REFERENCE_CHARACTERS,
      description: 'Comes back on the batch; each row has its own.',
    },
    skip_waits: {
      type: 'boolean',
      default: false,
      description: 'Test mode only: waits and waiting periods pass at once.',
    },
    on_invalid_rows: {
      type: 'string',
      enum: ['refuse', 'skip'],
      default: 'refuse',
      description:
        '`skip`: the batch runs without rows whose values are of another type than was declared, or whose dates cannot be ' +
        'read, and names them in `skipped_rows`. An addition of ours.',
    },
  },
});

const ROWS: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_BATCH_ROWS,
  description: `One object for each applicant, at most ${MOST_ROW_BYTES / 1_024} KiB. Each member is optional.`,
  items: {
    type: 'object',
    additionalProperties: {
      description: 'A member that the data dictionary or the standard one declares, such as `loan`.',
    },
    properties: {
      external_reference: {
        type: ['string', 'null'],
        maxLength: MOST_REFERENCE_CHARACTERS,
        description: 'Comes back on the execution of the row.',
      },
      applicant_key: APPLICANT_KEY,
      applicant: { type: ['object', 'null'], description: 'Whom the row is about.', additionalProperties: true },
      property: {
        type: ['object', 'null'],
        description: 'The subject of the application.',
        additionalProperties: true,
      },
    },
  },
};

export const createBatchRoute = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/batches',
  operationId: 'createBatch',
  tag: 'Batches',
  scope: 'executions:write',
  summary: 'Run a cascade for up to 500 applicants',
  description:
    'The batch and an execution for each row are committed when the response is sent. Repeating the same request with ' +
    'the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB. Dates of persons ' +
    'and declared types are checked as those of a trigger. Beside `applicant` and `property` a row may hold what is declared, ' +
    'such as `loan` or `co_applicant`.',
  idempotency: 'required',
  maxBodyBytes: MOST_BATCH_BYTES,
  maxBodyValues: MOST_BATCH_VALUES,
  body: {
    schema: BATCH_BODY,
    published: { ...BATCH_BODY, properties: { ...(BATCH_BODY.properties as object), rows: ROWS } },
    example: {
      rows: [
        { external_reference: 'unit-12', applicant: { first_name: 'Ada', last_name: 'Example' } },
        { external_reference: 'unit-14', applicant: { first_name: 'Ben', last_name: 'Example' } },
      ],
    },
    check: checkBody,
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The batch that was accepted.',
    schema: BATCH,
    example: { ...BATCH_EXAMPLE, status: 'pending', completed_count: 0, failed_count: 0, started_at: null },
  },
  errors: [
    'not_found',
    'idempotency_conflict',
    'production_access_required',
    'workflow_not_active',
    'workflow_not_runnable',
  ],
  audit: { action: 'batch.created', subject: 'batch' },
  handler: async ({ audit, commit, bus, sandbox, searchKeys, auth, params, body, requestId }) => {
    const answer = await commit(async (trx) => {
      // The rows are checked against the dictionary only now, because a replay takes precedence over a refusal.
      const { response, skipped } = await createBatch(trx, { sandbox, searchKeys }, auth, {
        workflowId: params.id,
        rows: body.rows.filter(isJsonObject),
        skipsInvalid: body.on_invalid_rows === 'skip',
        executionMode: body.execution_mode ?? 'test',
        externalReference: body.external_reference ?? null,
        skipWaits: body.skip_waits ?? false,
        requestId,
      });
      const detail = { workflow_id: params.id, rows: body.rows.length, ...(skipped === 0 ? {} : { skipped }) };
      await audit(trx, { id: Number(response.id), detail });
      return response;
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return answer;
  },
});

function checkBody(body: JsonObject): Findings {
  const findings = new FindingsList();
  const { report } = findings;
  if (body.skip_waits === true && body.execution_mode === 'live') report('skip_waits', 'is for test mode only');
  const { rows } = body;
  if (!Array.isArray(rows)) return findings;
  if (rows.length === 0 || rows.length > MOST_BATCH_ROWS) {
    report('rows', `must have 1 to ${MOST_BATCH_ROWS} rows; it has ${rows.length}`);
    return findings;
  }
  for (const [index, row] of rows.entries()) checkRow(row, `rows[${index}]`, report);
  return findings;
}

/** Lengths are checked before contents: a text that is too long is not examined. */
function checkRow(row: Json, field: string, report: Report): void {
  if (!isJsonObject(row)) return report(field, 'must be an object');
  if (Buffer.byteLength(JSON.stringify(row)) > MOST_ROW_BYTES) {
    return report(field, `must be at most ${MOST_ROW_BYTES / 1_024} KiB`);
  }
  const { external_reference: reference, applicant_key: key, applicant, property } = row;
  if (
    key !== undefined &&
    key !== null &&
    (typeof key !== 'string' || !/\S/.test(key) || Array.from(key).length > 200)
  ) {
    report(`${field}.applicant_key`, 'must be a string of 1 to 200 characters');
  }
  if (reference !== undefined && reference !== null && typeof reference !== 'string') {
    report(`${field}.external_reference`, 'must be a string');
  } else if (typeof reference === 'string' && Array.from(reference).length > MOST_REFERENCE_CHARACTERS) {
    report(`${field}.external_reference`, `must have at most ${MOST_REFERENCE_CHARACTERS} characters`);
  }
  for (const [key, value] of Object.entries({ applicant, property })) {
    if (value !== undefined && value !== null && !isJsonObject(value)) report(`${field}.${key}`, 'must be an object');
  }
}
