import { ARTIFACT_STORE_VARIABLES, openArtifactStores } from '../../platform/artifact-store/index.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { openErasureLog } from '../../platform/erasures/log.ts';
import { requireReplayed } from '../../platform/erasures/replay.ts';
import { runService } from '../../platform/lifecycle.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { BUS_VARIABLES, connectServiceBus } from '../../platform/nats/service.ts';
import { loadNoticeData } from '../../platform/reference-data/notices.ts';
import { loadFontFaces } from './fonts.ts';
import { artifactMetrics } from './metrics.ts';
import { RemoteRenderer } from './renderer.ts';
import { RenderWorker } from './worker.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  ...BUS_VARIABLES,
  ...ARTIFACT_STORE_VARIABLES,
  'ERASURE_LOG',
  'RENDERER_URL',
  'RENDER_CONCURRENCY',
] as const;

runService('artifacts', VARIABLES, async (service) => {
  const { config, log, metrics, stopping, addReadinessCheck, onShutdown } = service;
  const notices = loadNoticeData();
  const fontFaces = await loadFontFaces();

  const db = openServiceDatabase('cascade-artifacts', service);
  const erasureLog = await openErasureLog(config);
  onShutdown('log of erasures', () => erasureLog?.close());

  const bus = connectServiceBus('cascade-artifacts', service);
  addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is not connected');
  });

  const files = await openArtifactStores(config);
  onShutdown('artifact store', () => files.close());
  if (files.check !== undefined) addReadinessCheck('artifact store', files.check);

  const renderer = new RemoteRenderer({ url: config.RENDERER_URL });
  onShutdown('renderer', () => renderer.close());
  addReadinessCheck('renderer', () => renderer.check());

  await requireReplayed(db, erasureLog, { log, stopping });
  const counters = artifactMetrics(metrics, db);
  const worker = new RenderWorker({
    db,
    bus,
    renderer,
    stationery: { notices, fontFaces },
    storeIn: (queryable) => files.on(queryable),
    concurrency: config.RENDER_CONCURRENCY,
    log,
    onRendered: counters.rendered,
  });
  bus.subscribe(SUBJECTS.artifactsReady, 'artifacts', () => worker.hint());
  const running = worker.run(stopping);
  onShutdown('renders', () => running);
});
