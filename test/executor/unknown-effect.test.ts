import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/jest.ts';
import { createLogger } from '../../platform/log/index.ts';
import { connectTemporalWorker, installTemporalRuntime } from '../../platform/temporal/worker.ts';
import { WORKFLOW_TYPES } from '../../platform/temporal/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createWorkers } from '../../services/executor/worker.ts';
import { testEnvironment } from '../support/environment.ts';
import { until } from '../support/until.ts';

test('an effect of a kind that the worker does not know fails the workflow task, and nothing is abandoned', async () => {
  const log = createLogger('test', 'silent');
  await installTemporalRuntime(log);
  const options = { address: testEnvironment('TEMPORAL_ADDRESS'), namespace: 'default' };
  const temporal = await connectTemporalWorker(options, log, new AbortController().signal);
  const calls: string[] = [];
  let isNewer = false;
  const activities: Activities = {
    advance: async () => {
      const effect = JSON.parse('{ "id": 1, "kind": "fax" }') as never;
      return { effects: isNewer ? [] : [effect], wakeAt: null, done: isNewer };
    },
    perform: async () => void calls.push('perform'),
    abandon: async () => void calls.push('abandon'),
    advanceBatch: async () => ({ done: true }),
  };
  const taskQueue = `test-${randomUUID()}`;
  const workers = await createWorkers({
    ...temporal,
    namespace: 'default',
    taskQueue,
    activities,
    bundlePath: undefined,
    graceSeconds: 1,
  });
  const working = workers.run();
  const handle = await temporal.client.workflow.start(WORKFLOW_TYPES.execution, {
    workflowId: taskQueue,
    taskQueue,
    args: [1, randomUUID()],
  });
  await until(async () => {
    const { events } = await handle.fetchHistory();
    const failures = events?.flatMap((event) => event.workflowTaskFailedEventAttributes?.failure?.message ?? []) ?? [];
    return failures.includes('this worker does not know the kind of the effect');
  });
  isNewer = true;
  await handle.result();
  expect(calls).toEqual([]);
  workers.shutdown();
  await working;
  await temporal.close();
});
