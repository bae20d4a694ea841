import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { PRODUCT_CODES, productByCode, PRODUCTS } from '../../../core/products/index.ts';
import { filledReport } from '../../../core/products/test-report.ts';
import { compileValidator } from '../../../platform/validation/index.ts';
import { EXPLAINED_NOTICE, EXPLAINED_NOTICES_EXAMPLE } from '../executions/explanation.ts';
import { SerialisedData } from '../http/serialised.ts';
import { currentLabels } from '../../../platform/database/field-labels.ts';
import type { SimulatedRun } from '../calculations/simulate.ts';
import { free, list, named, object, oneOf, textOrNull } from '../http/schemas.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { readWorkflow } from './records.ts';

const TODAY = () => new Date().toISOString().slice(0, 10);

const checkReport = new Map<string, ReturnType<typeof compileValidator>>(
  PRODUCT_CODES.map((code) => [code, compileValidator(PRODUCTS[code].schema)]),
);

/**
 * Reports must satisfy the schemas of their products: a run on anything else would show what cannot happen. What a part
 * leaves out is filled in by test mode, so it is checked with such a rest; a whole report of anybody's serves.
 */
function checkReports({ reports }: JsonObject): ErrorDetail[] {
  if (typeof reports !== 'object' || reports === null || Array.isArray(reports)) return [];
  return Object.entries(reports).flatMap(([code, report]): ErrorDetail[] => {
    const check = checkReport.get(code);
    if (check === undefined) {
      return [{ field: `reports.${code}`, message: `is not a product; the products are ${PRODUCT_CODES.join(', ')}` }];
    }
    const product = productByCode(code);
    const rest = product?.synthetic({}, TODAY(), {}) ?? {};
    return check(isJsonObject(report) ? filledReport(report, rest) : report).map(({ field, message }) => ({
      field: field === '' ? `reports.${code}` : `reports.${code}.${field}`,
      message,
    }));
  });
}

const SIMULATION = named('Simulation', {
  type: 'object',
  description: 'What a run of the cascade would do. Nothing was sent, pulled, billed or stored.',
  properties: {
    object: { type: 'string', const: 'simulation' },
    status: oneOf('How it ended.', ['running', 'waiting', 'awaiting_review', 'completed', 'failed']),
    outcome: textOrNull('The most severe outcome: `denied`, `conditional`, `approved`, or null.'),
    path: { type: 'array', items: { type: 'string' }, description: 'Ids of the nodes in the order in which they ran.' },
    stopped_at: textOrNull('Node of the review that has no entry in `decisions`.'),
    step_outputs: free('Output of each node that ran, by node id.'),
    first_error_message: textOrNull('Message of the first step that failed.'),
    explanation: object('Why notices would be issued, as `GET /executions/{id}/explanation` says it of a real run.', {
      notices: list('The notices, oldest first; empty if there is none.', EXPLAINED_NOTICE),
    }),
  },
  required: ['object', 'status', 'outcome', 'path', 'stopped_at', 'step_outputs', 'first_error_message', 'explanation'],
});

/** Runs the interpreter on given data, without a trace in the database. An addition of ours; semantics 2. */
export const simulateWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/simulate',
  operationId: 'simulateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Simulate a cascade',
  description:
    'Runs the current definition on given reports and decisions and returns the way that it takes, the outcome, and why ' +
    'notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a ' +
    'report get that of test mode. Nothing is stored.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        payload: { type: 'object', description: 'As in a trigger.' },
        reports: {
          type: 'object',
          description:
            'Reports by product code. Of a part, such as `{"score": 600}`, the rest is what test mode gives; objects are ' +
            'filled member by member, lists are taken as they are.',
          additionalProperties: { type: 'object' },
        },
        decisions: {
          type: 'object',
          description: 'What a reviewer decides, by node id. The run stops at a review that is not named.',
          additionalProperties: { type: 'string', enum: ['approved', 'denied'] },
        },
      },
    }),
    example: { payload: { applicant: { first_name: 'Ann' } }, decisions: { decide: 'approved' } },
    check: checkReports,
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'What the run would do.',
    schema: SIMULATION,
    example: {
      object: 'simulation',
      status: 'completed',
      outcome: 'denied',
      path: ['applicant', 'income', 'decide', 'decline'],
      stopped_at: null,
      step_outputs: { applicant: {} },
      first_error_message: null,
      explanation: { notices: EXPLAINED_NOTICES_EXAMPLE },
    },
  },
  errors: ['not_found', 'workflow_not_runnable', 'too_much_work'],
  isHeavy: true,
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, params, body, calculate }) => {
    const { definition, name, use_case: useCase } = await readWorkflow(db.kysely, auth, params.id);
    if (definition.length === 0) throw new AppError('workflow_not_runnable');
    const { payload = {}, reports = {}, decisions = {} } = body;
    const workflow = { name, useCase };
    const labels = await currentLabels(db.kysely, auth.accountId);
    const fieldLabels = Object.fromEntries(labels.map(({ path, label, unit }) => [path, { label, unit }]));
    const run = { definition, workflow, payload, reports, decisions, fieldLabels, now: Date.now() };
    return new SerialisedData(await calculate('simulate', JSON.stringify(run satisfies SimulatedRun)), false);
  },
});
