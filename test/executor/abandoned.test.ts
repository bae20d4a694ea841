import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { executionWorkflowId, WORKFLOW_TYPES, type TemporalClient } from '../../platform/temporal/index.ts';
import { pokeAbandonedRuns, pokeOverdueRuns } from '../../services/executor/dispatch/reconciler.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { recover } from '../../platform/recovery.ts';
import { testEnvironment } from '../support/environment.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { unguarded } from '../support/transitions.ts';
import { until } from '../support/until.ts';
import { connectTemporalClient } from '../support/temporal.ts';
import { APPLICANT, PULL_ONLY, REVIEW, waiting } from './support/definitions.ts';
import {
  cancel,
  command,
  createTenant,
  decide,
  executionOf,
  trigger,
  type Tenant,
  type TriggerOptions,
} from './support/runs.ts';
import { startHttpReceiver, type HttpReceiver } from './support/vendor.ts';

const EACH = 20;

let vendor: HttpReceiver;
let stack: Stack;
let db: Database;
let temporal: TemporalClient;
let tenant: Tenant;

beforeAll(async () => {
  vendor = await startHttpReceiver();
  stack = await startStack({ services: ['executor'], env: { PRODUCT_CREDIT_REPORT_URL: vendor.url } });
  db = stack.db;
  temporal = connectTemporalClient({ address: testEnvironment('TEMPORAL_ADDRESS'), namespace: 'default' });
  tenant = await createTenant(db);
});
afterAll(async () => {
  await temporal?.close();
  await stack?.stop();
  await vendor?.stop();
});

const many = (options: TriggerOptions) => Promise.all(Array.from({ length: EACH }, () => trigger(db, tenant, options)));
const dependencies = () => ({
  db,
  client: temporal.client,
  log: createLogger('test', 'silent'),
  onPoked: () => undefined,
});

async function countOf(ids: readonly number[], ...statuses: readonly string[]): Promise<number> {
  const rows = await db.kysely.selectFrom('execution').select('status').where('id', 'in', ids).execute();
  return rows.filter(({ status }) => statuses.includes(status)).length;
}

// Rules: 13.2.5
test('runs whose workflows were terminated, in whatever state, all come to their end', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  vendor.onRequest = () => held;
  vendor.answer({ status: 200, body: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01') });
  const running = await many({ definition: PULL_ONLY, payload: APPLICANT, mode: 'live' });
  const sleeping = await many({ definition: waiting(10), payload: APPLICANT });
  const parked = await many({ definition: REVIEW, payload: APPLICANT });
  const idsOf = (runs: typeof running) => runs.map(({ id }) => id);
  // On a busy machine the first one may be over before the last one sleeps.
  await until(async () => (await countOf(idsOf(sleeping), 'waiting', 'completed')) === EACH);
  await until(async () => (await countOf(idsOf(parked), 'awaiting_review')) === EACH);
  await until(async () => {
    const begun = await db.kysely.selectFrom('effect').select('id').where('status', '=', 'begun').execute();
    return begun.length === EACH;
  });

  for (const { id, runKey } of [...running, ...sleeping, ...parked]) {
    const terminating = temporal.client.workflow.getHandle(executionWorkflowId(id, runKey)).terminate();
    // On a busy machine one that slept may have ended before.
    await terminating.catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }
  release();
  let untouched = 0;
  await pokeAbandonedRuns({ ...dependencies(), onSwept: (count) => (untouched = count) }, 0);
  expect(untouched).toBe(EACH);
  await until(async () => (await countOf(idsOf(running), 'completed')) === EACH);
  for (const { id } of parked) await decide(db, id, 'approved');
  await until(async () => (await countOf(idsOf(parked), 'completed')) === EACH);
  await until(async () => {
    await pokeOverdueRuns(db, 0);
    return (await countOf(idsOf(sleeping), 'completed')) === EACH;
  });
});

test('runs that Temporal has never heard of are found, begun or not', async () => {
  const run = () => trigger(db, tenant, { definition: waiting(1), payload: APPLICANT, isDispatched: true });
  const [running, pending] = [await run(), await run()];
  await unguarded(db, (trx) =>
    trx.updateTable('execution').set({ status: 'pending' }).where('id', '=', pending.id).execute(),
  );
  await pokeAbandonedRuns(dependencies(), 0);
  await until(async () => (await countOf([running.id, pending.id], 'completed')) === 2);
});

test('a start that finds its workflow closed starts the run again, and one that finds it open does not', async () => {
  const closed = await trigger(db, tenant, { definition: waiting(1), payload: APPLICANT, isDispatched: true });
  const workflowId = executionWorkflowId(closed.id, closed.runKey);
  // Nobody polls the queue, so the workflow does nothing before it is terminated.
  const taskQueue = `nobody-${closed.id}`;
  const args = [closed.id, closed.runKey];
  await (await temporal.client.workflow.start(WORKFLOW_TYPES.execution, { workflowId, taskQueue, args })).terminate();
  const open = await trigger(db, tenant, { definition: waiting(3_600), payload: APPLICANT });
  await until(async () => (await executionOf(db, open.id)).status === 'waiting');
  for (const { id } of [closed, open]) await command(db.kysely, 'start', id);

  await until(async () => (await executionOf(db, closed.id)).status === 'completed');
  expect((await executionOf(db, closed.id)).run_key).not.toBe(closed.runKey);
  const commands = db.kysely.selectFrom('command').select('id').where('execution_id', '=', open.id);
  await until(async () => (await commands.execute()).length === 0);
  expect(await executionOf(db, open.id)).toMatchObject({ status: 'waiting', run_key: open.runKey });
  await cancel(db, open.id);
});

// Rules: 18.8.2
test('a run has the priority of a single trigger and the fairness key of its client', async () => {
  const { id, runKey } = await trigger(db, tenant, { definition: waiting(3_600), payload: APPLICANT });
  await until(async () => (await executionOf(db, id)).status === 'waiting');
  const { raw } = await temporal.client.workflow.getHandle(executionWorkflowId(id, runKey)).describe();
  // Its activities inherit both: `test:slow -- fairness`.
  const expected = { priorityKey: 3, fairnessKey: `client-${tenant.apiClientId}` };
  expect(raw.workflowExecutionInfo?.priority).toMatchObject(expected);
  await cancel(db, id);
});

// Rules: 13.2.2
test('recover leaves healthy runs in the hands of their workflows', async () => {
  const runs = await many({ definition: waiting(3_600), payload: APPLICANT });
  const ids = runs.map(({ id }) => id);
  await until(async () => (await countOf(ids, 'waiting')) === EACH);
  expect(await recover(db)).toEqual({ recovered: EACH });
  await until(async () => (await db.kysely.selectFrom('command').select('id').execute()).length === 0);
  for (const { id, runKey } of runs) {
    expect(await executionOf(db, id)).toMatchObject({ run_key: runKey, status: 'waiting' });
  }
});
