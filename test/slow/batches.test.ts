import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { isTerminal } from '../../core/states.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { executionWorkflowId } from '../../platform/temporal/index.ts';
import { APPLICANT, APPROVE, PULL_ONLY, waiting } from '../executor/support/definitions.ts';
import { startHttpReceiver, type HttpReceiver } from '../executor/support/vendor.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** As many pulls as one executor has in flight (`services/executor/worker.ts`). */
const PULLS_AT_ONCE = 60;
const BEHIND = 30;
const FEW = 3;
const WAIT_SECONDS = 10;
const WAIT_AND_PULL: CascadeDefinition = [
  ...waiting(WAIT_SECONDS)
    .slice(0, 2)
    .map((node) => (node.id === 'wait' ? { ...node, next_step: ['credit'] } : node)),
  ...PULL_ONLY.slice(1),
];

let vendor: HttpReceiver;
let stack: Stack;
let caller: Caller;

beforeAll(async () => {
  vendor = await startHttpReceiver();
  vendor.answer({ status: 200, body: PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01') });
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: {
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      RATE_LIMIT_IP_PER_MINUTE: '100000',
      RATE_LIMIT_APP_PER_5_MINUTES: '100000',
      RATE_LIMIT_TOKEN_PER_HOUR: '100000',
    },
  });
  caller = await stack.createCaller({ productionAccess: true });
});
afterAll(async () => {
  await stack?.stop();
  await vendor?.stop();
});

const timeOf = (date: Date | null) => date?.getTime() ?? 0;
const pullsOf = (executionIds: readonly number[]) =>
  stack.db.kysely
    .selectFrom('effect')
    .select(['status', 'created_at', 'begun_at'])
    .where('execution_id', 'in', executionIds)
    .where('kind', '=', 'live_pull')
    .execute();

function lastOf(pulls: Awaited<ReturnType<typeof pullsOf>>, time: 'created_at' | 'begun_at'): number {
  return Math.max(...pulls.map((pull) => timeOf(pull[time])));
}

async function post(path: string, body: object, by = caller): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}

async function createBatch(definition: CascadeDefinition, count: number, more: object = {}): Promise<number> {
  const workflowId = await post('/workflows', { name: 'Rows', definition });
  const rows = Array.from({ length: count }, (_, n) => ({ ...APPLICANT, external_reference: `row-${n}` }));
  return post(`/workflows/${workflowId}/batches`, { rows, ...more });
}

const rowsOf = (batchId: number) =>
  stack.db.kysely
    .selectFrom('execution')
    .select(['id', 'run_key', 'status'])
    .where('batch_id', '=', batchId)
    .orderBy('row_index')
    .execute();
const statusOf = async (batchId: number) =>
  (await stack.db.kysely.selectFrom('batch').select('status').where('id', '=', batchId).executeTakeFirstOrThrow())
    .status;

test('500 rows come to their ends though the executor is killed three times, with one event each', async () => {
  const id = await createBatch(APPROVE, 500);
  for (const ended of [50, 200, 350]) {
    await until(async () => (await rowsOf(id)).filter(({ status }) => status === 'completed').length >= ended);
    await stack.restart('executor');
  }
  await until(async () => (await statusOf(id)) === 'completed');
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(500);
  expect(rows.filter(({ status }) => isTerminal(status))).toHaveLength(500);
  const events = await stack.db.kysely
    .selectFrom('event')
    .innerJoin('execution', 'execution.id', 'event.execution_id')
    .select('execution.id')
    .where('execution.batch_id', '=', id)
    .where('event.name', '=', 'execution.completed')
    .execute();
  expect(events).toHaveLength(500);
  expect(new Set(events.map((event) => event.id)).size).toBe(500);
});

test('rows that leave one Wait together are spread, and another client is served between them', async () => {
  const held: (() => void)[] = [];
  vendor.onRequest = () =>
    new Promise<void>((resolve) => {
      held.push(resolve);
    });
  const id = await createBatch(WAIT_AND_PULL, PULLS_AT_ONCE + BEHIND, { execution_mode: 'live' });
  await until(() => vendor.requests.length >= PULLS_AT_ONCE);
  const temporal = new Client({
    connection: await Connection.connect({ address: testEnvironment('TEMPORAL_ADDRESS') }),
  });
  const isPulling = async (run: { id: number; run_key: string }) => {
    const handle = temporal.workflow.getHandle(executionWorkflowId(run.id, run.run_key));
    return (await handle.describe()).raw.pendingActivities?.length === 1;
  };
  for (const row of await rowsOf(id)) await until(() => isPulling(row));

  const other = await stack.createCaller({ productionAccess: true });
  const workflowId = await post('/workflows', { name: 'Other', definition: PULL_ONLY }, other);
  const others: number[] = [];
  for (let n = 0; n < FEW; n += 1) {
    const body = { payload: { applicant: { last_name: 'Other' } }, execution_mode: 'live' };
    const execution = await post(`/workflows/${workflowId}/trigger`, body, other);
    const run = await stack.db.kysely
      .selectFrom('execution')
      .select(['id', 'run_key'])
      .where('id', '=', execution)
      .executeTakeFirstOrThrow();
    others.push(execution);
    await until(async () => isPulling(run).catch(() => false));
  }

  vendor.onRequest = () => undefined;
  for (const release of held.splice(0)) release();
  await until(async () => (await statusOf(id)) === 'completed');
  await until(async () => (await pullsOf(others)).every(({ status }) => status === 'done'));
  await temporal.connection.close();

  const theirs = await pullsOf(others);
  const [askedAt, begunAt] = [lastOf(theirs, 'created_at'), lastOf(theirs, 'begun_at')];
  const behind = (await pullsOf((await rowsOf(id)).map((row) => row.id))).filter(
    (pull) => timeOf(pull.begun_at) > askedAt,
  );
  const servedBetween = behind.filter((pull) => timeOf(pull.begun_at) < begunAt);
  // A machine that was too slow to ask before the vendor's first responses has nothing behind.
  expect(servedBetween.length).toBeLessThan(Math.max(BEHIND, behind.length) / 2);

  const waits = await stack.db.kysely
    .selectFrom('step')
    .innerJoin('execution', 'execution.id', 'step.execution_id')
    .select(['execution.id', 'step.started_at', 'step.ended_at'])
    .where('execution.batch_id', '=', id)
    .where('node_id', '=', 'wait')
    .execute();
  const places = waits.map((wait) => {
    const waitedMs = (wait.ended_at?.getTime() ?? 0) - (wait.started_at?.getTime() ?? 0);
    // Each has its place within a tenth of the time (`services/executor/advance/spread.ts`).
    const placeMs = (WAIT_SECONDS * 1_000 * 0.1 * (wait.id % 500)) / 500;
    expect(waitedMs).toBeGreaterThanOrEqual(WAIT_SECONDS * 1_000 + placeMs - 10);
    return placeMs;
  });
  expect(new Set(places).size).toBe(PULLS_AT_ONCE + BEHIND);
});
