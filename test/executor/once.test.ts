import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { isTerminal } from '../../core/states.ts';
import { asJson } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { APPLICANT, EMAIL, PULL_ONLY, REVIEW } from './support/definitions.ts';
import { effectsOf, executionOf, stepsOf } from './support/runs.ts';
import { startHttpReceiver, type HttpReceiver } from './support/vendor.ts';

/** Acts that are done only once: effects after a cancel, live pulls, reports that are used again. */
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const PULL_THEN_MAIL: CascadeDefinition = [
  ...PULL_ONLY.map((node) => (node.id === 'credit' ? { ...node, next_step: ['letter'] } : node)),
  ...EMAIL.filter(({ id }) => id === 'letter'),
];
/** Pulls, asks a person, and after an approval pulls the same product once more. */
const PULL_REVIEW_PULL: CascadeDefinition = [
  ...REVIEW.map((node) => (node.id === 'approve' ? { ...node, next_step: ['again'] } : node)),
  { id: 'again', type: 'BillingProduct', billing_product_code: 'credit_report' },
];

let vendor: HttpReceiver;
let smtp: SmtpReceiver;
let database: TestDatabase;
let proxy: PostgresProxy;
let stack: Stack;
let caller: Caller;
let api: ApiCaller;

beforeAll(async () => {
  [vendor, smtp, database] = await Promise.all([startHttpReceiver(), startSmtp(), createTestDatabase()]);
  proxy = await startPostgresProxy(database.url);
  stack = await startStack({
    services: ['gateway', 'executor'],
    databaseUrl: database.url,
    env: {
      DATABASE_URL: proxy.url,
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      SMTP_URL: smtp.url,
    },
  });
  caller = await stack.createCaller({ productionAccess: true });
  api = new ApiCaller(stack.baseUrl, caller.token);
  vendor.answer({ status: 200, body: REPORT });
});
afterAll(async () => {
  await stack?.stop();
  await proxy?.stop();
  await database?.drop();
  await Promise.all([vendor?.stop(), smtp?.stop()]);
});

async function createWorkflow(definition: CascadeDefinition): Promise<number> {
  const { status, data } = await api.post('/workflows', { name: 'Once', definition });
  expect(status).toBe(201);
  return data.id;
}

async function run(workflowId: number): Promise<number> {
  const { status, data } = await api.trigger(workflowId, { payload: APPLICANT, execution_mode: 'live' });
  expect(status).toBe(202);
  return data.id;
}

const reEvaluate = async (id: number, body: object = {}) => {
  const answer = await api.post(`/executions/${id}/re_evaluations`, body, {
    headers: { 'Idempotency-Key': randomUUID() },
  });
  expect(answer.status).toBe(202);
  return answer.data.id as number;
};
const hasStatus = (id: number, status: string) => async () => (await executionOf(stack.db, id)).status === status;
const hasEnded = (id: number) => async () => isTerminal((await executionOf(stack.db, id)).status);
const billedOf = async (ids: readonly number[]) => {
  const rows = await stack.db.kysely
    .selectFrom('billing_entry')
    .select('execution_id')
    .where('execution_id', 'in', [...ids])
    .execute();
  return rows.length;
};

// Rules: 13.1.1
test.each([
  ['pull', PULL_ONLY],
  ['letter', EMAIL],
] as const)('no %s begins after a cancel was answered, if its beginning was on the way', async (_what, definition) => {
  const workflowId = await createWorkflow(definition);
  const [pullsBefore, lettersBefore] = [vendor.requests.length, smtp.letters.length];
  // The workflow has reached its effect, and the statement that begins it is on the way to PostgreSQL.
  proxy.holdAt = (message) => message.includes("set status = 'begun'");
  const id = await run(workflowId);
  await until(() => proxy.held > 0);
  const cancelled = await api.post(`/executions/${id}/cancel`);
  expect([cancelled.status, cancelled.data.status]).toEqual([200, 'cancelled']);
  proxy.release();
  await until(() => proxy.unanswered === 0);

  // Another run goes through the same steps, and the effects of the cancelled one would have come first.
  const other = await run(workflowId);
  await until(hasStatus(other, 'completed'));
  const [pulls, letters] = [vendor.requests.length - pullsBefore, smtp.letters.length - lettersBefore];
  expect([pulls, letters]).toEqual(definition === PULL_ONLY ? [1, 0] : [0, 1]);
  expect(await effectsOf(stack.db, id)).toMatchObject([{ status: 'cancelled', attempts: 0, begun_at: null }]);
  expect(await billedOf([id])).toBe(0);
  expect((await executionOf(stack.db, id)).status).toBe('cancelled');
});

// Rules: 13.3.2
test('a re-evaluation keeps its reports when the old execution is redacted in the middle of it', async () => {
  const workflowId = await createWorkflow(PULL_ONLY);
  const old = await run(workflowId);
  await until(hasStatus(old, 'completed'));
  const pulls = vendor.requests.length;
  expect((await api.patch(`/workflows/${workflowId}`, { definition: PULL_REVIEW_PULL })).status).toBe(200);
  const id = await reEvaluate(old);
  await until(hasStatus(id, 'awaiting_review'));

  await redact(old);
  expect((await api.post(`/executions/${id}/review_decisions`, { decision: 'approved' })).status).toBe(200);
  await until(hasStatus(id, 'completed'));

  const { step_outputs: outputs, input_context: input } = (await api.get(`/executions/${id}`)).data;
  expect([outputs.credit, outputs.again]).toEqual([REPORT, REPORT]);
  expect(input.applicant).toEqual(APPLICANT.applicant);
  expect([vendor.requests.length - pulls, await billedOf([old]), await billedOf([id])]).toEqual([0, 1, 0]);
  const again = await api.post(
    `/executions/${old}/re_evaluations`,
    {},
    { headers: { 'Idempotency-Key': randomUUID() } },
  );
  expect([again.status, again.error.code]).toEqual([409, 'execution_not_reevaluable']);
});

/** Nothing of the applicant is left in the rows of the execution. */
async function redact(id: number): Promise<void> {
  await stack.db.transaction(async (trx) => {
    await trx
      .updateTable('execution')
      .set({ payload: asJson({}), redacted_at: new Date() })
      .where('id', '=', id)
      .execute();
    await trx.updateTable('step').set({ output: null }).where('execution_id', '=', id).execute();
    await trx.updateTable('effect').set({ result: null }).where('execution_id', '=', id).execute();
    await trx.deleteFrom('reused_report').where('execution_id', '=', id).execute();
  });
}

// Rules: 6.3.1, 6.5.2, 13.3.3
test('a live pull is billed once over a retry and re-evaluations, and again only if it is pulled afresh', async () => {
  const workflowId = await createWorkflow(PULL_THEN_MAIL);
  const pulls = vendor.requests.length;
  smtp.behave({ kind: 'refuse', at: 'recipient', code: 550 });
  const batch = await api.post(
    `/workflows/${workflowId}/batches`,
    { rows: [APPLICANT], execution_mode: 'live' },
    { headers: { 'Idempotency-Key': randomUUID() } },
  );
  expect(batch.status).toBe(202);
  const [{ id } = { id: 0 }] = (await api.get(`/batches/${batch.data.id}/executions`)).data as { id: number }[];
  await until(hasStatus(id, 'failed'));
  expect([vendor.requests.length - pulls, await billedOf([id])]).toEqual([1, 1]);

  smtp.behave({ kind: 'accept' });
  await until(async () => (await api.get(`/batches/${batch.data.id}`)).data.status === 'completed');
  expect((await api.post(`/batches/${batch.data.id}/retry_failed`)).status).toBe(202);
  await until(hasStatus(id, 'completed'));
  expect([vendor.requests.length - pulls, await billedOf([id])]).toEqual([1, 1]);

  const reused = await reEvaluate(id);
  const ofReused = await reEvaluateAfter(reused);
  expect([vendor.requests.length - pulls, await billedOf([id, reused, ofReused])]).toEqual([1, 1]);
  expect((await stepsOf(stack.db, ofReused)).find(({ node_id }) => node_id === 'credit')?.output).toEqual(REPORT);

  const fresh = await reEvaluate(id, { reuse_reports: false });
  await until(hasEnded(fresh));
  expect([vendor.requests.length - pulls, await billedOf([fresh])]).toEqual([2, 1]);
  const keys = vendor.requests.slice(pulls).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

// Rules: 13.7.1
test('no report of a run that failed is pulled or billed again, however often it is corrected and fails', async () => {
  const letter = (id: string, to: string, next: string[]) => ({
    ...{ id, type: 'Action', action_type: 'SendEmail', next_step: next },
    email: { to, subject: 'Your application', body: 'Thank you.' },
  });
  const workflowId = await createWorkflow([
    { id: 'applicant', type: 'ApplicantSource', next_step: ['first'] },
    letter('first', '{{applicant.email}}', ['credit']),
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['second'] },
    letter('second', '{{applicant.second_email}}', []),
  ] as CascadeDefinition);
  const pulls = vendor.requests.length;
  const { data } = await api.trigger(workflowId, {
    payload: { applicant: { ...APPLICANT.applicant, second_email: 'n/a' } },
    execution_mode: 'live',
  });
  const failed: number = data.id;
  await until(hasStatus(failed, 'failed'));
  const corrected = async (old: number, corrections: object) =>
    reEvaluate(old, { corrections, reason: 'It was no address.' });

  // It fails before it comes to the report, and keeps it for the next one.
  const worse = await corrected(failed, { 'applicant.email': 'n/a' });
  await until(hasStatus(worse, 'failed'));
  const right = await corrected(worse, {
    'applicant.email': 'ada@example.com',
    'applicant.second_email': 'ada@example.com',
    'steps.credit.score': { value: 640, note: 'letter of the bureau' },
  });
  await until(hasStatus(right, 'completed'));
  expect([vendor.requests.length - pulls, await billedOf([failed]), await billedOf([worse, right])]).toEqual([1, 1, 0]);
  const { step_outputs: outputs } = (await api.get(`/executions/${right}`)).data;
  expect(outputs.credit).toMatchObject({
    ...REPORT,
    score: 640,
    corrected_values: [{ path: 'score', reported: REPORT.score }],
  });
});

test('a value that could not be compared is corrected: the run decides, and its report is billed once', async () => {
  const condition = {
    source_node_id: 'context',
    field: 'applicant.monthly_income',
    operator: 'greater_than',
    value: 3000,
  };
  const workflowId = await createWorkflow([
    ...PULL_ONLY.map((node) => (node.id === 'credit' ? { ...node, next_step: ['income'] } : node)),
    {
      ...{ id: 'income', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
      ...{ pass_steps: ['approve'], fail_steps: ['results'] },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'results', type: 'ShowResults' },
  ] as CascadeDefinition);
  const pulls = vendor.requests.length;
  const payload = { applicant: { ...APPLICANT.applicant, monthly_income: '$4,200' } };
  const failed: number = (await api.trigger(workflowId, { payload, execution_mode: 'live' })).data.id;
  await until(hasStatus(failed, 'failed'));
  const found = await api.get('/executions?filter[error_code]=value_not_comparable');
  expect(found.data.map(({ id }: { id: number }) => id)).toEqual([failed]);
  // The path of the fault is that of the correction.
  const [{ not_comparable: fault }] = (await api.get(`/executions/${failed}`)).data.step_outputs.income.conditions;
  const id = await reEvaluate(failed, { corrections: { [fault.path]: 4200 }, reason: 'A dollar sign.' });
  await until(hasStatus(id, 'completed'));
  expect((await executionOf(stack.db, id)).outcome).toBe('approved');
  expect([vendor.requests.length - pulls, await billedOf([failed]), await billedOf([id])]).toEqual([1, 1, 0]);
  // The corrected value has to be comparable, too; otherwise it fails again, and nobody is decided.
  const worse = await reEvaluate(failed, { corrections: { [fault.path]: '4 200' }, reason: 'Typed by hand.' });
  await until(hasStatus(worse, 'failed'));
  expect((await executionOf(stack.db, worse)).outcome).toBeNull();
});

async function reEvaluateAfter(id: number): Promise<number> {
  await until(hasStatus(id, 'completed'));
  const next = await reEvaluate(id);
  await until(hasStatus(next, 'completed'));
  return next;
}
