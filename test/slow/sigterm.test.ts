import { TEST_LOGINS } from '../support/logins.ts';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { isTerminal } from '../../core/states.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { startService, type ServiceName, type ServiceProcess } from '../../dev/stack/services.ts';
import { executionWorkflowId } from '../../platform/temporal/index.ts';
import { PULL_DECIDE_MAIL } from '../faults/cascades.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { connectTemporalClient } from '../support/temporal.ts';
import { Balancer, startSlowServer, type Replica, type SlowServer } from './sigterm-support.ts';

const TAKES_MS = 1_000;
const TRIGGERING_CALLERS = 3;
const GENERATING_CALLERS = 4;
const PAUSE_MS = 800;
/** Readers of the report of each execution, which is rendered only for them. */
const READERS = 2;
const LOOK_EVERY_MS = 25;
const BANDS = 'Approve if the credit score is at least 700. Review from 600 to 699. Deny below 600.';

let vendor: SlowServer;
let subscriber: SlowServer;
let models: readonly [SlowServer, SlowServer];
let smtp: SmtpReceiver;
let stack: Stack;
let caller: Caller;
/** Further replicas of the two services that callers wait for. */
let others: readonly ServiceProcess[] = [];
let replicas: readonly [Replica, Replica];
let balancer: Balancer;

beforeAll(async () => {
  [vendor, subscriber, smtp, ...models] = await Promise.all([
    startSlowServer(TAKES_MS, () => PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01')),
    startSlowServer(TAKES_MS),
    startSmtp(),
    startSlowServer(TAKES_MS, completion),
    startSlowServer(TAKES_MS, completion),
  ]);
  stack = await startStack({
    env: {
      GATEWAY_DRAIN_SECONDS: '3',
      SMTP_URL: smtp.url,
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      PRODUCT_CREDIT_REPORT_TOKEN: 'vendor-token',
      LLM_BASE_URL: `${models[0].url}/v1`,
      LLM_MODEL: 'slow',
    },
  });
  caller = await stack.createCaller({ productionAccess: true });
  const port = String(await freePort());
  others = await Promise.all([
    startReplica('gateway', { GATEWAY_PORT: port }),
    startReplica('generator', { LLM_BASE_URL: `${models[1].url}/v1` }),
  ]);
  replicas = [
    { url: stack.baseUrl, opsUrl: stack.opsUrl('gateway') },
    { url: `http://127.0.0.1:${port}`, opsUrl: others[0]?.opsUrl ?? '' },
  ];
  balancer = new Balancer(replicas, caller.token);
});
afterAll(async () => {
  balancer?.stop();
  await Promise.all(others.map((other) => other.stop()));
  await stack?.stop();
  await Promise.all([vendor, subscriber, smtp, ...(models ?? [])].map((server) => server?.stop()));
});

async function startReplica(service: ServiceName, env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  return startService({
    service,
    logins: TEST_LOGINS,
    opsPort: await freePort(),
    env: { ...process.env, ...stack.env, ...env },
    logFile: join(stack.folder, 'logs', `${service}-2.log`),
  });
}

/** The model's reply: rules that are valid. */
function completion(): object {
  const score = (operator: string, value: number) => ({ field: 'credit_report.score', operator, value });
  const review = { all: [score('greater_than_or_equal', 600), score('less_than_or_equal', 699)] };
  const rules = [
    { quote: 'Deny below 600', decision: 'deny', when: score('less_than', 600) },
    { quote: 'Review from 600 to 699', decision: 'review', when: review },
    {
      quote: 'Approve if the credit score is at least 700',
      decision: 'approve',
      when: score('greater_than_or_equal', 700),
    },
  ];
  const content = JSON.stringify({ name: 'Bands', rules, not_expressed: [], ambiguous: [] });
  return {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content } }],
  };
}

/** Callers that never stop, until the returned function is called; it returns the ids of the executions. */
function startLoad(api: CascadeClient, workflowId: number): () => Promise<readonly number[]> {
  const ids: number[] = [];
  let isOver = false;
  const trigger = async (): Promise<void> => {
    while (!isOver) {
      const applicant = { email: `person${ids.length}@example.com`, first_name: 'Pat' };
      const path = `/workflows/${workflowId}/trigger`;
      const accepted = await balancer.post(path, { payload: { applicant }, execution_mode: 'live' }, 202);
      if (accepted !== undefined) ids.push(accepted.data.id);
      await sleep(PAUSE_MS);
    }
  };
  const generateOne = async (): Promise<void> => {
    while (!isOver) await balancer.post('/workflows/generate', { prompt: BANDS }, 201);
  };
  let asked = 0;
  const readReports = async (): Promise<void> => {
    while (!isOver || asked < ids.length) {
      const id = ids[asked];
      if (id === undefined) await sleep(LOOK_EVERY_MS);
      else {
        asked += 1;
        await readReport(api, id);
      }
    }
  };
  const callers = [
    ...Array.from({ length: TRIGGERING_CALLERS }, trigger),
    ...Array.from({ length: GENERATING_CALLERS }, generateOne),
    ...Array.from({ length: READERS }, readReports),
  ];
  return async () => {
    isOver = true;
    await Promise.all(callers);
    return ids;
  };
}

/** Waits for the pull, and for the page that is rendered on request. */
async function readReport(api: CascadeClient, id: number): Promise<void> {
  const path = { id };
  let artifactId: number | undefined;
  await until(async () => {
    const { data } = await api.get('/executions/{id}/report_artifacts', { path });
    artifactId = data[0]?.id;
    return artifactId !== undefined;
  });
  const file = { id, artifact_id: artifactId ?? 0 };
  await (await api.download('/executions/{id}/report_artifacts/{artifact_id}', { path: file })).arrayBuffer();
}

/** Pages that are being rendered. */
async function pagesInFlight(): Promise<number> {
  const rows = await stack.db.kysely
    .selectFrom('artifact')
    .select('id')
    .where('status', '=', 'pending')
    .where('lease_until', 'is not', null)
    .execute();
  return rows.length;
}

interface Ending {
  readonly service: ServiceName;
  /** In flight when the signal was sent. */
  readonly inFlight: number;
  readonly ended: string;
  readonly seconds: number;
}

/** Sends SIGTERM once enough is in flight, and starts the service again. */
async function terminate(service: ServiceName, count: () => Promise<number> | number, least: number): Promise<Ending> {
  let inFlight = await count();
  // A page is rendered in a few tenths of a second, which the pauses of `until` would miss.
  for (; inFlight < least; inFlight = await count()) await sleep(LOOK_EVERY_MS);
  const begun = performance.now();
  const ended = await stack.terminate(service);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  await stack.restart(service);
  return { service, inFlight, ended, seconds };
}

/** The number of tasks in Temporal's histories that were not carried out at the first try. */
async function countCutTasks(ids: readonly number[]) {
  const counts = { activities: 0, canceled: 0, failed: 0, timedOut: 0 };
  const repeated: string[] = [];
  const workflowTasksRefused: string[] = [];
  const tasksLate: string[] = [];
  const temporal = connectTemporalClient({ address: stack.env.TEMPORAL_ADDRESS ?? '', namespace: 'default' });
  try {
    const runs = await stack.db.kysely
      .selectFrom('execution')
      .select(['id', 'run_key'])
      .where('id', 'in', [...ids])
      .execute();
    for (const { id, run_key: runKey } of runs) {
      const { events } = await temporal.client.workflow.getHandle(executionWorkflowId(id, runKey)).fetchHistory();
      const isEager = events?.some((event) => event.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted);
      const queueOf = (scheduled: unknown) => {
        const event = events?.find(({ eventId }) => String(eventId) === String(scheduled));
        return JSON.stringify(event?.workflowTaskScheduledEventAttributes?.taskQueue);
      };
      for (const event of events ?? []) {
        const started = event.activityTaskStartedEventAttributes;
        if (started != null) {
          counts.activities += 1;
          const failure = started.lastFailure;
          // Each pull, letter and webhook was received once, which shows that the task had not begun.
          const wasNeverBegun = Number(failure?.timeoutFailureInfo?.timeoutType) === HEARTBEAT;
          if ((started.attempt ?? 1) > 1)
            (wasNeverBegun ? tasksLate : repeated).push(`${id}: event ${event.eventId}, ${JSON.stringify(failure)}`);
        }
        if (event.activityTaskCanceledEventAttributes != null) counts.canceled += 1;
        if (event.activityTaskFailedEventAttributes != null) counts.failed += 1;
        if (event.activityTaskTimedOutEventAttributes != null) counts.timedOut += 1;
        const refused = event.workflowTaskFailedEventAttributes;
        if (refused != null)
          workflowTasksRefused.push(`${id}: event ${event.eventId}, ${refused.cause}: ${refused.failure?.message}`);
        // A task that waited for a worker that has left (schedule to start) was not begun.
        const timedOut = event.workflowTaskTimedOutEventAttributes;
        if (timedOut != null && Number(timedOut.timeoutType) === START_TO_CLOSE)
          tasksLate.push(
            `${id}: event ${event.eventId}, timed out, of ${queueOf(timedOut.scheduledEventId)}` +
              (isEager === true ? ', begun eagerly' : ''),
          );
      }
    }
  } finally {
    await temporal.close();
  }
  return { ...counts, repeated, workflowTasksRefused, tasksLate };
}

const EXECUTOR_STOPS = 2;

/**
 * At each stop Temporal may send a task to a poll that has just ended. `frontend.enableCancelWorkerPollsOnShutdown`
 * makes this window narrow, and a slow machine makes it wide. Nobody begins such a task, and the run goes on 10 s (a
 * workflow task) or 20 s (an activity) later. An executor has five polls for either kind.
 */
const POLLS = 2 * 5;

/** Temporal's TIMEOUT_TYPE_START_TO_CLOSE and TIMEOUT_TYPE_HEARTBEAT. */
const START_TO_CLOSE = 1;
const HEARTBEAT = 4;

// Rules: 18.9.1, 18.9.3
test('SIGTERM under load: no request fails, no attempt is cut, no activity is canceled', async () => {
  const api = new CascadeClient({ baseUrl: replicas[1].url, token: caller.token });
  await api.post('/webhook_subscriptions', { body: { url: subscriber.url } });
  const definition = [...PULL_DECIDE_MAIL] as Schemas['WorkflowDetail']['definition'];
  const { data: workflow } = await api.post('/workflows', { body: { name: 'Pull', definition } });
  await until(() => replicas.every((replica) => balancer.isReady(replica)));

  const endLoad = startLoad(api, workflow.id);
  const endings = [
    await terminate('gateway', () => balancer.inFlight(replicas[0]), 2),
    await terminate('executor', () => vendor.inFlight, 3),
    await terminate('webhooks', () => subscriber.inFlight, 3),
    await terminate('artifacts', pagesInFlight, 1),
    await terminate('generator', () => models[0].inFlight, 1),
    await terminate('executor', () => vendor.inFlight, 3),
  ];
  const ids = await endLoad();

  const { kysely } = stack.db;
  const statuses = () =>
    kysely
      .selectFrom('execution')
      .select('status')
      .where('id', 'in', [...ids])
      .execute();
  await until(async () => (await statuses()).every(({ status }) => isTerminal(status)));
  const artifacts = () => kysely.selectFrom('artifact').select(['status', 'attempts']).execute();
  await until(async () => (await artifacts()).every(({ status }) => status !== 'pending'));
  const deliveries = () => kysely.selectFrom('webhook_delivery').select(['status', 'attempts']).execute();
  await until(async () => (await deliveries()).every(({ status }) => status !== 'pending'));
  const [rendered, delivered, tasks] = [await artifacts(), await deliveries(), await countCutTasks(ids)];

  const figures = {
    requests: {
      sent: balancer.sent,
      reused: balancer.reused,
      closing: balancer.closing,
      failed: balancer.failures.length,
    },
    executions: ids.length,
    pulls: { answered: vendor.answered, cut: vendor.cut },
    attempts: { answered: subscriber.answered, cut: subscriber.cut, deliveries: delivered.length },
    letters: smtp.letters.length,
    pages: rendered.length,
    prompts: { answered: models[0].answered + models[1].answered, cut: models[0].cut + models[1].cut },
    tasks,
  };
  for (const { service, inFlight, ended, seconds } of endings) {
    process.stderr.write(`SIGTERM to ${service} with ${inFlight} in flight: ${ended} after ${seconds} s\n`);
  }
  process.stderr.write(`${JSON.stringify(figures)}\n`);

  expect(endings.map(({ ended }) => ended)).toEqual(endings.map(() => 'exit code 0'));
  expect(balancer.failures).toEqual([]);
  expect(balancer.closing).toBeGreaterThan(0);
  expect((await statuses()).filter(({ status }) => status !== 'completed')).toEqual([]);
  expect([vendor.cut, vendor.answered]).toEqual([0, ids.length]);
  expect([subscriber.cut, subscriber.answered]).toEqual([0, delivered.length]);
  expect(delivered.filter(({ status, attempts }) => status !== 'succeeded' || attempts !== 1)).toEqual([]);
  expect(smtp.letters).toHaveLength(ids.length);
  expect(rendered.filter(({ status, attempts }) => status !== 'ready' || attempts !== 1)).toEqual([]);
  expect([models[0].cut, models[1].cut]).toEqual([0, 0]);
  expect(tasks).toEqual({
    activities: tasks.activities,
    canceled: 0,
    failed: 0,
    timedOut: 0,
    repeated: [],
    workflowTasksRefused: [],
    tasksLate: tasks.tasksLate,
  });
  expect(tasks.tasksLate.length).toBeLessThanOrEqual(EXECUTOR_STOPS * POLLS);
}, 600_000);
