import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { batchWorkflowId, executionWorkflowId } from '../../platform/temporal/index.ts';
import { testEnvironment } from '../support/environment.ts';
import { connectTemporalClient } from '../support/temporal.ts';
import { APPLICANT, APPROVE, EMAIL, PULL_ONLY, REVIEW, waiting } from './support/definitions.ts';
import { decide } from './support/runs.ts';
import { startHttpReceiver, type HttpReceiver } from './support/vendor.ts';

const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const PULL_AFTER_MAIL: CascadeDefinition = [
  ...EMAIL.map((node) => (node.id === 'letter' ? { ...node, next_step: ['credit'] } : node)),
  ...PULL_ONLY.filter(({ id }) => id === 'credit'),
];

/** Rows of one batch in flight at once. */
const IN_FLIGHT = 20;

let vendor: HttpReceiver;
let smtp: SmtpReceiver;
let stack: Stack;
let caller: Caller;

beforeAll(async () => {
  vendor = await startHttpReceiver();
  smtp = await startSmtp();
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: {
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      SMTP_URL: smtp.url,
      BATCH_OUTAGE_SECONDS: '2',
      BATCH_CONCURRENCY: String(IN_FLIGHT),
    },
  });
  caller = await stack.createCaller({ productionAccess: true });
});
afterAll(async () => {
  await stack?.stop();
  await vendor?.stop();
  await smtp?.stop();
});

interface Response {
  readonly status: number;
  readonly data: Record<string, unknown> & { readonly id: number; readonly status: string };
}

async function call(method: string, path: string, body?: object): Promise<Response> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${caller.token}`,
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data } = (await response.json()) as { data: Response['data'] };
  return { status: response.status, data };
}

async function createBatch(definition: CascadeDefinition, count: number, more: object = {}): Promise<number> {
  const { data: workflow } = await call('POST', '/workflows', { name: 'Rows', definition });
  const rows = Array.from({ length: count }, (_, n) => ({ ...APPLICANT, external_reference: `row-${n}` }));
  const { status, data } = await call('POST', `/workflows/${workflow.id}/batches`, { rows, ...more });
  expect(status).toBe(202);
  return data.id;
}

const batch = async (id: number) => (await call('GET', `/batches/${id}`)).data;
const hasStatus = (id: number, status: string) => async () => (await batch(id)).status === status;
const rowsOf = (id: number) =>
  stack.db.kysely.selectFrom('execution').selectAll().where('batch_id', '=', id).orderBy('row_index').execute();
const eventsOf = (id: number) =>
  stack.db.kysely
    .selectFrom('event')
    .innerJoin('execution', 'execution.id', 'event.execution_id')
    .select(['event.name', 'event.id'])
    .where('execution.batch_id', '=', id)
    .execute();

// Rules: 17.2.3, 18.8.2
test('rows come after single triggers in the queues of Temporal', async () => {
  const id = await createBatch(waiting(3_600), 1);
  await until(async () => (await rowsOf(id))[0]?.status === 'waiting');
  const [row] = await rowsOf(id);
  const temporal = connectTemporalClient({ address: testEnvironment('TEMPORAL_ADDRESS'), namespace: 'default' });
  const workflowId = executionWorkflowId(row?.id ?? 0, row?.run_key ?? '');
  const { raw } = await temporal.client.workflow.getHandle(workflowId).describe();
  await temporal.close();
  // A single trigger has 3, and lower comes first.
  const expected = { priorityKey: 4, fairnessKey: `client-${caller.clientId}` };
  expect(raw.workflowExecutionInfo?.priority).toMatchObject(expected);
  expect((await call('POST', `/batches/${id}/cancel`)).status).toBe(200);
});

// Rules: 17.2.1, 17.5.1
test('a batch runs to its end, also if the executor is killed on the way, with one event for each row', async () => {
  const id = await createBatch(APPROVE, 120);
  for (const ended of [10, 60]) {
    await until(async () => Number((await batch(id)).completed_count) >= ended);
    await stack.restart('executor');
  }
  await until(hasStatus(id, 'completed'));
  expect(await batch(id)).toMatchObject({ total_count: 120, completed_count: 120, failed_count: 0 });
  const events = await eventsOf(id);
  expect(events.filter(({ name }) => name === 'execution.completed')).toHaveLength(120);
});

// Rules: 17.2.2
test('rows that wait for a person hold up no others, and the batch ends with the last decision', async () => {
  const id = await createBatch(REVIEW, 2 * IN_FLIGHT);
  await until(async () => (await rowsOf(id)).every(({ status }) => status === 'awaiting_review'));
  expect((await batch(id)).status).toBe('running');
  for (const row of await rowsOf(id)) await decide(stack.db, row.id, 'approved');
  await until(hasStatus(id, 'completed'));
});

test('a batch that lost its workflow is started again by the next poke', async () => {
  const id = await createBatch(REVIEW, 1);
  await until(async () => (await rowsOf(id)).every(({ status }) => status === 'awaiting_review'));
  const runKeyOf = async () =>
    (await stack.db.kysely.selectFrom('batch').select('run_key').where('id', '=', id).executeTakeFirstOrThrow())
      .run_key;
  const lost = await runKeyOf();
  const temporal = connectTemporalClient({ address: testEnvironment('TEMPORAL_ADDRESS'), namespace: 'default' });
  await temporal.client.workflow.getHandle(batchWorkflowId(id, lost)).terminate();
  await temporal.close();
  for (const row of await rowsOf(id)) await decide(stack.db, row.id, 'approved');
  await until(hasStatus(id, 'completed'));
  expect(await runKeyOf()).not.toBe(lost);
});

test('a cancelled batch dispatches nothing more, and its skipped rows can be retried to their end', async () => {
  await stack.kill('executor', 'SIGTERM');
  const id = await createBatch(APPROVE, 20);
  expect((await call('POST', `/batches/${id}/cancel`)).data.status).toBe('cancelled');
  await stack.restart('executor');
  expect(new Set((await rowsOf(id)).map(({ status }) => status))).toEqual(new Set(['skipped']));
  expect((await call('POST', `/batches/${id}/retry_failed`)).status).toBe(202);
  await until(hasStatus(id, 'completed'));
  expect(await batch(id)).toMatchObject({ completed_count: 20, failed_count: 0 });
});

// Rules: 17.3.1, 17.3.3
test('an interrupted batch dispatches nothing until it is resumed', async () => {
  await stack.kill('executor', 'SIGTERM');
  const id = await createBatch(APPROVE, 20);
  await stack.db.kysely
    .updateTable('batch')
    .set({ status: 'interrupted', interrupted_code: 'operator' })
    .where('id', '=', id)
    .execute();
  await stack.restart('executor');
  await until(async () => (await commandsOf(id)).length === 20);
  expect(new Set((await rowsOf(id)).map(({ status }) => status))).toEqual(new Set(['queued']));
  expect((await call('POST', `/batches/${id}/resume`)).status).toBe(202);
  await until(hasStatus(id, 'completed'));
});

// Rules: 17.3.1, 17.3.2
test('a vendor that dies after 100 rows interrupts the batch; resumed, it bills each row once', async () => {
  const good = { status: 200, body: REPORT };
  vendor.answer(...Array.from({ length: 100 }, () => good), { status: 503 });
  const id = await createBatch(PULL_ONLY, 100 + 2 * IN_FLIGHT, { execution_mode: 'live' });
  await until(hasStatus(id, 'interrupted'));
  expect(await batch(id)).toMatchObject({ interruption: 'vendor_outage', failed_count: 0 });
  const queued = (await rowsOf(id)).filter(({ status }) => status === 'queued');
  expect(queued.length).toBeGreaterThan(0);

  // Rows in flight finish by themselves, and nothing else begins.
  vendor.answer(good);
  const isAtRest = ({ status }: { readonly status: string }) => status === 'completed' || status === 'queued';
  await until(async () => (await rowsOf(id)).every(isAtRest));
  expect((await batch(id)).status).toBe('interrupted');
  expect((await call('POST', `/batches/${id}/resume`)).status).toBe(202);
  await until(hasStatus(id, 'completed'));
  expect(await batch(id)).toMatchObject({ completed_count: 100 + 2 * IN_FLIGHT, failed_count: 0 });
  const rowIds = (await rowsOf(id)).map((row) => row.id);
  expect((await billedOf(id)).toSorted((a, b) => a - b)).toEqual(rowIds.toSorted((a, b) => a - b));
});

// Rules: 17.4.3, 17.4.4
test('a live batch whose rows fail is retried where they failed, and nothing that succeeded is repeated', async () => {
  vendor.answer({ status: 422 });
  const id = await createBatch(PULL_AFTER_MAIL, 5, { execution_mode: 'live' });
  await until(hasStatus(id, 'completed'));
  expect(await batch(id)).toMatchObject({ completed_count: 0, failed_count: 5 });
  const mailsBefore = await mailsOf(id);

  vendor.answer({ status: 200, body: REPORT });
  expect((await call('POST', `/batches/${id}/retry_failed`)).status).toBe(202);
  await until(hasStatus(id, 'completed'));
  expect(await batch(id)).toMatchObject({ completed_count: 5, failed_count: 0 });
  expect((await rowsOf(id)).map(({ retry_count }) => retry_count)).toEqual([1, 1, 1, 1, 1]);
  expect(await mailsOf(id)).toEqual(mailsBefore);
  expect(mailsBefore).toHaveLength(5);
  expect(await billedOf(id)).toHaveLength(5);
});

/** The execution of each pull that was billed. */
async function billedOf(id: number): Promise<number[]> {
  const rows = await stack.db.kysely
    .selectFrom('billing_entry')
    .innerJoin('execution', 'execution.id', 'billing_entry.execution_id')
    .select('execution.id')
    .where('batch_id', '=', id)
    .execute();
  return rows.map((row) => row.id);
}

async function mailsOf(id: number): Promise<string[]> {
  const rows = await stack.db.kysely
    .selectFrom('mail_message')
    .innerJoin('execution', 'execution.id', 'mail_message.execution_id')
    .select('message_id')
    .where('batch_id', '=', id)
    .orderBy('message_id')
    .execute();
  return rows.map(({ message_id }) => message_id);
}

const commandsOf = (id: number) =>
  stack.db.kysely.selectFrom('command').select('id').where('batch_id', '=', id).where('lane', '=', 'batch').execute();
