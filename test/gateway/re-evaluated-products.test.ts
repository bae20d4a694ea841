import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { asJson } from '../../platform/database/index.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { unguarded } from '../support/transitions.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Reports of an account's own products, where what was pulled is evaluated again. */

let gateway: TestGateway;
let caller: Caller;
let workflowId: number;

const DEFINITION = [
  { id: 'start', type: 'ApplicantSource', next_step: ['score'] },
  { id: 'score', type: 'BillingProduct', billing_product_code: OWN_EXAMPLE.code, next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];
const PER_MILLE = { risk: { type: 'integer', minimum: 0, maximum: 1_000, 'x-kind': 'fact', title: 'Risk, per mille' } };

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  caller = await gateway.caller();
  await caller.api.post('/products', OWN_EXAMPLE);
  workflowId = (await caller.api.post('/workflows', { name: 'Fraud', definition: DEFINITION })).data.id;
});

/** A run that pulled a report and failed later. */
async function failed(): Promise<number> {
  const { data } = await caller.api.trigger(workflowId, { payload: { applicant: { last_name: 'Lee' } } });
  const values = { status: 'failed' as const, first_error_code: 'internal_error', completed_at: new Date() };
  await unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', data.id).execute());
  await gateway.db.kysely
    .insertInto('step')
    .values({
      ...{ execution_id: data.id, node_id: 'score', visit: 1, node_type: 'BillingProduct', status: 'succeeded' },
      output: asJson({ risk: 40 }),
    })
    .execute();
  return data.id;
}
async function save(product: object): Promise<void> {
  const changed = await caller.api.patch('/products/fraud_score', product);
  expect(changed.status).toBe(200);
  const { data } = await caller.api.patch(`/workflows/${workflowId}`, { definition: DEFINITION });
  expect(data.version).toBe(2);
}
const post = (path: string, body: object) =>
  caller.api.post(path, body, { headers: { 'Idempotency-Key': randomUUID() } });
const oneAgain = async (id: number): Promise<number> => (await post(`/executions/${id}/re_evaluations`, {})).data.id;
const manyAgain = async (): Promise<number> => {
  const body = { filter: { error_code: ['internal_error'] }, expected_count: 1 };
  return (await post('/executions/re_evaluations', body)).data.executions[0].id;
};
const reportsOf = (id: number) =>
  gateway.db.kysely.selectFrom('reused_report').select('output').where('execution_id', '=', id).execute();

describe.each([
  ['alone', oneAgain],
  ['with others', manyAgain],
])('evaluated again %s', (_how, again) => {
  // Rules: 13.3.7
  test.each<[string, object]>([
    ['whose numbers are others', { schema: { type: 'object', properties: PER_MILLE, required: ['risk'] } }],
    [
      'whose kinds are others',
      { schema: { ...OWN_EXAMPLE.schema, properties: { risk: { type: 'integer', 'x-kind': 'identifier' } } } },
    ],
  ])('a report is not read by a schema %s: it is pulled afresh', async (_what, product) => {
    const old = await failed();
    await save(product);
    expect(await reportsOf(await again(old))).toEqual([]);
  });

  // Rules: 13.3.2, 13.3.7
  test('a report is used where another version has the same schema', async () => {
    const old = await failed();
    await save({ name: 'Other', request: { kind: 'cascade' }, mapping: null });
    expect(await reportsOf(await again(old))).toEqual([{ output: { risk: 40 } }]);
  });
});

// Rules: 13.3.7
test('nor is one that was used once already, by a schema of two versions later', async () => {
  const first = await oneAgain(await failed());
  expect(await reportsOf(first)).toHaveLength(1);
  const values = { status: 'failed' as const, completed_at: new Date() };
  await unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', first).execute());
  await save({ schema: { type: 'object', properties: PER_MILLE, required: ['risk'] } });
  expect(await reportsOf(await oneAgain(first))).toEqual([]);
});
