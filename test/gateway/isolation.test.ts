import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { createHash, randomUUID } from 'node:crypto';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * Every endpoint that takes an id, crossed with a token of another client of the account and one of another account:
 * the answer is that for an id that never was, to the letter.
 */
let gateway: TestGateway;
let owner: Caller;
let sibling: Caller;
let stranger: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  gateway = await startGateway();
  owner = await gateway.caller({ productionAccess: true });
  sibling = await gateway.caller({ of: owner });
  stranger = await gateway.caller({ productionAccess: true });
  ids.workflows = (await owner.api.post('/workflows', { name: 'Mine', definition: SIMPLE })).data.id;
  ids.executions = (await owner.api.trigger(ids.workflows!, {})).data.id;
  const batch = await owner.api.call('POST', `/workflows/${ids.workflows}/batches`, {
    body: { rows: [{}] },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  ids.batches = batch.data.id;
  const subscription = await owner.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' });
  ids.webhook_subscriptions = subscription.data.id;
  const event = randomUUID();
  await gateway.db.kysely
    .insertInto('event')
    .values({ id: event, api_client_id: owner.clientId, name: 'execution.completed', body: '{}' })
    .execute();
  const delivery = await gateway.db.kysely
    .insertInto('webhook_delivery')
    .values({
      event_id: event,
      subscription_id: ids.webhook_subscriptions!,
      api_client_id: owner.clientId,
      event: 'execution.completed',
      status: 'dead',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.webhook_deliveries = delivery.id;
  for (const kind of ['report', 'notice'] as const) {
    const bytes = Buffer.from(`%PDF ${kind}`);
    const artifact = await gateway.db.kysely
      .insertInto('artifact')
      .values({
        api_client_id: owner.clientId,
        execution_id: ids.executions!,
        kind,
        node_id: 'n',
        visit: 1,
        stage: kind,
        status: 'ready',
        filename: `${kind}.pdf`,
        byte_size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await new PostgresArtifactStore(gateway.db.kysely).put(artifact.id, bytes);
    ids[`${kind}_artifacts`] = artifact.id;
  }
  ids.versions = 1;
});
afterAll(() => gateway.stop());

/** Bodies with which the owner would succeed. */
const BODIES: Record<string, object> = {
  triggerWorkflow: {},
  reEvaluateExecution: {},
  restoreWorkflowVersion: {},
  createBatch: { rows: [{}] },
  redeliverWebhookSubscription: { since: '2026-01-01T00:00:00Z' },
  updateWorkflow: { name: 'Theirs' },
  cancelExecution: {},
  decideReview: { decision: 'approved' },
  assignReview: { assignee: 'me' },
  addReviewNote: { note: 'x' },
  recordPostedNotice: { date: '2026-03-03', carrier: 'USPS' },
  resendNotice: {},
  updateWebhookSubscription: { active: false },
  rotateWebhookSecret: {},
  testWebhookSubscription: {},
  retryWebhookDelivery: {},
};

/** Queries that an operation needs. */
const QUERIES: Record<string, string> = { compareExecutions: '?with=1' };

/** Templates and products are everybody's. */
const PUBLIC: readonly string[] = ['Workflow templates', 'Products'];
const CROSSED = ROUTES.filter(({ path, tag }) => path.includes('{') && !PUBLIC.includes(tag));

function addressOf(path: string, idOf: (collection: string) => number): string {
  return path.replaceAll(/\/(\w+)\/\{\w+\}/g, (_match, collection: string) => `/${collection}/${idOf(collection)}`);
}

test.each(CROSSED.map((route) => [route.operationId, route] as const))('%s', async (operationId, route) => {
  const call = (by: Caller, path: string) =>
    by.api.call(route.method, path + (QUERIES[operationId] ?? ''), {
      ...(BODIES[operationId] === undefined ? {} : { body: BODIES[operationId] }),
      headers: { 'X-Request-Id': 'the-same-for-all', 'Idempotency-Key': randomUUID() },
    });
  const real = addressOf(route.path, (collection) => {
    const id = ids[collection];
    if (id === undefined) throw new Error(`the owner has no ${collection}: make one in beforeAll`);
    return id;
  });
  const never = addressOf(route.path, () => 999_999_999);
  const expected = await call(owner, never);
  expect([expected.status, expected.error.code]).toEqual([404, 'not_found']);
  // Workflows are the account's: only another account is shut out.
  const outsiders = route.path.startsWith('/workflows') ? [stranger] : [sibling, stranger];
  for (const outsider of outsiders) {
    const { status, text } = await call(outsider, real);
    expect([status, text]).toEqual([404, expected.text]);
  }
});

test('lists show nobody anything of others', async () => {
  const counts = { '/executions': 2, '/batches': 1, '/webhook_subscriptions': 1, '/webhook_deliveries': 1 };
  for (const [path, count] of Object.entries(counts)) {
    expect((await owner.api.get(path)).body.meta.total_count).toBe(count);
    for (const outsider of [sibling, stranger]) expect((await outsider.api.get(path)).data).toEqual([]);
  }
  expect((await sibling.api.get('/workflows')).data).toHaveLength(1);
  expect((await stranger.api.get('/workflows')).data).toEqual([]);
});

test('an artifact is found under its own execution and kind only', async () => {
  const other = (await owner.api.trigger(ids.workflows!, {})).data.id;
  expect((await owner.api.get(`/executions/${other}/report_artifacts/${ids.report_artifacts}`)).status).toBe(404);
  const crossed = await owner.api.get(`/executions/${ids.executions}/notice_artifacts/${ids.report_artifacts}`);
  expect(crossed.status).toBe(404);
});

test('what belongs to the owner was reachable all along', async () => {
  const download = await owner.api.get(`/executions/${ids.executions}/report_artifacts/${ids.report_artifacts}`);
  expect([download.status, download.text]).toEqual([200, '%PDF report']);
  expect((await owner.api.get(`/webhook_deliveries/${ids.webhook_deliveries}`)).status).toBe(200);
});
