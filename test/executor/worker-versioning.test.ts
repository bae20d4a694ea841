import { TEST_LOGINS } from '../support/logins.ts';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { startService, type ServiceProcess } from '../../dev/stack/services.ts';
import { executionWorkflowId, type TemporalClient } from '../../platform/temporal/index.ts';
import { REVIEW_THEN_MAIL } from '../faults/cascades.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { connectTemporalClient } from '../support/temporal.ts';

const DEPLOYMENT = `deployment-${randomUUID()}`;

let stack: Stack;
let temporal: TemporalClient;
let api: CascadeClient;
let workflowId: number;
const executors: { readonly opsUrl: string; readonly ready: Promise<ServiceProcess> }[] = [];

beforeAll(async () => {
  stack = await startStack({ services: ['gateway'] });
  temporal = connectTemporalClient({ address: stack.env.TEMPORAL_ADDRESS ?? '', namespace: 'default' });
  api = new CascadeClient({ baseUrl: stack.baseUrl, token: (await stack.createCaller()).token });
  const definition = [...REVIEW_THEN_MAIL] as Schemas['WorkflowDetail']['definition'];
  const { data } = await api.post('/workflows', { body: { name: 'Review', definition } });
  workflowId = data.id;
});
afterAll(async () => {
  // An executor that never became ready is stopped as soon as it is.
  await Promise.all(executors.map(async ({ ready }) => (await ready).stop()));
  await temporal?.close();
  await stack?.stop();
});

/** Returns at once: it is ready when its build is current. */
async function startExecutor(build: string) {
  const opsPort = await freePort();
  const env = {
    ...process.env,
    ...stack.env,
    WORKFLOW_BUNDLE_PATH: await buildWorkflowBundle(join(tmpdir(), 'cascade-test-bundles')),
    TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
    TEMPORAL_WORKER_BUILD_ID: build,
  };
  const logFile = join(stack.folder, 'logs', `executor-${build}.log`);
  const executor = {
    opsUrl: `http://127.0.0.1:${opsPort}`,
    ready: startService({ service: 'executor', opsPort, env, logins: TEST_LOGINS, logFile }),
  };
  executors.push(executor);
  return executor;
}

async function checksOf({ opsUrl }: { readonly opsUrl: string }): Promise<Readonly<Record<string, string>>> {
  try {
    const { checks } = (await (await fetch(`${opsUrl}/readyz`)).json()) as { checks: Record<string, string> };
    return checks;
  } catch {
    return {};
  }
}

/** Temporal knows a build once its worker has asked for tasks. */
async function makeCurrent(build: string): Promise<void> {
  const version = { deploymentName: DEPLOYMENT, buildId: build };
  await until(async () => {
    try {
      const { workflowService } = temporal.client;
      await workflowService.setWorkerDeploymentCurrentVersion({ namespace: 'default', ...version });
      return true;
    } catch {
      return false;
    }
  });
}

async function trigger(): Promise<number> {
  const payload = { applicant: { email: 'pat@example.com', first_name: 'Pat' } };
  const { data } = await api.post('/workflows/{id}/trigger', { path: { id: workflowId }, body: { payload } });
  return data.id;
}

const executionOf = (id: number) =>
  stack.db.kysely.selectFrom('execution').select(['status', 'run_key']).where('id', '=', id).executeTakeFirstOrThrow();

const untilStatus = (id: number, status: string) => until(async () => (await executionOf(id)).status === status);

/** The builds that carried out its workflow tasks, once there are `count`: what a task wrote is seen before its end. */
async function buildsOf(id: number, count = 1): Promise<readonly unknown[]> {
  let builds: readonly unknown[] = [];
  await until(async () => (builds = await recordedBuildsOf(id)).length >= count);
  return builds;
}

async function recordedBuildsOf(id: number): Promise<readonly unknown[]> {
  const handle = temporal.client.workflow.getHandle(executionWorkflowId(id, (await executionOf(id)).run_key));
  const { events } = await handle.fetchHistory();
  const builds = (events ?? []).map((event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId);
  return [...new Set(builds.filter((build) => build != null))];
}

test('a build that is not current is not ready and claims nothing; open runs move to the current one', async () => {
  const one = await startExecutor('one');
  await until(async () => (await checksOf(one))['worker version'] === 'failed');
  const first = await trigger();
  const commands = () => stack.db.kysely.selectFrom('command').select('attempts').execute();
  expect([await commands(), (await executionOf(first)).status]).toEqual([[{ attempts: 0 }], 'pending']);

  await makeCurrent('one');
  await one.ready;
  await untilStatus(first, 'awaiting_review');
  expect(await buildsOf(first)).toEqual(['one']);

  const two = await startExecutor('two');
  await until(async () => (await checksOf(two))['worker version'] === 'failed');
  // Several, since either dispatcher could have claimed one.
  const beside = await Promise.all(Array.from({ length: 8 }, trigger));
  for (const id of beside) {
    await untilStatus(id, 'awaiting_review');
    expect(await buildsOf(id)).toEqual(['one']);
  }

  await makeCurrent('two');
  await two.ready;
  await until(async () => (await checksOf(one))['worker version'] === 'failed');
  const after = await Promise.all(Array.from({ length: 8 }, trigger));
  for (const id of after) {
    await untilStatus(id, 'awaiting_review');
    expect(await buildsOf(id)).toEqual(['two']);
  }

  await (await one.ready).stop();
  await api.post('/executions/{id}/review_decisions', { path: { id: first }, body: { decision: 'approved' } });
  await untilStatus(first, 'completed');
  expect(await buildsOf(first, 2)).toEqual(['one', 'two']);
});
