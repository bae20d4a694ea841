import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { runService } from '../../platform/lifecycle.ts';
import { connectBus, SUBJECTS } from '../../platform/nats.ts';
import { loadReferenceData } from '../../platform/reference-data.ts';
import { connectTemporalWorker, installTemporalRuntime } from '../../platform/temporal/worker.ts';
import { hostActivities } from './activity-host.ts';
import { createAdvance } from './advance/index.ts';
import { Dispatcher } from './dispatcher.ts';
import { EFFECT_VARIABLES, openEffects } from './effects.ts';
import { executorMetrics } from './metrics.ts';
import { createPerformer } from './perform/index.ts';
import { reconcile } from './reconciler.ts';
import { createWorker } from './worker.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  'NATS_URL',
  'NATS_SUBJECT_PREFIX',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TASK_QUEUE',
  'WORKFLOW_BUNDLE_PATH',
  ...EFFECT_VARIABLES,
] as const;

/** Of the grace time, what is kept for everything but the activities in the air. */
const RESERVED_GRACE_SECONDS = 5;

runService('executor', VARIABLES, async (service) => {
  const { config, log, metrics, stopping } = service;
  const { agencies, sandbox } = loadReferenceData();
  service.addMetricsSource(await installTemporalRuntime(log));
  const db = openServiceDatabase('cascade-executor', service);
  const bus = connectBus({
    urls: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name: 'cascade-executor',
    log,
  });
  service.onShutdown('nats', () => bus.drain());
  const effects = openEffects({ config, db, bus, log, testAgencies: agencies });
  service.onShutdown('effects', () => effects.close());
  const counters = executorMetrics(metrics, db, effects.vendors);

  const temporal = await connectTemporalWorker(
    { address: config.TEMPORAL_ADDRESS, namespace: config.TEMPORAL_NAMESPACE },
    log,
    stopping,
  );
  service.onShutdown('temporal', () => temporal.close());
  const performer = createPerformer({ db, executors: effects.executors, log, onAttempt: counters.attempted });
  const worker = await createWorker({
    connection: temporal.connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    activities: hostActivities(createAdvance({ db, bus, sandbox, log }), performer, log),
    bundlePath: config.WORKFLOW_BUNDLE_PATH,
    graceSeconds: Math.max(1, config.SHUTDOWN_GRACE_SECONDS - RESERVED_GRACE_SECONDS),
  });
  // A worker that ends unasked rejects here, and nobody catches it: the process ends, and another takes over.
  const working = worker.run();
  service.onShutdown('worker', async () => {
    worker.shutdown();
    await working;
  });

  const dispatcher = new Dispatcher({
    db,
    client: temporal.client,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    log,
    onDispatched: counters.dispatched,
  });
  dispatcher.start();
  service.onShutdown('dispatcher', () => dispatcher.stop());
  bus.subscribe(SUBJECTS.commandsReady, 'executor', () => dispatcher.wake());
  const reconciling = reconcile({ db, log, onPoked: () => dispatcher.wake() }, stopping);
  service.onShutdown('reconciler', () => reconciling);

  service.addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is down');
  });
  service.addReadinessCheck('temporal', () => temporal.check());
  service.addReadinessCheck('worker', () => {
    if (worker.getState() !== 'RUNNING') throw new Error(`the worker is ${worker.getState()}`);
  });
});
