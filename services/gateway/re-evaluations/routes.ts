import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { FILTERS } from '../executions/filters.ts';
import { readMaskBasis } from '../executions/mask-basis.ts';
import { readExecutionJson } from '../executions/records.ts';
import { EXECUTION_SUMMARY, SUMMARY_EXAMPLE } from '../executions/schemas.ts';
import { bodySchema, defineRoute, querySchema } from '../http/route.ts';
import { requireEach } from '../http/scopes.ts';
import { SerialisedData } from '../http/serialised.ts';
import { ID } from '../http/schemas.ts';
import { checkCorrections, CORRECTIONS_SCHEMA, wantedCorrections } from './corrections.ts';
import { MOST_TOGETHER, reEvaluateMany } from './many.ts';
import { reEvaluate } from './re-evaluate.ts';
import { COMPARISON, COMPARISON_EXAMPLE, RE_EVALUATIONS, RE_EVALUATIONS_EXAMPLE } from './schemas.ts';

const REUSE_REPORTS = {
  type: 'boolean',
  default: true,
  description: 'False: pull every report afresh, which is billed in live mode.',
} as const;

const reEvaluateExecution = defineRoute({
  method: 'POST',
  path: '/executions/{id}/re_evaluations',
  operationId: 'reEvaluateExecution',
  tag: 'Executions',
  scope: 'executions:write',
  summary: 'Re-evaluate an execution',
  description:
    "A new execution of the cascade's current version, with the payload, mode and reference of the old one. By default " +
    'the reports that were pulled are used again, matched by product and at no cost, also of an execution that failed. Mail ' +
    'and notices are sent again.\n\n' +
    'With `corrections` it runs on other values than the old one: who corrected them, when and why is kept with it, and ' +
    'its comparison, its evidence and its letters say it.\n\n' +
    'An execution is evaluated again ten times in a day, with all that re-evaluate it; one more is `rate_limited`.',
  idempotency: 'required',
  keyNamespace: ({ id }) => `reeval:${id}:`,
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        reuse_reports: REUSE_REPORTS,
        ...CORRECTIONS_SCHEMA,
      },
    }),
    example: {
      reuse_reports: true,
      corrections: {
        'applicant.monthly_income': 4200,
        'steps.credit.inquiries_last_6_months': { value: 1, note: "The bureau's letter of March 2, 2026" },
      },
      reason: 'The income was sent with a dollar sign.',
    },
    check: checkCorrections,
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The new execution.',
    schema: EXECUTION_SUMMARY,
    example: { ...SUMMARY_EXAMPLE, id: 4890, re_evaluated_from: 4711 },
  },
  errors: [
    'not_found',
    'execution_not_reevaluable',
    'production_access_required',
    'workflow_not_active',
    'workflow_not_runnable',
  ],
  audit: { action: 'execution.re_evaluated', subject: 'execution' },
  isHeavy: true,
  handler: async ({ audit, commit, bus, sandbox, searchKeys, auth, params, body, idempotency, requestId }) => {
    const { shown: key } = idempotency.required();
    const { reuse_reports: reuseReports = true, corrections: asked = {}, reason = '' } = body;
    const corrections = wantedCorrections(asked as JsonObject);
    // A caller who corrects a value has seen it.
    if (corrections.length > 0) requireEach(auth, 'executions:read:full');
    const request = { executionId: params.id, key, reuseReports, requestId, corrections, reason: reason.trim() };
    const answer = await commit(async (trx) => {
      const execution = await reEvaluate(trx, { sandbox, searchKeys }, auth, request);
      await audit(trx, {
        id: params.id,
        detail: {
          new_execution_id: execution.id ?? null,
          reuse_reports: reuseReports,
          corrections: corrections.length,
        },
      });
      return execution;
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return answer;
  },
});

const FAILED_FILTER = {
  type: 'object',
  additionalProperties: false,
  description: 'Filters of the list of executions; they narrow each other. Without any: all that failed.',
  properties: {
    error_code: FILTERS['filter[error_code]'],
    workflow_id: FILTERS['filter[workflow_id]'],
    batch_execution_id: FILTERS['filter[batch_execution_id]'],
    external_reference: FILTERS['filter[external_reference]'],
    execution_mode: FILTERS['filter[execution_mode]'],
    created_after: FILTERS['filter[created_after]'],
    created_before: FILTERS['filter[created_before]'],
    completed_after: FILTERS['filter[completed_after]'],
    completed_before: FILTERS['filter[completed_before]'],
  },
} as const satisfies JsonSchema;

const reEvaluateExecutions = defineRoute({
  method: 'POST',
  path: '/executions/re_evaluations',
  operationId: 'reEvaluateExecutions',
  tag: 'Executions',
  scope: 'executions:write',
  summary: 'Re-evaluate what failed',
  description:
    'Every execution that matches the filter, has failed and was not evaluated again since: as if each were re-evaluated ' +
    'by itself, without corrections. `expected_count` is the number that GET /executions counts with the same filter and ' +
    '`filter[unresolved]=true`; if it is another one by now, nothing is done. One request takes the ' +
    `${MOST_TOGETHER} oldest in one transaction and says how many remain: send the next one with another key. Executions ` +
    'are skipped if their cascade cannot be run, their input is redacted, they were evaluated again ten times in a day, or ' +
    'a pull of theirs has to be settled first (`GET /unknown_pulls`).',
  idempotency: 'required',
  keyNamespace: () => 'reevals:',
  body: {
    schema: bodySchema({
      type: 'object',
      required: ['expected_count'],
      properties: {
        filter: FAILED_FILTER,
        expected_count: { ...ID, minimum: 0, description: 'How many executions the caller has seen.' },
        reuse_reports: REUSE_REPORTS,
      },
    }),
    example: { filter: { error_code: ['value_not_comparable'], workflow_id: [12] }, expected_count: 340 },
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The accepted re-evaluations.',
    schema: RE_EVALUATIONS,
    example: RE_EVALUATIONS_EXAMPLE,
  },
  errors: ['count_changed'],
  audit: { action: 'executions.re_evaluated', subject: 'client' },
  isHeavy: true,
  handler: async ({ audit, commit, bus, auth, body, idempotency, requestId }) => {
    const { shown: key } = idempotency.required();
    const { reuse_reports: reuseReports = true, expected_count: expectedCount, filter = {} } = body;
    const filters = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]));
    const answer = await commit(async (trx) => {
      const made = await reEvaluateMany(trx, auth, { filters, expectedCount, key, reuseReports, requestId });
      const ids = made.executions.map(({ re_evaluated_from: id }) => id);
      await audit(trx, {
        id: auth.apiClientId,
        detail: { count: ids.length, execution_ids: ids, reuse_reports: reuseReports },
      });
      return made;
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return answer;
  },
});

const compare = defineRoute({
  method: 'GET',
  path: '/executions/{id}/comparison',
  operationId: 'compareExecutions',
  tag: 'Executions',
  scope: 'executions:read:full',
  summary: 'Compare two executions',
  description:
    'What differs between two executions of the calling API client, such as one and its re-evaluation: outcome, branches, ' +
    'conditions with required and actual values, values of the reports, reasons.',
  query: querySchema({ with: { ...ID, description: 'Id of the other execution.' } }, ['with']),
  reply: {
    kind: 'item',
    status: 200,
    description: 'What differs.',
    schema: COMPARISON,
    example: COMPARISON_EXAMPLE,
  },
  errors: ['not_found', 'too_much_work'],
  isHeavy: true,
  fullReads: ({ id }, { with: other }) => [Number(id), other],
  handler: async ({ db, auth, params, query, calculate }) => {
    const compared = async (id: number) => ({
      detail: await readExecutionJson(db.kysely, auth, id, { full: true }),
      basis: await readMaskBasis(db.kysely, auth, id),
    });
    const [left, right] = await Promise.all([compared(params.id), compared(query.with)]);
    return new SerialisedData(await calculate('compare', { left, right, view: auth.view }), false);
  },
});

export const RE_EVALUATION_ROUTES = [reEvaluateExecutions, reEvaluateExecution, compare];
