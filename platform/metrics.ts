import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Logger } from './log/index.ts';
import { within } from './within.ts';

export { Counter, Gauge, Histogram } from 'prom-client';
export type { Registry } from 'prom-client';

/** At the library's default of 10 ms these wake-ups are most of what an idle service does. */
const EVENT_LOOP_SAMPLE_MS = 100;

const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;

/** A registry with the service's version and the process's own metrics (event loop lag, memory, garbage collection). */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  new Gauge({
    name: 'cascade_build_info',
    help: 'The version that runs, as a label; the value is 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  return registry;
}

/** Buckets for durations in seconds, from a millisecond to a minute. */
export const DURATION_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/**
 * Reads the values of several gauges once. The gauges of one scrape are collected in parallel, and those that ask
 * during a reading share its result.
 */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

/** Less than the scrape time-out, and than the two seconds that `/metrics` promises. */
const COLLECTOR_TIMEOUT_MS = 1_500;

/**
 * The text of all metrics. Each collector, and each further source, has a time limit of its own; those that fail or hang
 * are left out.
 */
export async function metricsText(
  registry: Registry,
  sources: readonly (() => Promise<string>)[],
  log: Logger,
): Promise<string> {
  const collectors: readonly (readonly [string, () => Promise<string>])[] = [
    ...registry
      .getMetricsAsArray()
      .map(({ name }) => [name, async () => `${await registry.getSingleMetricAsString(name)}\n\n`] as const),
    ...sources.map((source, index) => [`source ${index + 1}`, source] as const),
  ];
  const texts = await Promise.all(
    collectors.map(async ([name, collect]) => {
      const text = await within(
        collect().catch(() => undefined),
        COLLECTOR_TIMEOUT_MS,
        undefined,
      );
      if (text === undefined) log.warn({ metric: name }, 'a metric could not be collected');
      return text ?? '';
    }),
  );
  return texts.join('');
}
