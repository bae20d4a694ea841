import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { EffectRequest } from '../../core/cascade/contract.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { asJson } from '../../platform/database/index.ts';
import { World } from '../core/interpreter/world.ts';
import { declinedWorld, executionOf, park, recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const declined = async () => (await declinedRun()).id;

async function declinedRun() {
  const world = declinedWorld();
  const id = await recordedRun(gateway, caller, world);
  const workflow = { id: (await caller.api.get(`/executions/${id}`)).data.workflow_id };
  return { id, workflow, payload: world.run.payload };
}

test('the explanation says what decided and what would have changed it', async () => {
  const id = await declined();
  const { status, data } = await caller.api.get(`/executions/${id}/explanation`);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    object: 'execution_explanation',
    execution_id: id,
    notices: [
      {
        node_id: 'decline',
        reasons: ['Income insufficient in relation to the rent'],
        would_have_changed: { values: [{ field: 'income_to_rent_ratio', actual: 1.4, value: 2.5 }], exact: true },
      },
    ],
  });
});

// Rules: 2.7.4
test('a simulation on the same applicant gives the same explanation', async () => {
  const { id, workflow, payload } = await declinedRun();
  const real = await caller.api.get(`/executions/${id}/explanation`);
  const { status, data } = await caller.api.post(`/workflows/${workflow.id}/simulate`, { payload });
  expect([status, data.outcome]).toEqual([200, 'denied']);
  expect(data.explanation.notices).toEqual(real.data.notices);
  expect(data.path).toEqual(['applicant', 'income', 'decide', 'decline', 'results']);
});

test('an execution without a notice has nothing to explain', async () => {
  const id = await executionOf(caller);
  expect((await caller.api.get(`/executions/${id}/explanation`)).data.notices).toEqual([]);
});

test('it takes the scope executions:read:full, and the execution of another client is not found', async () => {
  const id = await executionOf(caller);
  const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  expect((await reader.api.get(`/executions/${id}/explanation`)).status).toBe(403);
  const stranger = await gateway.caller();
  expect((await stranger.api.get(`/executions/${id}/explanation`)).status).toBe(404);
});

// Rules: 9.6.4
test('a code of the reason catalogue is refused unless it is true of the reports', async () => {
  const id = await declined();
  await park(gateway.db, id);
  const deny = (...reasons: string[]) =>
    caller.api.post(`/executions/${id}/review_decisions`, { decision: 'denied', node_id: 'node0', reasons });
  const refused = await deny('Gap in references', 'income_verification.status');
  expect(refused.status).toBe(422);
  expect(refused.error.details).toMatchObject([{ field: 'reasons[1]' }]);
  const { message } = refused.error.details[0];
  expect(message).toMatch(
    /income_verification\.status is not true .*: status would have to be .+ and is \w+; true are /,
  );
  const named = /true are (.*?)(, and \d+ more)?$/.exec(message)?.[1]?.split(', ') ?? [];
  expect(named).toContain('income_verification.pay_frequency');
  const vague = await deny('Risk too high', 'Gap in references');
  expect([vague.status, vague.error.details]).toMatchObject([422, [{ field: 'reasons[0]' }]]);
  expect((await deny('Gap in references', 'income_verification.pay_frequency')).status).toBe(200);
});

// Rules: 9.6.5
test('a token that may not read reports is not told what they say when a code is refused', async () => {
  const id = await declined();
  await park(gateway.db, id);
  const { api } = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:write'] });
  const body = { decision: 'denied', node_id: 'node0', reasons: ['income_verification.status'] };
  const { error } = await api.post(`/executions/${id}/review_decisions`, body);
  expect(error.details).toEqual([
    {
      field: 'reasons[0]',
      message:
        'income_verification.status is not true of the reports of this execution; a token with executions:read:full ' +
        'is told why, and which codes are true',
    },
  ]);
});

// Rules: 9.6.3
test.each([
  ['An eviction two years ago', 0, 422],
  ['An eviction two years ago', 1, 200],
  ['No eviction, but the rent was unpaid', 0, 200],
])(
  'a text about a report (%j, %d filings) is refused if the report does not say so: %d (C.14)',
  async (text, filings, status) => {
    const review = {
      condition_groups: [
        { conditions: [{ source_node_id: 'eviction', field: 'filings_count', operator: 'is_not_empty' }] },
      ],
    };
    const world = new World(
      [
        { id: 'start', type: 'ApplicantSource', next_step: ['eviction'] },
        { id: 'eviction', type: 'BillingProduct', billing_product_code: 'eviction_history', next_step: ['decide'] },
        {
          id: 'decide',
          type: 'IfElse',
          branches: { human_review: review },
          human_review_steps: ['approve'],
          fail_steps: ['results'],
        },
        { id: 'approve', type: 'Action', action_type: 'Approve' },
        { id: 'results', type: 'ShowResults' },
      ] as unknown as CascadeDefinition,
      { mode: 'live' },
    );
    world.advance();
    world.finish('eviction', { report: { filings_count: filings, judgments_count: 0 } });
    const id = await recordedRun(gateway, caller, world);
    const answer = await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'denied', reasons: [text] });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.error.details).toMatchObject([{ field: 'reasons[0]' }]);
  },
);

/** The declined run, parked at the review of its notice; `send` approves the notice with reasons. */
async function parkedAtNotice() {
  const id = await declined();
  const notice = await gateway.db.kysely
    .selectFrom('effect')
    .selectAll()
    .where('execution_id', '=', id)
    .where('kind', '=', 'notice')
    .executeTakeFirstOrThrow();
  await park(gateway.db, id, ['notice']);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ node_id: notice.node_id, needs: 'reasons' })
    .where('execution_id', '=', id)
    .execute();
  const send = (...reasons: string[]) =>
    caller.api.post(`/executions/${id}/review_decisions`, {
      decision: 'approved',
      node_id: notice.node_id,
      reasons,
    });
  return { notice, send };
}

// Rules: 9.6.4
test('a code of a side is accepted for a notice if a condition that decided read such a value', async () => {
  const { send } = await parkedAtNotice();
  // No deciding condition read the monthly income, so it has no side.
  const refused = await send('income_verification.income_to_rent_ratio', 'income_verification.monthly_income_usd');
  expect([refused.status, refused.error?.details?.[0]?.field]).toEqual([422, 'reasons[1]']);
  expect((await send('income_verification.income_to_rent_ratio')).status).toBe(200);
});

// Rules: 10.26.6
test('a credit notice that waits for reasons is not sent for internal standards', async () => {
  const { send } = await parkedAtNotice();
  const refused = await send('Internal standards.');
  expect([refused.status, refused.error?.details?.[0]?.field]).toEqual([422, 'reasons']);
  expect(refused.error.details[0].message).toContain('12 CFR 1002.9(b)(2)');
  const mixed = await send('Internal standards.', 'Two payments to us are overdue');
  expect([mixed.status, mixed.error?.details?.[0]?.field]).toEqual([422, 'reasons[0]']);
  expect((await send('Two payments to us are overdue')).status).toBe(200);
});

test('what decided that a notice is issued is what its last preparation says', async () => {
  const { notice, send } = await parkedAtNotice();
  const { execution_id, key, node_id, visit, kind, request } = notice;
  if (request.kind !== 'notice' || request.operation !== 'prepare') throw new Error('no preparation of a notice');
  // Prepared again, where no choice decided.
  const decided = { ...request.notice.decided, choices: [] };
  const again: EffectRequest = { ...request, notice: { ...request.notice, decided } };
  await gateway.db.kysely
    .insertInto('effect')
    .values({ execution_id, key: `${key}:again`, node_id, visit, kind, request: asJson(again) })
    .execute();
  const refused = await send('income_verification.income_to_rent_ratio');
  expect([refused.status, refused.error?.details?.[0]?.field]).toEqual([422, 'reasons[0]']);
});
