import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { runService } from '../../platform/lifecycle.ts';
import { Counter, DURATION_BUCKETS_SECONDS, Histogram } from '../../platform/metrics.ts';
import { connectBus, SUBJECTS } from '../../platform/nats.ts';
import { chromiumPath } from './chromium.ts';
import { loadFontFaces } from './fonts.ts';
import { loadWording } from './notices/wording.ts';
import { Renderer } from './render.ts';
import { RenderWorker } from './worker.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  'NATS_URL',
  'NATS_SUBJECT_PREFIX',
  'CHROMIUM_PATH',
  'RENDER_CONCURRENCY',
] as const;

runService('artifacts', VARIABLES, async (service) => {
  const { config, log, metrics, stopping, addReadinessCheck, onShutdown } = service;
  const [wording, fontFaces] = await Promise.all([loadWording(), loadFontFaces()]);

  const db = openServiceDatabase('cascade-artifacts', service);

  const bus = connectBus({
    urls: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name: 'cascade-artifacts',
    log,
  });
  onShutdown('nats', () => bus.drain());
  addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is not connected');
  });

  const renderer = await Renderer.start({
    executablePath: await chromiumPath(config.CHROMIUM_PATH),
    concurrency: config.RENDER_CONCURRENCY,
    log,
  });
  onShutdown('browser', () => renderer.close());
  addReadinessCheck('browser', () => {
    if (!renderer.isUp) throw new Error('no browser stands by');
  });

  const seconds = new Histogram({
    name: 'cascade_artifact_render_seconds',
    help: 'From the claim of an artifact to its end, in seconds.',
    labelNames: ['kind'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [metrics],
  });
  const renders = new Counter({
    name: 'cascade_artifact_renders_total',
    help: 'Renders by what became of them.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  });
  const worker = new RenderWorker({
    db,
    bus,
    renderer,
    stationery: { wording, fontFaces },
    storeIn: (queryable) => new PostgresArtifactStore(queryable),
    concurrency: config.RENDER_CONCURRENCY,
    log,
    onRendered: (outcome, kind, duration) => {
      renders.inc({ kind, outcome });
      seconds.observe({ kind }, duration);
    },
  });
  bus.subscribe(SUBJECTS.artifactsReady, 'artifacts', () => worker.hint());
  const running = worker.run(stopping);
  onShutdown('renders', () => running);
});
