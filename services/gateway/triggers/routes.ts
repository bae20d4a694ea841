import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { checkPayload } from '../../../core/notices/payload-check.ts';
import { EXECUTION_MODES } from '../../../core/states.ts';
import { misspelt, unknownMembers } from '../http/misspelt.ts';
import { bodySchema, defineRoute, type Accepted } from '../http/route.ts';
import { APPLICANT_KEY, free } from '../http/schemas.ts';
import { EXECUTION_SUMMARY, SUMMARY_EXAMPLE } from '../executions/schemas.ts';
import { chosenReports, checkSandbox, SANDBOX_SCHEMA } from './chosen-reports.ts';
import { TriggerAcceptor } from './acceptor.ts';

const PERSON_KEYS = ['applicant', 'property'] as const;
const OPTION_KEYS = ['execution_mode', 'external_reference', 'applicant_key', 'skip_waits', 'sandbox'];

const TRIGGER_BODY = bodySchema({
  type: 'object',
  // `checkBody` refuses unknown members, except in a body that is itself the payload.
  additionalProperties: true,
  properties: {
    payload: {
      type: ['object', 'null'],
      default: {},
      description: 'Input of the decision; becomes `input_context`.',
      properties: {
        applicant: free('The applicant, with any fields; `context.applicant` in the cascade.'),
        property: free('The property.'),
      },
      additionalProperties: true,
    },
    execution_mode: {
      type: 'string',
      enum: EXECUTION_MODES,
      default: 'test',
      description: '`live` requires production access and an active cascade.',
    },
    external_reference: {
      type: ['string', 'null'],
      maxLength: 200,
      description: 'Comes back on the execution and on every event.',
    },
    applicant_key: APPLICANT_KEY,
    skip_waits: {
      type: 'boolean',
      default: false,
      description: 'Test mode only: waits and waiting periods pass at once.',
    },
    sandbox: SANDBOX_SCHEMA,
    applicant: free('Instead of `payload`: the applicant.'),
    property: free('Instead of `payload`: the property.'),
  },
});

type TriggerBody = Accepted<typeof TRIGGER_BODY>;

export const triggerWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/trigger',
  operationId: 'triggerWorkflow',
  tag: 'Workflows',
  scope: 'executions:write',
  summary: 'Run a cascade for one applicant',
  description:
    'The execution is committed when the response is sent. Repeating the same request with the same Idempotency-Key ' +
    'returns the original response, with the header `Idempotent-Replayed: true`. An empty body starts an execution in ' +
    'test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top level is ' +
    'taken as the payload itself, so the payload of a test case is a drop-in body. The dates `application_completed_at` ' +
    'and `esign_consent` of a person must be of ISO 8601 and not more than 24 hours ahead: live mode refuses others, test ' +
    'mode warns of them in `warnings`. A value of another type than the data dictionary of the account declares is refused; ' +
    'a number may be sent as its text, and a value may be missing or null.',
  idempotency: 'required',
  body: {
    schema: TRIGGER_BODY,
    example: {
      payload: { applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } },
      external_reference: 'application-2041',
    },
    identity: identityOf,
    check: checkBody,
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The execution that was accepted.',
    schema: EXECUTION_SUMMARY,
    example: SUMMARY_EXAMPLE,
  },
  errors: [
    'not_found',
    'idempotency_conflict',
    'production_access_required',
    'workflow_not_active',
    'workflow_not_runnable',
  ],
  audit: { exempt: 'the execution itself says who asked for it, when, and with what' },
  open: (services) => new TriggerAcceptor(services),
  handler: async ({ state: triggers, auth, params, body, idempotency, requestId, note, sandbox }) => {
    const payload = payloadOf(body);
    const now = Date.now();
    const mode = body.execution_mode ?? 'test';
    const { reports, details } = chosenReports(body.sandbox ?? {}, payload, { sandbox, now });
    if (details.length > 0) throw new AppError('validation_failed', { details });
    const at = isPayload(body) ? '' : 'payload.';
    const accepted = await triggers.accept(auth, idempotency.required(), {
      workflowId: params.id,
      payload,
      findings: checkPayload(payload, { mode, now, at }),
      at,
      chosenReports: reports,
      executionMode: mode,
      externalReference: body.external_reference ?? null,
      applicantKey: body.applicant_key ?? null,
      skipWaits: body.skip_waits ?? false,
      requestId,
    });
    note({ execution_id: accepted.executionId });
    return accepted.answer;
  },
});

/**
 * A misspelt key would run a cascade without its input, so it is refused. A body that is itself the payload may hold
 * any others.
 */
function checkBody(body: JsonObject): ErrorDetail[] {
  const isSkippedLive = body.skip_waits === true && body.execution_mode === 'live';
  const isRefused = isPayload(body) ? misspelt : unknownMembers;
  return [
    ...checkSandbox(body),
    ...(isSkippedLive ? [{ field: 'skip_waits', message: 'is for test mode only' }] : []),
    ...isRefused(body, ['payload', ...PERSON_KEYS, ...OPTION_KEYS], ''),
  ];
}

/** Equal payloads are equal requests, whatever form they were sent in; no chosen results equal an empty choice. */
function identityOf(body: TriggerBody): JsonObject {
  const { execution_mode = 'test', external_reference = null, applicant_key: key, skip_waits = false, sandbox } = body;
  const named: JsonObject = key === undefined || key === null ? {} : { applicant_key: key };
  const chosen = Object.keys(sandbox ?? {}).length === 0 ? null : { ...sandbox };
  return { payload: payloadOf(body), execution_mode, external_reference, skip_waits, sandbox: chosen, ...named };
}

function isPayload(body: Readonly<Record<string, unknown>>): boolean {
  return body.payload === undefined && PERSON_KEYS.some((key) => isJsonObject(body[key]));
}

function payloadOf(body: TriggerBody): JsonObject {
  if (!isPayload(body)) return body.payload ?? {};
  return Object.fromEntries(Object.entries(body).filter(([key]) => !OPTION_KEYS.includes(key))) as JsonObject;
}
