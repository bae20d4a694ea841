import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const at = (score: number) => ({
  pass: {
    condition_groups: [
      {
        id: 'bad',
        text: 'Deny low scores',
        conditions: [{ source_node_id: 'credit', field: 'score', operator: 'less_than', value: score }],
      },
    ],
    group_logic: 'or',
  },
});

export const definition = (score: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['low'] },
  { id: 'low', type: 'IfElse', branches: at(score), pass_steps: ['deny'], fail_steps: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', reason: 'The score is low.' },
  },
];

async function create(): Promise<number> {
  const { data } = await caller.api.post('/workflows', { name: 'Rules', definition: definition(600), active: false });
  return data.id;
}

describe('GET /workflows/{id}/rules', () => {
  // Rules: 2.12.1
  test('gives one row a rule, of the current version or another one', async () => {
    const id = await create();
    await caller.api.patch(`/workflows/${id}`, { definition: definition(620) });
    const { status, data, headers } = await caller.api.get(`/workflows/${id}/rules`);
    expect(status).toBe(200);
    const { headers: of } = await caller.api.get(`/workflows/${id}`);
    expect(headers.get('etag')).toBe(of.get('etag'));
    expect(data).toMatchObject({
      object: 'workflow_rules',
      workflow_id: id,
      version: 2,
      activation_request: null,
      no_rules: null,
      rules: [{ id: 'bad', text: 'Deny low scores.', then: { decision: 'deny' }, reason: 'The score is low.' }],
      everyone_else: { text: 'Otherwise, approve.', then: { decision: 'approve' } },
    });
    const valueOf = ({ rules }: typeof data) => rules[0].when.condition_groups[0].conditions[0].value;
    const { data: old } = await caller.api.get(`/workflows/${id}/rules?version=1`);
    expect([valueOf(data), valueOf(old), old.version]).toEqual([620, 600, 1]);
  });

  test('is not found in another account, of another version, and needs the scope', async () => {
    const id = await create();
    const stranger = await gateway.caller();
    const poor = await gateway.caller({ scopes: ['executions:read'] });
    expect((await stranger.api.get(`/workflows/${id}/rules`)).status).toBe(404);
    expect((await caller.api.get(`/workflows/${id}/rules?version=7`)).error.code).toBe('not_found');
    expect((await caller.api.get(`/workflows/${id}/rules?activation_request=7`)).error.code).toBe('not_found');
    expect((await poor.api.get(`/workflows/${id}/rules`)).error.code).toBe('insufficient_scope');
  });
});
