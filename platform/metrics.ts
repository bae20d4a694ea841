import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram } from 'prom-client';
export type { Registry } from 'prom-client';

/** At the library's 10 ms, waking up to look whether one is late is most of what an idle service does. */
const EVENT_LOOP_SAMPLE_MS = 100;

/** A registry with the process's own metrics (event loop lag, memory, garbage collection). */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  return registry;
}

/** Buckets for durations in seconds, from a millisecond to a minute. */
export const DURATION_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
