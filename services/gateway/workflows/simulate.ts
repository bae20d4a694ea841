import { productsOf } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { pack } from '../../../core/sources/pinned.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import { timeOf } from '../../../core/examples/try.ts';
import type { JsonObject } from '../../../core/json.ts';
import { PRODUCT_CODES } from '../../../core/products/index.ts';
import { EXPLAINED_NOTICE, EXPLAINED_NOTICES_EXAMPLE } from '../executions/explanation.ts';
import { SerialisedData } from '../http/serialised.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { SimulatedRun } from '../calculations/simulate.ts';
import { count, free, ID, list, named, nullable, object, oneOf, text, textOrNull } from '../http/schemas.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import type { Auth, OpenServices } from '../services.ts';
import { checkReports } from '../calculations/given-reports.ts';
import { readVersion } from '../versions/records.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition } from './definition.ts';
import { reviewsNotComparable } from './live-notices.ts';
import { readWorkflow } from './records.ts';
import { RUN } from './run-schemas.ts';
import { DEFINITION, DEFINITION_EXAMPLE, USE_CASE } from './schemas.ts';

const VISIT = { node_id: text('Node.'), visit: count('1 for the first run of the node.') };

const SIMULATION = named('Simulation', {
  type: 'object',
  description: 'The course of a simulated run. Nothing was sent, pulled, billed or stored.',
  properties: {
    object: { type: 'string', const: 'simulation' },
    status: oneOf('How it ended.', ['running', 'waiting', 'awaiting_review', 'completed', 'failed']),
    outcome: textOrNull('The most severe outcome: `denied`, `conditional`, `approved`, or null.'),
    path: { type: 'array', items: { type: 'string' }, description: 'Ids of the nodes in the order in which they ran.' },
    steps: list(
      'Visits of nodes, as in `GET /executions/{id}/timeline`.',
      object('A visit.', {
        ...VISIT,
        status: oneOf('How it went.', ['running', 'succeeded', 'failed', 'cancelled']),
        branch: textOrNull('The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes.'),
        caused_by: list('The visits from which it was reached; empty of the first one.', object('A visit.', VISIT)),
        error_code: textOrNull('Why it failed.'),
      }),
    ),
    decided_by: nullable(
      object('The rule that decided, as the statistics of rules have it; null if none did.', {
        rule: text('`id` of its sentence, or the node and the branch that was taken.'),
        row_id: textOrNull('`id` of the row in `GET /workflows/{id}/rules`; null if it is none.'),
        text: textOrNull('Its sentence; null if it has none, or takes too much work to read.'),
      }),
    ),
    stopped_at: textOrNull('Node of the review that has no entry in `decisions`.'),
    step_outputs: free('Output of each node that ran, by node id.'),
    first_error_message: textOrNull('Message of the first step that failed.'),
    explanation: object('Why notices would be issued, as `GET /executions/{id}/explanation` says it of a real run.', {
      notices: list('The notices, oldest first; empty if there is none.', EXPLAINED_NOTICE),
    }),
  },
  required: [
    'object',
    'status',
    'outcome',
    'path',
    'steps',
    'decided_by',
    'stopped_at',
    'step_outputs',
    'first_error_message',
    'explanation',
  ],
});

const RUN_EXAMPLE: JsonObject = { payload: { applicant: { first_name: 'Ann' } }, decisions: { decide: 'approved' } };

const WHAT_IT_DOES =
  'Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be ' +
  'issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of ' +
  'test mode. Nothing is stored.';

const SIMULATION_EXAMPLE: JsonObject = {
  object: 'simulation',
  status: 'completed',
  outcome: 'denied',
  path: ['applicant', 'income', 'decide', 'decline'],
  steps: [
    { node_id: 'applicant', visit: 1, status: 'succeeded', branch: null, caused_by: [], error_code: null },
    {
      ...{ node_id: 'income', visit: 1, status: 'succeeded', branch: null, error_code: null },
      caused_by: [{ node_id: 'applicant', visit: 1 }],
    },
    {
      ...{ node_id: 'decide', visit: 1, status: 'succeeded', branch: 'fail', error_code: null },
      caused_by: [{ node_id: 'income', visit: 1 }],
    },
    {
      ...{ node_id: 'decline', visit: 1, status: 'succeeded', branch: null, error_code: null },
      caused_by: [{ node_id: 'decide', visit: 1 }],
    },
  ],
  decided_by: { rule: 'decide:fail', row_id: null, text: 'Otherwise, deny.' },
  stopped_at: null,
  step_outputs: { applicant: {} },
  first_error_message: null,
  explanation: { notices: EXPLAINED_NOTICES_EXAMPLE },
};

const REPLY = {
  kind: 'item',
  status: 200,
  description: 'The simulated run.',
  schema: SIMULATION,
  example: SIMULATION_EXAMPLE,
} as const;

/** Runs the interpreter on given data, without a trace in the database. An addition of ours; semantics 2.7. */
const simulateWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/simulate',
  operationId: 'simulateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Simulate a cascade',
  description: `Takes the current definition, or that of the \`version\` named. ${WHAT_IT_DOES}`,
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: { version: { ...ID, description: 'Number of the version; without it the current one.' }, ...RUN },
    }),
    example: RUN_EXAMPLE,
    check: checkReports,
  },
  reply: REPLY,
  errors: ['not_found', 'workflow_not_runnable', 'too_much_work'],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, params, body, calculate }) => {
    const { version, ...run } = body;
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    const of =
      version === undefined || version === workflow.version
        ? workflow
        : await readVersion(db.kysely, auth, params.id, version);
    const { definition, use_case: useCase } = of;
    const called = { name: of.name ?? workflow.name, useCase };
    return simulated({ db, auth, calculate }, { definition, workflow: called, ...run });
  },
});

/** Simulates a definition that is not saved: the preview of `generate`, or the content of an editor. */
const simulateDefinition = defineRoute({
  method: 'POST',
  path: '/workflows/simulate',
  operationId: 'simulateDefinition',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Simulate a definition',
  description: `Takes a definition that need not be saved. ${WHAT_IT_DOES}`,
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: { definition: DEFINITION, use_case: USE_CASE, ...RUN },
      required: ['definition'],
    }),
    example: { definition: DEFINITION_EXAMPLE, ...RUN_EXAMPLE },
    prepare: (body) => (body.definition === null ? body : withoutNullsInDefinition(body)),
    pulls: 'definition',
    check: (body, products) => {
      const findings = checkDefinition(body.definition, products);
      const reports = checkReports(body);
      return { details: [...findings.details, ...reports], total: findings.total + reports.length };
    },
  },
  reply: REPLY,
  errors: ['workflow_not_runnable', 'too_much_work'],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, body, calculate }) => {
    const { definition, use_case: useCase, ...run } = body;
    const workflow = { name: UNNAMED, useCase: useCase ?? null };
    return simulated({ db, auth, calculate }, { definition: acceptedDefinition(definition), workflow, ...run });
  },
});

/** `{{workflow.name}}` in a definition that has no name yet. */
const UNNAMED = 'Not saved yet';

interface Surroundings extends Pick<OpenServices, 'db'> {
  readonly auth: Pick<Auth, 'accountId'>;
  readonly calculate: ReturnType<OpenServices['calculations']['of']>;
}

type Given = Pick<SimulatedRun, 'workflow'> &
  Partial<Omit<SimulatedRun, 'definition'>> & { readonly definition: CascadeDefinition; readonly as_of?: string };

/** Reports of products that are neither built in nor pulled by the definition. */
export function unknownProducts(
  definition: CascadeDefinition,
  reports: Readonly<Record<string, unknown>>,
): ErrorDetail[] {
  const known = [...PRODUCT_CODES, ...productsOf(definition).keys()];
  return Object.keys(reports)
    .filter((code) => !known.includes(code))
    .map((code) => ({ field: `reports.${code}`, message: `is not a product; the products are ${known.join(', ')}` }));
}

async function simulated(
  { db, auth, calculate }: Surroundings,
  { definition, workflow, payload = {}, reports = {}, decisions = {}, as_of: asOf }: Given,
): Promise<SerialisedData> {
  if (definition.length === 0) throw new AppError('workflow_not_runnable');
  const details = unknownProducts(definition, reports);
  if (details.length > 0) throw new AppError('validation_failed', { details });
  const [fields, isReviewed] = await Promise.all([
    fieldsAsJson(db.kysely, auth.accountId),
    reviewsNotComparable(db.kysely, auth.accountId),
  ]);
  const onNotComparable = onNotComparableOf(isReviewed);
  const run = {
    definition: pack(definition),
    workflow,
    payload,
    reports,
    decisions,
    fields,
    onNotComparable,
    now: asOf === undefined ? Date.now() : timeOf(asOf),
  };
  return new SerialisedData(await calculate('simulate', JSON.stringify(run satisfies SimulatedRun)), false);
}

export const SIMULATION_ROUTES = [simulateWorkflow, simulateDefinition];
