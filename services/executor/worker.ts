import { fileURLToPath } from 'node:url';
import { Worker, type NativeConnection } from '@temporalio/worker';
import type { Activities } from './activities.ts';

export interface WorkerSettings {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly activities: Activities;
  /** The prebuilt bundle; undefined: bundled now, which takes a second. */
  readonly bundlePath: string | undefined;
  /** How long activities in the air may go on once the worker is told to end. */
  readonly graceSeconds: number;
}

const WORKFLOWS_PATH = fileURLToPath(new URL('./workflows/index.ts', import.meta.url));

/**
 * Most of an activity is waiting (a vendor, a mail server, a PDF): many may run side by side. A workflow task is our own
 * work; more of them at once than connections to the database and processors can serve are late together, time out and
 * are done again.
 */
const POLLERS = { type: 'simple-maximum', maximum: 5 } as const;
export const CONCURRENCY = {
  maxConcurrentActivityTaskExecutions: 100,
  maxConcurrentLocalActivityExecutions: 16,
  maxConcurrentWorkflowTaskExecutions: 16,
  workflowTaskPollerBehavior: POLLERS,
  activityTaskPollerBehavior: POLLERS,
} as const;

/**
 * How long the sandbox may take to load the bundle or to carry out one turn of a workflow. The SDK's 5 s end the whole
 * process on a machine that stands still meanwhile, or whose processor is throttled; its options take the value, though
 * their type leaves it out.
 */
const SANDBOX = { isolateExecutionTimeout: '60s' } as const;

export async function createWorker(settings: WorkerSettings): Promise<Worker> {
  const { connection, namespace, taskQueue, activities, bundlePath, graceSeconds } = settings;
  return Worker.create({
    connection,
    namespace,
    taskQueue,
    activities: { ...activities },
    ...(bundlePath === undefined ? { workflowsPath: WORKFLOWS_PATH } : { workflowBundle: { codePath: bundlePath } }),
    ...CONCURRENCY,
    ...SANDBOX,
    // By default activities in the air are failed at once.
    shutdownGraceTime: graceSeconds * 1_000,
    shutdownForceTime: (graceSeconds + 2) * 1_000,
  });
}
