import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

/** Approves a credit score from a limit on, and denies below it. */
const scoreOf = (limit: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: limit }],
          },
        ],
      },
    },
    pass_steps: ['approve'],
    fail_steps: ['deny'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', action_taken: 'denied', send_strategy: 'auto_send' },
  },
];
const OF_630 = {
  payload: { applicant: { first_name: 'Grace', email: 'grace@example.com' } },
  reports: { credit_report: { score: 630 } },
};

async function twoVersions(): Promise<number> {
  const { data } = await caller.api.post('/workflows', { name: 'Try me', definition: scoreOf(620) });
  await caller.api.patch(`/workflows/${data.id}`, { definition: scoreOf(640) });
  return data.id;
}

describe('POST /workflows/{id}/simulate with a version', () => {
  // Rules: 2.7.1
  test('runs that version, and without one the current', async () => {
    const id = await twoVersions();
    const outcomeOf = async (more: object) =>
      (await caller.api.post(`/workflows/${id}/simulate`, { ...OF_630, ...more })).data.outcome;
    expect([await outcomeOf({ version: 1 }), await outcomeOf({ version: 2 }), await outcomeOf({})]).toEqual([
      'approved',
      'denied',
      'denied',
    ]);
  });

  test('knows only versions that there are, and none of another account', async () => {
    const id = await twoVersions();
    expect((await caller.api.post(`/workflows/${id}/simulate`, { ...OF_630, version: 3 })).status).toBe(404);
    const { status, error } = await caller.api.post(`/workflows/${id}/simulate`, { ...OF_630, version: 0 });
    expect([status, error.details[0].field]).toEqual([422, 'version']);
    const stranger = await gateway.caller();
    expect((await stranger.api.post(`/workflows/${id}/simulate`, { ...OF_630, version: 1 })).status).toBe(404);
  });
});

describe('POST /workflows/simulate', () => {
  // Rules: 2.7.1, 2.7.5
  test('runs a definition that is not saved, as it runs when it is, and saves nothing', async () => {
    const saved = async () => (await caller.api.get('/workflows?per_page=100')).data.length;
    const before = await saved();
    const { status, data } = await caller.api.post('/workflows/simulate', {
      ...{ definition: scoreOf(640), use_case: 'tenant_screening' },
      ...OF_630,
    });
    expect([status, data.object, data.outcome]).toEqual([200, 'simulation', 'denied']);
    expect(data.path).toEqual(['start', 'credit', 'decide', 'deny']);
    expect(data.steps.slice(2)).toEqual([
      {
        ...{ node_id: 'decide', visit: 1, status: 'succeeded', branch: 'fail', error_code: null },
        caused_by: [{ node_id: 'credit', visit: 1 }],
      },
      {
        ...{ node_id: 'deny', visit: 1, status: 'succeeded', branch: null, error_code: null },
        caused_by: [{ node_id: 'decide', visit: 1 }],
      },
    ]);
    expect(data.explanation.notices[0].summary).toContain('Score: 630 (required: at least 640).');
    expect(await saved()).toBe(before);
    const { data: kept } = await caller.api.post('/workflows', { name: 'Now saved', definition: scoreOf(640) });
    const again = await caller.api.post(`/workflows/${kept.id}/simulate`, OF_630);
    expect([again.data.outcome, again.data.path]).toEqual([data.outcome, data.path]);
  });

  // Rules: 2.7.1
  test('names what is wrong with the definition and with the reports, together', async () => {
    const [start, credit] = SIMPLE;
    const { status, error } = await caller.api.post('/workflows/simulate', {
      definition: [start, { ...credit, next_step: ['nowhere'] }],
      reports: { credit_report: { score: 'high' } },
    });
    expect(status).toBe(422);
    const fields = error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['definition[1].next_step[0]', 'reports.credit_report.score']);
  });

  // Rules: 2.1.1
  test('an empty one cannot be run, and reading workflows is what it takes', async () => {
    const { status, error } = await caller.api.post('/workflows/simulate', { definition: [] });
    expect([status, error.code]).toEqual([422, 'workflow_not_runnable']);
    const reader = await gateway.caller({ of: caller, scopes: ['workflows:read'] });
    expect((await reader.api.post('/workflows/simulate', { definition: SIMPLE, ...OF_630 })).status).toBe(200);
    const poor = await gateway.caller({ of: caller, scopes: ['executions:read'] });
    expect((await poor.api.post('/workflows/simulate', { definition: SIMPLE })).status).toBe(403);
  });
});
