import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const definition = (score: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: score }],
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
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant' },
  },
];

async function twoVersions(): Promise<number> {
  const { data } = await caller.api.post('/workflows', { name: 'Read me', definition: definition(620) });
  await caller.api.patch(`/workflows/${data.id}`, { definition: definition(640) });
  return data.id;
}

describe('GET /workflows/{id}/reading', () => {
  // Rules: 2.8.1, 2.8.5, 2.8.6, 2.8.7
  test('says what runs, what becomes of those without a value, and of those beside a threshold', async () => {
    const id = await twoVersions();
    const { status, data } = await caller.api.get(`/workflows/${id}/reading`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      object: 'workflow_reading',
      workflow_id: id,
      version: 2,
      rules: [
        { text: 'Approve if the credit score is at least 640.', node_ids: ['decide', 'approve'] },
        { text: 'Otherwise, deny.', node_ids: ['decide', 'deny'] },
      ],
      missing_values: [{ field: 'the credit score', text: 'An applicant whose credit score is not known is denied.' }],
      examples: { left_out: [] },
    });
    expect(data.changes).toBe(undefined);
    const [{ rows }] = data.examples.tables;
    expect(rows.map(({ value, result }: { value: string; result: string }) => `${value} ${result}`)).toEqual([
      '639 denied',
      '640 approved',
      '641 approved',
      'not known denied',
    ]);
    for (const { applicant, result } of rows.slice(1)) {
      const { data: run } = await caller.api.post(`/workflows/${id}/simulate`, applicant);
      expect(run.outcome).toBe(result);
    }
  });

  // Rules: 2.8.10
  test('calls fields of the payload as the account does now, saved and not', async () => {
    const own = await gateway.caller();
    const condition = { source_node_id: 'start', field: 'applicant.ltv', operator: 'less_than', value: 80 };
    const labelled = definition(620).map((node) =>
      node.id === 'decide'
        ? { ...node, branches: { pass: { condition_groups: [{ conditions: [condition] }] } } }
        : node,
    );
    const { data: workflow } = await own.api.post('/workflows', { name: 'Labelled', definition: labelled });
    const path = `/workflows/${workflow.id}/reading`;
    const both = async () => [
      (await own.api.get(path)).data.rules[0].text,
      (await own.api.post(path, { definition: labelled })).data.rules[0].text,
    ];
    const byPath = 'Approve if the field applicant.ltv is less than 80.';
    expect(await both()).toEqual([byPath, byPath]);
    const body = { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' };
    await own.api.call('PUT', '/fields/applicant.ltv', { body });
    const byLabel = 'Approve if the loan to value is less than 80%.';
    expect(await both()).toEqual([byLabel, byLabel]);
  });

  // Rules: 2.8.9
  test('reads an earlier version, and says how the two differ and whom they treat differently', async () => {
    const id = await twoVersions();
    const { data: old } = await caller.api.get(`/workflows/${id}/reading?version=1`);
    expect([old.version, old.rules[0].text]).toEqual([1, 'Approve if the credit score is at least 620.']);
    const { data } = await caller.api.get(`/workflows/${id}/reading?compare_to=1`);
    expect(data.changes).toMatchObject({
      version: 1,
      more_effects: 0,
      untried: 0,
      parts: [
        {
          part: 'rules',
          removed: ['Approve if the credit score is at least 620.'],
          added: ['Approve if the credit score is at least 640.'],
        },
        { part: 'steps' },
      ],
    });
    expect(data.changes.effects).toMatchObject([
      { text: 'credit score 620–639: approved → denied', before: 'approved', after: 'denied', is_worse: true },
    ]);
    const { data: same } = await caller.api.get(`/workflows/${id}/reading?compare_to=2`);
    expect(same.changes).toEqual({ version: 2, parts: [], effects: [], more_effects: 0, untried: 0 });
  });

  test('is of the account alone, needs its scope, and knows only versions that there are', async () => {
    const id = await twoVersions();
    const [stranger, poor] = [
      await gateway.caller(),
      await gateway.caller({ of: caller, scopes: ['executions:read'] }),
    ];
    expect((await stranger.api.get(`/workflows/${id}/reading`)).status).toBe(404);
    expect((await stranger.api.get(`/workflows/${id}/reading?version=1`)).status).toBe(404);
    expect((await poor.api.get(`/workflows/${id}/reading`)).error.code).toBe('insufficient_scope');
    for (const query of ['version=3', 'compare_to=3', 'version=99999999999']) {
      expect((await caller.api.get(`/workflows/${id}/reading?${query}`)).error.code).toBe('not_found');
    }
    const { error } = await caller.api.get(`/workflows/${id}/reading?compare_to=first`);
    expect([error.code, error.details[0].field]).toEqual(['validation_failed', 'compare_to']);
  });

  // Rules: 2.8.13
  test('reads a definition that is not saved, beside what is or was, and stores nothing', async () => {
    const id = await twoVersions();
    const path = `/workflows/${id}/reading`;
    const { status, data } = await caller.api.post(path, { definition: definition(700) });
    expect(status).toBe(200);
    expect(data).toMatchObject({ version: 2, rules: [{ text: 'Approve if the credit score is at least 700.' }, {}] });
    const rules = (removed: number, added: number) => ({
      part: 'rules',
      removed: [`Approve if the credit score is at least ${removed}.`],
      added: [`Approve if the credit score is at least ${added}.`],
    });
    expect(data.changes.parts[0]).toEqual(rules(640, 700));
    // The two versions with each applicant's outcomes, as their simulations give them.
    for (const { before, after, applicant } of data.changes.effects) {
      const saved = await caller.api.post(`/workflows/${id}/simulate`, applicant);
      const proposed = await caller.api.post('/workflows/simulate', { definition: definition(700), ...applicant });
      expect([saved.data.outcome, proposed.data.outcome]).toEqual([before, after]);
    }
    expect(data.changes.effects.length).toBeGreaterThan(0);
    const { data: older } = await caller.api.post(path, { definition: definition(700), compare_to: 1 });
    expect([older.changes.version, older.changes.parts[0]]).toEqual([1, rules(620, 700)]);
    expect((await caller.api.get(`/workflows/${id}`)).data).toMatchObject({ version: 2, definition: definition(640) });
    const { error } = await caller.api.post(path, { definition: [{ id: 'start', type: 'Nothing' }] });
    expect([error.code, error.details[0].field]).toEqual(['validation_failed', 'definition']);
    expect((await caller.api.post(path, { definition: [], compare_to: 9 })).error.code).toBe('not_found');
  });

  test('of an empty draft says that it cannot be run', async () => {
    const { data } = await caller.api.post('/workflows', { name: 'Empty' });
    const { data: reading } = await caller.api.get(`/workflows/${data.id}/reading`);
    expect(reading).toMatchObject({ rules: null, steps: [], examples: { tables: [], left_out: [] } });
  });
});
