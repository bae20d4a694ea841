import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { DecidedReason } from '../../core/cascade/decided.ts';
import { isTerminal } from '../../core/states.ts';
import { reasonCode } from '../../core/statistics/reason-codes.ts';
import { REASON_CODE } from '../../platform/database/decision-facts.ts';
import { ApiCaller, type AnyJson } from '../gateway/api-caller.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { EMAIL, REVIEW, waiting } from './support/definitions.ts';

let stack: Stack;
let api: ApiCaller;

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor', 'artifacts'] });
  const { token } = await stack.createCaller();
  api = new ApiCaller(stack.baseUrl, token);
});
afterAll(async () => {
  await stack?.stop();
});

const score = (operator: string, value: number) => ({ source_node_id: 'credit', field: 'score', operator, value });
const late = { ...score('greater_than_or_equal', 0), field: 'late_payments_last_24_months' };

/** Denies below 850, so everybody, and also reads a field of the payload. */
const DENY: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['deny_if'] },
  {
    id: 'deny_if',
    type: 'IfElse',
    branches: {
      pass: {
        group_logic: 'or',
        condition_groups: [
          { id: 'r1', text: 'Deny if the score is below 850', conditions: [score('less_than', 850)] },
          {
            id: 'r2',
            text: 'Deny if payments were late',
            conditions: [{ ...late, operator: 'greater_than', value: 99 }],
          },
        ],
      },
    },
    everyone_else: { id: 'r3', text: 'Approve everybody else' },
    pass_steps: ['deny'],
    fail_steps: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    purpose: 'tenant',
    adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
  },
] as CascadeDefinition;

async function workflowOf(definition: CascadeDefinition): Promise<number> {
  const { status, data } = await api.post('/workflows', { name: 'Counted', active: true, definition });
  expect(status).toBe(201);
  return data.id;
}

const APPLICANT = { applicant: { first_name: 'Pat', last_name: 'Quartermain', email: 'pat@example.com' } };

async function trigger(workflowId: number, payload: AnyJson = APPLICANT): Promise<number> {
  const { status, data } = await api.trigger(workflowId, { payload });
  expect(status).toBe(202);
  return data.id;
}

const executions = (ids: readonly number[]) =>
  stack.db.kysely.selectFrom('execution').selectAll().where('id', 'in', ids).orderBy('id').execute();
const facts = (ids: readonly number[]) =>
  stack.db.kysely.selectFrom('decision_fact').selectAll().where('id', 'in', ids).orderBy('id').execute();
const untilStatus = (ids: readonly number[], ...wanted: readonly string[]) =>
  until(async () => (await executions(ids)).every(({ status }) => wanted.includes(status)));

/** Checks that each ended run has one row with its own facts, and that no other run has a row. */
async function expectFactsOf(ids: readonly number[]): Promise<void> {
  const ended = (await executions(ids)).filter(({ status }) => isTerminal(status));
  expect(
    (await facts(ids)).map(
      ({
        decided_by: _by,
        held: _held,
        taken: _taken,
        reasons: _reasons,
        facts: _facts,
        is_counted: _counted,
        ...row
      }) => row,
    ),
  ).toEqual(
    ended.map((run) => ({
      ...{ id: run.id, account_id: run.account_id, api_client_id: run.api_client_id, workflow_id: run.workflow_id },
      ...{ workflow_version: run.workflow_version, batch_id: run.batch_id, execution_mode: run.execution_mode },
      ...{ is_again: run.re_evaluated_from !== null, status: run.status, outcome: run.outcome },
      ...{ error_code: run.first_error_code, accepted_at: run.created_at, ended_at: run.completed_at },
    })),
  );
}

// Rules: 21.1.1, 21.1.2, 21.1.3, 21.1.4
test('a run that ends is told of by the rule that decided, the codes of its letter and the facts it compared', async () => {
  const [denied, failed] = [
    await trigger(await workflowOf(DENY)),
    await trigger(await workflowOf(EMAIL), { applicant: { email: 'no address' } }),
  ];
  await untilStatus([denied, failed], 'completed', 'failed');
  await expectFactsOf([denied, failed]);
  const [fact, other] = await facts([denied, failed]);
  expect(fact).toMatchObject({ status: 'completed', outcome: 'denied', decided_by: 'r1', held: ['r1'] });
  expect(fact?.facts).toEqual({ 'credit_report/late_payments_last_24_months': expect.any(Number) });
  expect(fact?.reasons.length).toBeGreaterThan(0);
  for (const code of fact?.reasons ?? []) expect(code).toMatch(/^credit_report[./][\w.]+$/);
  expect(other).toMatchObject({ status: 'failed', outcome: null, decided_by: null, held: [], reasons: [], facts: {} });
});

// Rules: 21.1.1
test('a cancel tells of what had been decided by then', async () => {
  const workflowId = await workflowOf([
    ...DENY.map((node) => (node.id === 'deny' ? { ...node, next_step: ['wait'] } : node)),
    { id: 'wait', type: 'Wait', wait: { duration: 1, unit: 'days' } },
  ]);
  const [denied, asked] = [await trigger(workflowId), await trigger(await workflowOf(REVIEW))];
  await untilStatus([denied, asked], 'waiting', 'awaiting_review');
  await expectFactsOf([denied, asked]);
  for (const id of [denied, asked]) expect((await api.post(`/executions/${id}/cancel`)).status).toBe(200);
  await expectFactsOf([denied, asked]);
  expect((await facts([denied]))[0]).toMatchObject({ status: 'cancelled', outcome: 'denied', decided_by: 'r1' });
  expect((await facts([denied]))[0]?.reasons.length).toBeGreaterThan(0);
});

// Rules: 21.1.1, 21.1.5, 21.3.1
test('rows of a batch are told of when it is cancelled, and a retry takes back the end of those that failed', async () => {
  const rows = (count: number, email: string) => Array.from({ length: count }, () => ({ applicant: { email } }));
  const create = async (definition: CascadeDefinition, body: object) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const { status, data } = await api.post(`/workflows/${await workflowOf(definition)}/batches`, body, { headers });
    expect(status).toBe(202);
    return data.id as number;
  };
  const idsOf = async (batchId: number) =>
    (await stack.db.kysely.selectFrom('execution').select('id').where('batch_id', '=', batchId).execute()).map(
      ({ id }) => id,
    );
  const [waits, fails] = [
    await create(waiting(86_400), { rows: rows(5, 'pat@example.com') }),
    await create(EMAIL, { rows: rows(3, 'no address') }),
  ];
  const ended = async (id: number) => ['completed', 'failed'].includes((await api.get(`/batches/${id}`)).data.status);
  await until(() => ended(fails));
  expect((await api.post(`/batches/${waits}/cancel`)).status).toBe(200);
  await expectFactsOf([...(await idsOf(waits)), ...(await idsOf(fails))]);

  const workflowId = (await facts(await idsOf(fails)))[0]?.workflow_id ?? 0;
  const counted = async () => {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::int as count from decision_hour
      where what = 'decision' and workflow_id = ${workflowId}`.execute(stack.db.kysely);
    return rows[0]?.count;
  };
  await until(async () => (await counted()) === 3);
  await stack.kill('executor');
  expect((await api.post(`/batches/${fails}/retry_failed`)).status).toBe(202);
  expect(await facts(await idsOf(fails))).toEqual([]);
  expect(await counted()).toBe(0);
  const { rows: left } = await sql`
    select h.what from (select * from decision_hour union all select * from decision_day) h
    left join lateral unnest(h.bin_counts) as n on true
    where h.workflow_id = ${workflowId} and (h.count <> 0 or n <> 0)`.execute(stack.db.kysely);
  expect(left).toEqual([]);
  await stack.restart('executor');
  await until(() => ended(fails));
  expect(await facts(await idsOf(fails))).toHaveLength(3);
  await until(async () => (await counted()) === 3);
  await expectFactsOf(await idsOf(fails));
});

// Rules: 21.1.1
test('whatever kills the executor, each run that has ended has one row, and no other has', async () => {
  const workflowId = await workflowOf(DENY);
  const ids: number[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(await trigger(workflowId));
  for (const least of [1, 12, 25]) {
    await until(async () => (await facts(ids)).length >= least);
    await stack.kill('executor');
    await expectFactsOf(ids);
    await stack.restart('executor');
  }
  await untilStatus(ids, 'completed');
  await expectFactsOf(ids);
  expect(await facts(ids)).toHaveLength(40);
});

test('a reason has the same code in a fact and in a backtest', async () => {
  const reasons = ['reviewer', 'field', 'factor', 'statement'].flatMap((kind) =>
    ['F07', null].flatMap((code) =>
      ['credit_report', null].flatMap((product) =>
        [undefined, 'application', 'undeclared'].map((of) => ({
          ...{ kind, text: 'Words' },
          ...(kind === 'statement' ? { of } : { code: kind === 'field' ? 'credit_report.score' : code }),
          ...(kind === 'reviewer' ? {} : { source: { product_code: product, read: null, field: 'score' } }),
        })),
      ),
    ),
  ) as unknown as readonly DecidedReason[];
  const { rows } = await sql<{ code: string }>`
    select ${sql.raw(REASON_CODE)} as code
    from jsonb_array_elements(${JSON.stringify(reasons)}::jsonb) with ordinality of_letter (r, at) order by at`.execute(
    stack.db.kysely,
  );
  expect(rows.map(({ code }) => code)).toEqual(reasons.map(reasonCode));
});
