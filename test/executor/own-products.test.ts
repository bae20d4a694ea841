import { updateAccount } from '../../cli/notices.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/* Runs that pull a product which the account describes. */

const FIELD = { type: 'integer', minimum: 0, maximum: 100, title: 'Risk of fraud', 'x-kind': 'fact' };
const PRODUCT = {
  ...{ code: 'fraud_score', name: 'Fraud score', request: { kind: 'cascade' } },
  schema: {
    type: 'object',
    properties: {
      risk: { ...FIELD, 'x-reason-above': 'Risk of fraud is too high' },
      tax_number: { type: 'string', title: 'Tax number', 'x-kind': 'identifier' },
      remark: { type: 'string' },
    },
    required: ['risk'],
  },
  test_values: { risk: { from: 80, to: 90 }, tax_number: { among: ['AB-4455667'] }, remark: { among: ['otter'] } },
};
const DEFINITION = [
  { id: 'start', type: 'ApplicantSource', next_step: ['fraud'] },
  { id: 'fraud', type: 'BillingProduct', billing_product_code: 'fraud_score', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'fraud', field: 'risk', operator: 'less_than', value: 50 }] },
        ],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
  },
];
const ADDRESS = { address: '1 Main St', city: 'Dayton', state: 'OH', zip: '45402' };
const payload = { applicant: { first_name: 'Ann', last_name: 'Otter', email: 'ann@example.com', ...ADDRESS } };

let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
});
afterAll(() => stack?.stop());

async function world(product: object = PRODUCT) {
  const { accountId, clientId, token } = await stack.createCaller();
  await updateAccount(stack.db.kysely, accountId, { defaultPurpose: 'tenant' });
  const api = new ApiCaller(stack.baseUrl, token);
  expect((await api.post('/products', product)).status).toBe(201);
  const { status, data } = await api.post('/workflows', { name: 'Fraud', definition: DEFINITION });
  expect(status).toBe(201);
  return { accountId, clientId, api, workflowId: Number(data.id) };
}

async function ended({ api, workflowId }: { readonly api: ApiCaller; readonly workflowId: number }) {
  const { data } = await api.trigger(workflowId, { payload });
  const read = async () => (await api.get(`/executions/${data.id}`)).data;
  await until(async () => ['completed', 'failed'].includes((await read()).status));
  return read();
}

// Rules: 6.14.4, 6.14.6
test('test mode makes a report of its schema, and the letter says the words that the account declared', async () => {
  const own = await world();
  const run = await ended(own);
  expect([run.failed_steps, run.outcome]).toEqual([[], 'denied']);
  const { risk } = run.step_outputs.fraud;
  expect(risk).toBeGreaterThanOrEqual(80);
  const { data: told } = await own.api.get(`/executions/${run.id}/explanation`);
  expect(told.notices[0].reasons).toEqual(['Risk of fraud is too high']);
});

const SCORED = {
  ...PRODUCT,
  schema: {
    type: 'object',
    properties: {
      risk: { ...FIELD, 'x-kind': 'score', 'x-factors': 'why', 'x-scored-on': 'made_on' },
      why: {
        type: 'array',
        items: { type: 'string', enum: ['Few accounts'] },
        minItems: 1,
        maxItems: 1,
        'x-kind': 'fact',
      },
      made_on: { type: 'string', format: 'date', 'x-kind': 'fact' },
    },
    required: ['risk', 'why', 'made_on'],
  },
  test_values: { risk: { from: 80, to: 80 }, made_on: { among: ['2026-03-04'] } },
};
const AGENCY = { name: 'Fraud Inc.', address: '1 Way\nAlbany, NY 12207', phone: '800 555 0100' };

// Rules: 6.14.16
test.each([
  [
    'discloses a score that a condition read',
    AGENCY,
    {
      ...{ value: 80, minimum: 0, maximum: 100, key_factors: ['Few accounts'] },
      ...{ created_on: '2026-03-04', provided_by: 'Example Reporting Agency (fictitious)' },
    },
  ],
  [
    'discloses no score of what is no consumer report',
    { ...AGENCY, consumer_report: false, note: 'Our own model.' },
    null,
  ],
])('a letter %s', async (_what, agency, score) => {
  const own = await world(SCORED);
  expect((await own.api.call('PUT', '/agencies/fraud_score', { body: agency })).status).toBe(200);
  const run = await ended(own);
  expect([run.failed_steps, run.outcome]).toEqual([[], 'denied']);
  const { document } = await stack.db.kysely
    .selectFrom('artifact')
    .select('document')
    .where('execution_id', '=', Number(run.id))
    .executeTakeFirstOrThrow();
  expect(document).toMatchObject({ reasons: ['Few accounts'], score });
});

// Rules: 6.14.4
test('a run keeps the version that its cascade was saved with, whatever becomes of the product', async () => {
  const own = await world();
  const less = { ...PRODUCT.test_values, risk: { from: 1, to: 9 } };
  expect((await own.api.patch('/products/fraud_score', { test_values: less })).data.version).toBe(2);
  expect((await ended(own)).outcome).toBe('denied');
  const { data } = await own.api.patch(`/workflows/${own.workflowId}`, { definition: DEFINITION });
  expect(data.version).toBe(2);
  expect((await ended(own)).outcome).toBe('approved');
});

// Rules: 6.14.12
test('a letter before an adverse employment action encloses the copy of its report', async () => {
  const own = await world();
  const action = { action_taken: 'adverse_employment', purpose: 'employment', send_strategy: 'auto_send' };
  const definition = DEFINITION.map((node) =>
    node.id === 'deny' ? { ...node, adverse_action: { ...action, recipient: '{{applicant.email}}' } } : node,
  );
  await own.api.patch(`/workflows/${own.workflowId}`, { definition });
  const { data } = await own.api.trigger(own.workflowId, { payload });
  const copies = () =>
    stack.db.kysely
      .selectFrom('artifact')
      .select(['filename', 'document', 'status'])
      .where('execution_id', '=', Number(data.id))
      .where('filename', 'like', 'copy-of-%')
      .execute();
  await until(async () => (await copies()).some(({ status }) => status === 'ready'));
  expect(await copies()).toMatchObject([
    {
      filename: `copy-of-fraud-score-${data.id}.pdf`,
      document: {
        output: { remark: 'otter' },
        own: { name: 'Fraud score', titles: { risk: 'Risk of fraud', tax_number: 'Tax number', remark: 'Remark' } },
      },
    },
  ]);
});

// Rules: 6.14.5
test('a caller who does not see identifiers sees of a report the fields that are declared as facts', async () => {
  const own = await world();
  const { id } = await ended(own);
  const { token } = await stack.createCaller({
    ...{ accountId: own.accountId, clientId: own.clientId },
    scopes: ['executions:read', 'executions:read:full'],
  });
  const { data } = await new ApiCaller(stack.baseUrl, token).get(`/executions/${id}`);
  expect(data.step_outputs.fraud.tax_number).toBe('****5667');
  expect(data.step_outputs.fraud.risk).toBeGreaterThanOrEqual(80);
});
