import { ARTIFACT_STORE_VARIABLES, openArtifactStores } from '../../platform/artifact-store/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { DATABASE_VARIABLES, openServiceDatabase, PLANNED_ONCE } from '../../platform/database/service.ts';
import { openErasureLog } from '../../platform/erasures/log.ts';
import { requireReplayed } from '../../platform/erasures/replay.ts';
import { runService } from '../../platform/lifecycle.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { BUS_VARIABLES, connectServiceBus } from '../../platform/nats/service.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import {
  TEMPORAL_VARIABLES,
  temporalOptions,
  WORKER_VERSION_VARIABLES,
  workerVersion,
} from '../../platform/temporal/index.ts';
import { connectTemporalWorker, installTemporalRuntime } from '../../platform/temporal/worker.ts';
import { hostActivities } from './activity-host.ts';
import { createAdvance } from './advance/index.ts';
import { addBacklogMetrics } from './backlog.ts';
import { runBacktests } from './backtests/loop.ts';
import { createAdvanceBatch } from './batches/advance.ts';
import { watchOutages } from './batches/outage.ts';
import { countDecisions } from './decision-hours.ts';
import { CurrentVersion } from './dispatch/current-version.ts';
import { watchDrifts } from './drift/watch.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { EFFECT_VARIABLES, openEffects } from './perform/resources.ts';
import { addVendorMetrics, executorMetrics } from './metrics.ts';
import { createPerformer } from './perform/index.ts';
import { askForOrders } from './orders/loop.ts';
import { erasePeople } from './erasures.ts';
import { sendResends } from './resends.ts';
import { reconcile } from './dispatch/reconciler.ts';
import { callbackPath } from '../../platform/vendor-callbacks.ts';
import { WakeUp } from '../../platform/wake.ts';
import { createWorkers } from './worker.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  ...BUS_VARIABLES,
  ...ARTIFACT_STORE_VARIABLES,
  'ERASURE_LOG',
  ...TEMPORAL_VARIABLES,
  ...WORKER_VERSION_VARIABLES,
  'TEMPORAL_TASK_QUEUE',
  'WORKFLOW_BUNDLE_PATH',
  'PULL_GIVE_UP_MINUTES',
  'BATCH_CONCURRENCY',
  'BATCH_OUTAGE_SECONDS',
  'BASE_URL',
  'CONNECTION_KEYS',
  ...EFFECT_VARIABLES,
] as const;

/** The part of the grace time that is kept for everything but the activities in flight. */
const RESERVED_GRACE_SECONDS = 5;

runService('executor', VARIABLES, async (service) => {
  const { config, log, metrics, stopping } = service;
  const version = workerVersion(config);
  const { notices, sandbox } = loadReferenceData();
  service.addMetricsSource(await installTemporalRuntime(log));
  const db = openServiceDatabase('cascade-executor', service, PLANNED_ONCE);
  const erasureLog = await openErasureLog(config);
  service.onShutdown('log of erasures', () => erasureLog?.close());
  const bus = connectServiceBus('cascade-executor', service);
  const counters = executorMetrics(metrics);
  addBacklogMetrics(metrics, db);
  const files = await openArtifactStores(config);
  service.onShutdown('artifact store', () => files.close());
  const effects = openEffects({
    config,
    db,
    bus,
    log,
    notices,
    sandbox,
    store: files.on(db.kysely),
    onLetter: counters.letter,
    callbackUrl: callbackUrlOf(config),
    connectionKeys: config.CONNECTION_KEYS,
  });
  addVendorMetrics(metrics, effects.vendors);
  service.onShutdown('effects', () => effects.close());

  const temporal = await connectTemporalWorker(temporalOptions(config), log, stopping);
  service.onShutdown('temporal', () => temporal.close());
  await requireReplayed(db, erasureLog, { log, stopping });
  const performer = createPerformer({
    db,
    executors: effects.executors,
    log,
    pullGiveUpMs: config.PULL_GIVE_UP_MINUTES * 60_000,
    onAttempt: counters.attempted,
  });
  const current =
    version === undefined
      ? undefined
      : new CurrentVersion({ connection: temporal.connection, namespace: config.TEMPORAL_NAMESPACE, version, log });
  const dispatcher = new Dispatcher({
    db,
    client: temporal.client,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    batchConcurrency: config.BATCH_CONCURRENCY,
    log,
    mayClaim: () => current?.isCurrent ?? true,
    onDispatched: counters.dispatched,
  });
  const workers = await createWorkers({
    connection: temporal.connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    activities: hostActivities(
      createAdvance({ db, bus, sandbox, log, onSaved: counters.saved, onEnded: (id) => dispatcher.advanced(id) }),
      performer,
      createAdvanceBatch({ db, bus, log }),
      log,
      db.pool,
    ),
    bundlePath: config.WORKFLOW_BUNDLE_PATH,
    version,
    graceSeconds: Math.max(1, config.SHUTDOWN_GRACE_SECONDS - RESERVED_GRACE_SECONDS),
  });
  // If a worker ends by itself this rejects unhandled, so the process ends and another takes over.
  const working = workers.run();

  dispatcher.start();
  const watchingVersion = current?.watch(stopping, () => dispatcher.wake());
  bus.subscribe(SUBJECTS.commandsReady, 'executor', () => dispatcher.wake());
  const reconciling = reconcile(
    {
      ...{ db, client: temporal.client, log },
      onPoked: () => dispatcher.wake(),
      onSwept: counters.swept,
      onAnnounced: () => bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: null }),
    },
    stopping,
  );

  const watching = watchOutages(
    { db, log, vendors: effects.vendors, outageMs: config.BATCH_OUTAGE_SECONDS * 1_000 },
    stopping,
  );
  const resending = sendResends({ ...effects.notices, log }, stopping);
  const counting = countDecisions({ db, log }, stopping);
  const watchingDrifts = watchDrifts(
    { db, log, onAnnounced: () => bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: null }) },
    stopping,
  );
  const comparing = runBacktests({ db, log }, stopping);
  const erasing = erasePeople({ db, log, erasureLog, storeOn: (trx) => files.on(trx) }, stopping);
  const called = new WakeUp();
  bus.subscribe(SUBJECTS.vendorsCalled, 'executor', () => called.wake());
  const asking = askForOrders(
    { db, vendors: effects.vendors, keys: config.CONNECTION_KEYS ?? [], log },
    stopping,
    called,
  );

  // Shuts down from last to first: nothing more is claimed or started, then the activities in flight finish. The signal
  // has stopped the others, which end meanwhile.
  service.onShutdown('background', () =>
    Promise.all([
      reconciling,
      watching,
      resending,
      asking,
      counting,
      watchingDrifts,
      comparing,
      erasing,
      watchingVersion,
    ]),
  );
  service.onShutdown('worker', async () => {
    workers.shutdown();
    await working;
  });
  service.onShutdown('dispatcher', () => dispatcher.stop());

  service.addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is down');
  });
  service.addReadinessCheck('temporal', () => temporal.check());
  if (current !== undefined) {
    // So a rolling update keeps the current build's pods until the new build is made current.
    service.addReadinessCheck('worker version', () => {
      if (!current.isCurrent) throw new Error('this build is not the current version of its worker deployment');
    });
  }
  service.addReadinessCheck('worker', () => {
    if (!workers.areRunning()) throw new Error('a worker has ended');
  });
});

/** Undefined without keys: then vendors send no callbacks and are only polled. */
function callbackUrlOf({ BASE_URL: baseUrl, CONNECTION_KEYS: keys }: Config<'BASE_URL' | 'CONNECTION_KEYS'>) {
  if (keys === undefined) return undefined;
  return (connection: string, idempotencyKey: string) =>
    `${baseUrl}${callbackPath(keys, { connection, idempotencyKey })}`;
}
