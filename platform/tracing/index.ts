import type { Pool } from 'pg';

/**
 * Traces from a request to the delivery of its webhooks. Off unless `startTracing` (otel.ts) has installed them: then
 * each call below is a comparison and nothing else, and no package of OpenTelemetry is loaded.
 *
 * - A hand-over by rows keeps the trace by `execution.traceparent` (W3C Trace Context), a hand-over by NATS by a header.
 *   Temporal carries nothing: its loops are frozen, and every activity reads the row.
 * - Attributes are ids, names of ours and numbers. Never texts of callers, vendors or applicants, and no addresses.
 */
export interface Tracing {
  run<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** The span at work, as a `traceparent`. */
  current(): string | null;
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** A `traceparent`; one that is malformed begins a new trace. Undefined: the span at work. */
  readonly parent?: string | undefined;
  readonly attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  fail(): void;
}

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };
let tracing: Tracing | undefined;

export function installTracing(installed: Tracing | undefined): void {
  tracing = installed;
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Runs the work in a span. A work that throws fails its span. */
export function traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing === undefined ? work(NO_SPAN) : tracing.run(name, options, work);
}

export function currentTraceparent(): string | null {
  return tracing?.current() ?? null;
}

type Source = Pick<Pool, 'query'>;

/** The traces of these executions, without those that have none. Reads nothing if traces are off. */
export async function traceparentsOf(source: Source, executionIds: readonly number[]): Promise<Map<number, string>> {
  if (tracing === undefined || executionIds.length === 0) return new Map();
  const { rows } = await source.query<{ readonly id: number; readonly traceparent: string }>({
    name: 'traceparents',
    text: 'select id, traceparent from execution where id = any ($1::bigint[]) and traceparent is not null',
    values: [[...new Set(executionIds)]],
  });
  return new Map(rows.map(({ id, traceparent }) => [id, traceparent]));
}

/** Runs the work in a span of the execution's trace, if it has one. */
export async function tracedFor<T>(
  source: Source,
  executionId: number,
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  const parent = (await traceparentsOf(source, [executionId])).get(executionId);
  if (parent === undefined) return work();
  const attributes = { ...options.attributes, 'cascade.execution_id': executionId };
  return traced(name, { ...options, parent, attributes }, work);
}
