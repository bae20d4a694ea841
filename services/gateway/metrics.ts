import { DURATION_BUCKETS_SECONDS, Histogram, type Registry } from '../../platform/metrics.ts';

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

export interface RequestMetrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
}

export function requestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'cascade_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    observe: ({ method, route, status, seconds }) => {
      const label = KNOWN_METHODS.has(method) ? method : 'other';
      durations.observe({ method: label, route, status: String(status) }, seconds);
    },
  };
}
