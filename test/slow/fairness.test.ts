import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { effectTaskQueue, WORKFLOW_TYPES } from '../../platform/temporal/index.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from '../support/environment.ts';
import { until } from '../support/until.ts';

const FLOOD = 100;
const FEW = 5;

let connection: NativeConnection;
let client: Client;

beforeAll(async () => {
  connection = await NativeConnection.connect({ address: testEnvironment('TEMPORAL_ADDRESS') });
  client = new Client({ connection });
});
afterAll(async () => {
  await connection?.close();
});

const SINGLE = 3;
const BATCH_ROW = 4;

// Rules: 18.8.1
test.each([
  ['effects of one client in the queue of pulls', 'pulls', 'live_pull', SINGLE],
  ['effects of one client in the queue of mail', 'mail', 'mail', SINGLE],
  ['single triggers', 'mail', 'mail', BATCH_ROW],
] as const)('%s do not wait behind a flood of others', async (_, queue, kind, priorityOfFlood) => {
  const isOfOneClient = priorityOfFlood === BATCH_ROW;
  const taskQueue = randomUUID();
  const asked = new Set<number>();
  const performed: string[] = [];
  const workflows = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: { codePath: await buildWorkflowBundle(join(tmpdir(), 'cascade-test-bundles')) },
    activities: {
      advance: async (executionId: number) => {
        const isDone = asked.has(executionId);
        asked.add(executionId);
        return { effects: isDone ? [] : [{ id: executionId, kind }], wakeAt: null, done: isDone };
      },
    },
  });
  const run = (executionId: number, group: 'flood' | 'few') =>
    client.workflow.start(WORKFLOW_TYPES.execution, {
      workflowId: `${group}-${executionId}-${taskQueue}`,
      taskQueue,
      args: [executionId, group],
      priority: {
        priorityKey: group === 'flood' ? priorityOfFlood : SINGLE,
        fairnessKey: isOfOneClient ? 'client' : group,
      },
    });
  const working = workflows.run();
  // An effect waits once its workflow task is complete, which is after `advance` has returned.
  const isWaiting = async (handle: WorkflowHandle) => (await handle.describe()).raw.pendingActivities?.length === 1;
  const start = async (count: number, first: number, group: 'flood' | 'few') => {
    const handles = await Promise.all(Array.from({ length: count }, (__, index) => run(first + index, group)));
    for (const handle of handles) await until(() => isWaiting(handle));
  };
  await start(FLOOD, 1, 'flood');
  await start(FEW, FLOOD + 1, 'few');

  const effects = await Worker.create({
    connection,
    taskQueue: effectTaskQueue(taskQueue, queue),
    maxConcurrentActivityTaskExecutions: 1,
    activities: {
      perform: async (_effectId: number, _executionId: number, runKey: string) => void performed.push(runKey),
    },
  });
  const performing = effects.run();
  await until(() => performed.length === FLOOD + FEW);
  for (const worker of [effects, workflows]) worker.shutdown();
  await Promise.all([working, performing]);
  expect(performed.lastIndexOf('few')).toBeLessThan(4 * FEW);
});
