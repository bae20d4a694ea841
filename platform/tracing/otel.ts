import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../log/index.ts';
import { within } from '../within.ts';
import { installTracing, type SpanOptions, type Tracing } from './index.ts';

const KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** The time for one export. A collector that is down costs its spans and nothing else. */
const EXPORT_TIMEOUT_MS = 3_000;
const FLUSH_TIMEOUT_MS = 2_000;
/** How often it is logged that spans cannot be exported. */
const COMPLAINT_EVERY_MS = 60_000;

/**
 * Exports spans by OTLP over HTTP to `endpoint`/v1/traces. The SDK reads OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER
 * and OTEL_TRACES_SAMPLER_ARG itself. Returns what sends the last spans.
 */
export function startTracing(
  service: string,
  { endpoint, log }: { readonly endpoint: string; readonly log: Logger },
): () => Promise<void> {
  let complainedAt = -Infinity;
  const complain = (message: string): void => {
    if (performance.now() - complainedAt < COMPLAINT_EVERY_MS) return;
    complainedAt = performance.now();
    log.warn({ component: 'tracing', reason: message.slice(0, 200) }, 'spans cannot be exported');
  };
  const silent = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR },
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `cascade-${service}`, 'service.namespace': 'cascade' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  installTracing(openTelemetry());
  return async () => {
    await within(
      provider.shutdown().catch(() => undefined),
      FLUSH_TIMEOUT_MS,
      undefined,
    );
  };
}

function openTelemetry(): Tracing {
  const tracer = trace.getTracer('cascade');
  return {
    run: (name, { kind, parent, attributes }, work) => {
      const options = { kind: KINDS[kind], ...(attributes === undefined ? {} : { attributes: { ...attributes } }) };
      return tracer.startActiveSpan(name, options, parentOf(parent), async (span) => {
        const fail = () => void span.setStatus({ code: SpanStatusCode.ERROR });
        try {
          return await work({
            rename: (better) => void span.updateName(better),
            set: (more) => void span.setAttributes({ ...more }),
            fail,
          });
        } catch (error) {
          // Its message and stack may hold what a caller or a vendor sent.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          fail();
          throw error;
        } finally {
          span.end();
        }
      });
    },
    current: () => {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
  };
}

function parentOf(traceparent: string | undefined): Context {
  return traceparent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent });
}
