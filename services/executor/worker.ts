import { fileURLToPath } from 'node:url';
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import { EFFECT_QUEUES, effectTaskQueue, type EffectQueue, type WorkerVersion } from '../../platform/temporal/index.ts';
import type { Activities } from './activities.ts';

export interface WorkerSettings {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly activities: Activities;
  /** The prebuilt bundle; undefined to bundle now, which takes a second. */
  readonly bundlePath: string | undefined;
  /** Undefined: without Worker Versioning. */
  readonly version?: WorkerVersion | undefined;
  /** How long activities in flight may go on after a shutdown has begun. */
  readonly graceSeconds: number;
}

/** The workers of one executor: one for workflows, and one for each queue of effects. */
export interface Workers {
  /** Resolves when all have ended. Rejects if one ended by itself. */
  run(): Promise<void>;
  shutdown(): void;
  areRunning(): boolean;
}

const WORKFLOWS_PATH = fileURLToPath(new URL('./workflows/index.ts', import.meta.url));

/**
 * A workflow task is CPU and database work. With more of them than connections and processors can serve, all of them
 * time out and are repeated. Its activities are `advance` and `abandon`, which are rare.
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
 * Effects in flight at once. An effect mostly waits (for a vendor, a mail server), so many may run side by side. Each
 * kind has a queue of its own, so that none waits behind another's outage.
 */
const EFFECTS_AT_ONCE: Readonly<Record<EffectQueue, number>> = { pulls: 60, mail: 30, notifications: 30 };
const EFFECT_POLLERS = { type: 'simple-maximum', maximum: 2 } as const;

/**
 * How long the sandbox may take to load the bundle or to run one workflow activation. The SDK's default of 5 s ends the
 * whole process on a machine that is suspended or throttled. The SDK accepts the option, though its type lacks it.
 */
const SANDBOX = { isolateExecutionTimeout: '60s' } as const;

export async function createWorkers(settings: WorkerSettings): Promise<Workers> {
  const { connection, namespace, taskQueue, activities, bundlePath, version, graceSeconds } = settings;
  const { perform, ...ofLoops } = activities;
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    // By default activities in flight are failed at once.
    shutdownGraceTime: graceSeconds * 1_000,
    shutdownForceTime: (graceSeconds + 2) * 1_000,
    ...(version === undefined
      ? {}
      : {
          workerDeploymentOptions: {
            version,
            useWorkerVersioning: true,
            // The loops are frozen and replayed by each release, so open runs move to the current version.
            defaultVersioningBehavior: 'AUTO_UPGRADE',
          },
        }),
  };
  const workers = await Promise.all([
    Worker.create({
      ...common,
      taskQueue,
      activities: ofLoops,
      ...(bundlePath === undefined ? { workflowsPath: WORKFLOWS_PATH } : { workflowBundle: { codePath: bundlePath } }),
      ...CONCURRENCY,
      ...SANDBOX,
    }),
    ...EFFECT_QUEUES.map((queue) =>
      Worker.create({
        ...common,
        taskQueue: effectTaskQueue(taskQueue, queue),
        activities: { perform },
        maxConcurrentActivityTaskExecutions: EFFECTS_AT_ONCE[queue],
        activityTaskPollerBehavior: EFFECT_POLLERS,
      }),
    ),
  ]);
  return {
    run: async () => {
      await Promise.all(workers.map((worker) => worker.run()));
    },
    shutdown: () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
    areRunning: () => workers.every((worker) => worker.getState() === 'RUNNING'),
  };
}
