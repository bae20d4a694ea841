import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** A collector of OTLP over HTTP, and a subscriber of webhooks, both of this process. */
interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const NAME = 'Traceworthy';
const spans: ExportedSpan[] = [];
const exported: string[] = [];
const webhooks: { readonly event: unknown; readonly traceparent: unknown }[] = [];
const servers: Server[] = [];
let collectorUrl: string;
let subscriberUrl: string;
let stack: Stack;
let token: string;
let api: ApiCaller;

async function listen(handle: (body: string, headers: Readonly<Record<string, unknown>>) => void): Promise<string> {
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        handle(body, request.headers);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function collect(body: string): void {
  exported.push(body);
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly {
      readonly resource: {
        readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
      };
      readonly scopeSpans: readonly { readonly spans: readonly Omit<ExportedSpan, 'service'>[] }[];
    }[];
  };
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
  }
}

beforeAll(async () => {
  collectorUrl = await listen(collect);
  subscriberUrl = await listen((_, headers) => {
    webhooks.push({ event: headers['x-service-event'], traceparent: headers.traceparent });
  });
  stack = await startStack({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      // The SDK exports what it has each time that this has passed.
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  ({ token } = await stack.createCaller());
  api = new ApiCaller(stack.baseUrl, token);
  const subscription = await api.post('/webhook_subscriptions', { url: `${subscriberUrl}/hook-of-${NAME}` });
  expect(subscription.status).toBe(201);
});
afterAll(async () => {
  await stack?.stop();
  for (const server of servers) server.close();
});

const DEFINITION = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['mail'] },
  {
    id: 'mail',
    type: 'Action',
    action_type: 'SendEmail',
    email: {
      to: '{{applicant.email}}',
      subject: 'About {{applicant.last_name}}',
      body: 'Dear {{applicant.last_name}}',
    },
    next_step: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

const of = (traceId: string) => spans.filter((span) => span.traceId === traceId);
const namesOf = (traceId: string) => new Set(of(traceId).map(({ service, name }) => `${service}: ${name}`));

/** It is rendered because it is asked for, and belongs to the trace of its execution even so. */
async function readReport(executionId: number): Promise<void> {
  const { data: ended } = await api.get(`/executions/${executionId}?wait=50`);
  expect(ended.status).toBe('completed');
  const { data: reports } = await api.get(`/executions/${executionId}/report_artifacts`);
  expect((await api.get(`/executions/${executionId}/report_artifacts/${reports[0].id}`)).status).toBe(200);
}

test('one trace leads from the request over NATS and Temporal to the webhook, and names no applicant', async () => {
  const { data: workflow } = await api.post('/workflows', { name: 'Traced', active: true, definition: DEFINITION });
  const payload = { applicant: { first_name: 'Tess', last_name: NAME, email: `tess@${NAME.toLowerCase()}.example` } };
  const headers = { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`, 'Idempotency-Key': `key-of-${NAME}` };
  const triggered = await api.post(`/workflows/${workflow.id}/trigger`, { payload }, { headers });
  expect(triggered.status).toBe(202);
  await readReport(triggered.data.id);
  const wanted = [
    'cascade-gateway: POST /api/v1/workflows/{id}/trigger',
    'cascade-executor: process commands.ready',
    'cascade-executor: temporal start',
    'cascade-executor: advance',
    'cascade-executor: perform',
    'cascade-executor: attempt mail',
    'cascade-artifacts: render report',
    'cascade-webhooks: deliver execution.completed',
  ];
  await until(() => wanted.every((name) => namesOf(TRACE_ID).has(name)));

  const [root, ...others] = of(TRACE_ID).filter(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
  expect([root?.name, others]).toEqual(['POST /api/v1/workflows/{id}/trigger', []]);
  const ids = new Set([CALLER_SPAN, ...of(TRACE_ID).map(({ spanId }) => spanId)]);
  expect(of(TRACE_ID).filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([]);
  const delivery = of(TRACE_ID).find(({ name }) => name === 'deliver execution.completed');
  expect(webhooks).toContainEqual({
    event: 'execution.completed',
    traceparent: `00-${TRACE_ID}-${delivery?.spanId}-01`,
  });
  expect(delivery?.attributes).toContainEqual({ key: 'cascade.outcome', value: { stringValue: 'succeeded' } });
  expect(delivery?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const stored = await stack.db.kysely
    .selectFrom('execution')
    .select('traceparent')
    .where('id', '=', triggered.data.id)
    .executeTakeFirstOrThrow();
  expect(stored.traceparent).toBe(`00-${TRACE_ID}-${root?.spanId}-01`);

  const all = exported.join('\n').toLowerCase();
  expect(all).toContain(`"cascade.execution_id"`);
  for (const private_ of [NAME.toLowerCase(), 'tess', token.toLowerCase(), 'postgres://', subscriberUrl]) {
    expect([private_, all.includes(private_)]).toEqual([private_, false]);
  }

  // The lines of the log that say what happened lead to each other by request and execution.
  const line = (await readFile(stack.logFile('gateway'), 'utf8'))
    .split('\n')
    .find((one) => one.includes(`"execution_id":${triggered.data.id}`));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ request_id: triggered.headers.get('x-request-id') });
});

test('a request without a trace begins one, a malformed one is not taken over, and unsampled ones are not exported', async () => {
  const before = spans.length;
  const generated = await api.post(
    '/workflows/generate',
    { prompt: 'Approve if the credit score is above 700, otherwise deny.' },
    { headers: { traceparent: '00-xyz-1-01' } },
  );
  expect(generated.status).toBeLessThan(300);
  await until(() => spans.slice(before).some(({ name }) => name === 'process generator.generate'));
  const traceId = spans.slice(before).find(({ name }) => name === 'process generator.generate')?.traceId ?? '';
  await until(() => namesOf(traceId).has('cascade-gateway: POST /api/v1/workflows/generate'));
  expect(namesOf(traceId)).toContain('cascade-gateway: request generator.generate');

  const unsampled = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  await api.get('/workflows', { headers: { traceparent: `00-${unsampled}-${CALLER_SPAN}-00` } });
  const after = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
  await api.get('/workflows', { headers: { traceparent: `00-${after}-${CALLER_SPAN}-01` } });
  await until(() => of(after).length > 0);
  expect(of(unsampled)).toEqual([]);
});
