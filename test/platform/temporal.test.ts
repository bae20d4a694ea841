import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../../platform/log/index.ts';
import { executionWorkflowId } from '../../platform/temporal/index.ts';
import {
  connectTemporalWorker,
  installTemporalRuntime,
  type TemporalWorkerConnection,
} from '../../platform/temporal/worker.ts';
import { testEnvironment } from '../support/environment.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { connectTemporalClient } from '../support/temporal.ts';

const lines: Record<string, unknown>[] = [];
const log = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
let metrics: () => Promise<string>;

beforeAll(async () => {
  metrics = await installTemporalRuntime(log);
});

test('the id of an execution carries its run key', () => {
  expect(executionWorkflowId(17, 'a-key')).toBe('execution-17-a-key');
});

describe('the check of a connection', () => {
  test('fails in time while Temporal is away', async () => {
    const temporal = connectTemporalClient({ address: '127.0.0.1:1', namespace: 'default' });
    await expect(temporal.check(500)).rejects.toThrow();
    await temporal.close();
  });

  test('is of the namespace, not only of the server', async () => {
    const address = testEnvironment('TEMPORAL_ADDRESS');
    const [known, unknown] = ['default', 'nowhere'].map((namespace) => connectTemporalClient({ address, namespace }));
    await expect(known?.check(PATIENCE_MS)).resolves.toBeUndefined();
    await expect(unknown?.check(PATIENCE_MS)).rejects.toThrow(/nowhere/);
    await Promise.all([known?.close(), unknown?.close()]);
  });
});

describe('the worker connection', () => {
  let temporal: TemporalWorkerConnection;

  beforeAll(async () => {
    temporal = await connectTemporalWorker({ address: testEnvironment('TEMPORAL_ADDRESS'), namespace: 'default' }, log);
  });
  afterAll(() => temporal.close());

  test('waits for Temporal until it is told to stop', async () => {
    const stop = new AbortController();
    const waiting = connectTemporalWorker({ address: '127.0.0.1:1', namespace: 'default' }, log, stop.signal);
    const failure = waiting.catch((error: unknown) => error);
    stop.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  });

  test('starts workflows eagerly on its own worker', async () => {
    const taskQueue = `test-${randomUUID()}`;
    const worker = await Worker.create({
      connection: temporal.connection,
      taskQueue,
      workflowsPath: fileURLToPath(new URL('./fixtures/workflow.ts', import.meta.url)),
    });
    const isEager = await worker.runUntil(async () => {
      const workflowId = executionWorkflowId(1, randomUUID());
      const handle = await temporal.client.workflow.start('trivial', {
        taskQueue,
        workflowId,
        requestEagerStart: true,
      });
      return handle.eagerlyStarted;
    });
    expect(isEager).toBe(true);
    // Bundling takes a second, or a minute where many share the machine.
  });

  test('its metrics have the names that Temporal documents', async () => {
    await temporal.check(PATIENCE_MS);
    const text = await metrics();
    expect(text).toMatch(/^temporal_request_total\{/m);
    expect(text).toMatch(/^temporal_request_latency_seconds_bucket\{/m);
  });

  test('lines of the SDK are ours, in JSON, with the component', () => {
    expect(lines.find(({ component }) => component === 'temporal')).toMatchObject({ service: 'test' });
  });
});
