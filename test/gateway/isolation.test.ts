import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { createHash, randomUUID } from 'node:crypto';
import { unguarded } from '../support/transitions.ts';
import type { NoticeDue } from '../../core/notices/due.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { asJson } from '../../platform/database/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { DOCUMENT } from './conformance.ts';
import { park, cutShort } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * Every operation of the OpenAPI document, with a token of another client of the account and one of another account. An
 * id in the path, the query or the body gets exactly the answer for an id that never existed. A new operation or filter
 * fails here until it is listed which of the owner's records it names.
 */
let gateway: TestGateway;
let owner: Caller;
let sibling: Caller;
let stranger: Caller;
const ids: Record<string, number> = {};
const EXAMPLE = { name: 'Ann', payload: {}, expected: { outcome: 'approved' } };
const OWED: NoticeDue = {
  applicant: 'applicant',
  kind: 'tenant',
  due_at: '2026-03-22T10:00:00.000Z',
  why: 'no_notice_step',
  node_id: 'decide',
};

beforeAll(async () => {
  gateway = await startGateway();
  owner = await gateway.caller({ productionAccess: true });
  sibling = await gateway.caller({ of: owner });
  stranger = await gateway.caller({ productionAccess: true });
  ids.workflows = (await owner.api.post('/workflows', { name: 'Mine', definition: SIMPLE })).data.id;
  ids.executions = (await owner.api.trigger(ids.workflows!, { applicant_key: 'mine' })).data.id;
  ids.applicants = (await owner.api.get(`/executions/${ids.executions}`)).data.applicant_id;
  ids.examples = (await owner.api.post(`/workflows/${ids.workflows}/examples`, EXAMPLE)).data.id;
  ids.backtests = (await owner.api.post(`/workflows/${ids.workflows}/backtests`, {})).data.id;
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
    .values({
      id: event,
      api_client_id: owner.clientId,
      execution_id: ids.executions,
      name: 'execution.completed',
      body: '{}',
    })
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
  ids.users = owner.userId;
  ids.people = owner.userId;
  const asked = { account_id: owner.accountId, api_client_id: owner.clientId, applicant_id: ids.applicants ?? 0 };
  const erasure = { ...asked, reason: 'objection', cancels: false, completed_at: new Date() } as const;
  ids.erasures = (
    await gateway.db.kysely.insertInto('erasure').values(erasure).returning('id').executeTakeFirstOrThrow()
  ).id;
  ids.tokens = owner.tokenId;
  ids.mail_artifacts = 31;
  await gateway.db.kysely
    .insertInto('mail_message')
    .values({
      message_id: '<kept@example.com>',
      execution_id: ids.executions!,
      api_client_id: owner.clientId,
      effect_id: 1,
      sender: 'decisions@example.com',
      recipient: 'pat@example.com',
      raw: Buffer.from('Subject: Hello'),
      kept_at: new Date(),
      file_id: ids.mail_artifacts,
    })
    .execute();
  ids.fields = 7;
  await owner.api.call('PUT', '/fields/applicant.x7', { body: { type: 'text', label: 'Mine' } });
  const fields = { type: 'object', properties: { pets: { type: 'integer' } } };
  ids.field_requests = (await owner.api.post('/field_requests', { fields })).data.id;
  ids.versions = 1;
  const draft = (await owner.api.post('/workflows', { name: 'Draft' })).data.id;
  ids.activation_requests = (await owner.api.post(`/workflows/${draft}/activation_requests`, {})).data.id;
  await cutShort(gateway.db, owner, ids.executions!);
  await park(gateway.db, ids.executions!);
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ assigned_to_user_id: owner.userId, notices_due: asJson([OWED]) })
      .where('id', '=', ids.executions!)
      .execute(),
  );
});
afterAll(() => gateway.stop());

/** Bodies with which the owner would succeed. */
const BODIES: Record<string, object> = {
  joinExecutions: { execution_ids: [4711] },
  separateExecutions: { execution_ids: [4711] },
  createErasure: { reason: 'objection' },
  triggerWorkflow: {},
  reEvaluateExecution: {},
  restoreWorkflowVersion: {},
  readDefinition: { definition: [] },
  requestActivation: {},
  approveActivation: {},
  refuseActivation: { note: 'x' },
  withdrawActivation: {},
  approveFields: {},
  refuseFields: { note: 'x' },
  withdrawFields: {},
  createBatch: { rows: [{}] },
  redeliverWebhookSubscription: { since: '2026-01-01T00:00:00Z' },
  setWorkflowRules: { rules: [] },
  previewWorkflowRules: { rules: [] },
  updateWorkflow: { name: 'Theirs' },
  updateUser: { queues: ['theirs'] },
  updatePerson: { role: 'viewer' },
  sendSignInLink: {},
  revokeToken: {},
  rotateToken: { expires_in_days: 1, overlap_hours: 1 },
  setField: { type: 'text', label: 'Theirs' },
  cancelExecution: {},
  decideReview: { decision: 'approved' },
  assignReview: { assignee: 'me' },
  moveReview: { queue: null },
  snoozeReview: { until: null },
  addReviewNote: { note: 'x' },
  recordApplicationAnswer: { answer: 'withdrawn', date: '2026-03-03' },
  recordPostedNotice: { date: '2026-03-03', carrier: 'USPS' },
  recordSentNotice: { date: '2026-03-03', carrier: 'USPS' },
  resendNotice: {},
  createExample: EXAMPLE,
  updateExample: { name: 'Bea' },
  runExamples: {},
  createBacktest: {},
  cancelBacktest: {},
  settlePull: { node_id: 'credit', reference: null },
  revealValues: { fields: ['applicant.email'], reason: 'x' },
  updateWebhookSubscription: { active: false },
  rotateWebhookSecret: {},
  testWebhookSubscription: {},
  retryWebhookDelivery: {},
};

/** Queries that an operation needs. */
const QUERIES: Record<string, string> = { compareExecutions: '?with=1' };

/** Templates and products are everybody's. */
const PUBLIC: readonly string[] = ['Workflow templates', 'Products'];
/**
 * Each account calls its own: test/gateway/fields.test.ts, test/gateway/settings.test.ts,
 * test/gateway/connections.test.ts.
 */
const OWN_FIELDS: readonly string[] = [
  ...[
    'setField',
    'setFields',
    'getFieldSchema',
    'getFieldProposals',
    'answerFieldQuestion',
    'previewFields',
    'requestFields',
    'setAgency',
    'listAgencies',
    'getCompany',
    'updateCompany',
    ...['getConnection', 'setConnection', 'deleteConnection', 'checkConnection'],
  ],
  // Counts name no record: test/gateway/statistics.test.ts.
  ...[
    'getDecisionStatistics',
    'getRuleStatistics',
    'getReasonStatistics',
    'getReviewStatistics',
    'getVendorStatistics',
    'getDriftStatistics',
  ],
];
const CROSSED = ROUTES.filter(
  ({ path, tag, operationId }) => path.includes('{') && !PUBLIC.includes(tag) && !OWN_FIELDS.includes(operationId),
);

function addressOf(path: string, idOf: (collection: string) => number): string {
  if (path.includes('{field}')) return path.replace('{field}', `applicant.x${idOf('fields')}`);
  return path.replaceAll(/\/(\w+)\/\{\w+\}/g, (_match, collection: string) => `/${collection}/${idOf(collection)}`);
}

// Rules: 16.5.6
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
  // Workflows and people are the account's: only another account is shut out.
  const outsiders = /^\/(workflows|users|people|tokens|fields|field_requests)\//.test(route.path)
    ? [stranger]
    : [sibling, stranger];
  for (const outsider of outsiders) {
    const { status, text } = await call(outsider, real);
    expect([status, text]).toEqual([404, expected.text]);
  }
});

/** Lists that are not below a record. For lists of the account, another client of it sees what the owner sees. */
const LISTS = ROUTES.filter(
  ({ path, tag, operationId, reply }) =>
    !path.includes('{') &&
    !PUBLIC.includes(tag) &&
    !OWN_FIELDS.includes(operationId) &&
    ['page', 'collection'].includes(reply.kind),
);
const OF_THE_ACCOUNT: readonly string[] = [
  '/workflows',
  '/activation_requests',
  '/users',
  '/people',
  '/tokens',
  '/audit_events',
  '/fields',
  '/field_requests',
];

/** Operations that name no record that exists. */
const NAME_NO_RECORD = [
  // `review-next` and `review-stream` cross them.
  ...['claimNextReview', 'streamReviews'],
  ...[
    'createWorkflow',
    'generateWorkflow',
    'validateWorkflow',
    'simulateDefinition',
    'createWebhookSubscription',
    'invitePerson',
    'createToken',
    'getMe',
  ],
  // `applicants` crosses it.
  'searchApplicants',
  'exportAuditEvents',
  ...OWN_FIELDS,
];
/** Operations that name records in their body only. */
const BY_BODY = ['bulkReview', 'reEvaluateExecutions', 'releaseReviews'];

test('every operation of the document is crossed here, or names no record', () => {
  const open = ROUTES.filter(({ tag }) => PUBLIC.includes(tag));
  const known = [
    ...[...CROSSED, ...LISTS, ...open].map(({ operationId }) => operationId),
    ...NAME_NO_RECORD,
    ...BY_BODY,
  ];
  const described = Object.values(DOCUMENT.paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
    (operations) => Object.values(operations).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(known.toSorted()).toEqual(described.toSorted());
});

test.each(LISTS.map(({ path }) => path))('%s shows nobody anything of others', async (path) => {
  const before = await owner.api.get(path);
  expect(before.data).not.toEqual([]);
  const ofOwner = new Set(before.data.map(({ id }: { id: number }) => id));
  for (const outsider of OF_THE_ACCOUNT.includes(path) ? [stranger] : [sibling, stranger]) {
    const { data, body } = await outsider.api.get(path);
    expect(data.filter(({ id }: { id: number }) => ofOwner.has(id))).toEqual([]);
    expect(body.meta.total_count).toBe(data.length);
  }
});

/** Records that list filters and other query parameters may name. */
const NAMED_BY: Record<string, () => number> = {
  'filter[workflow_id]': () => ids.workflows!,
  'filter[batch_execution_id]': () => ids.batches!,
  'filter[subscription_id]': () => ids.webhook_subscriptions!,
  'filter[execution_id]': () => ids.executions!,
  'filter[assigned_to_user_id]': () => owner.userId,
  'filter[actor_user_id]': () => owner.userId,
  'filter[subject_id]': () => ids.workflows!,
};
const FILTERS = ROUTES.flatMap(({ path, query, reply }) =>
  Object.keys((query?.properties ?? {}) as object)
    // An export is a list as a file; its log is tested with it.
    .filter((name) => name.endsWith('_id]') && reply.kind === 'page')
    .map((name) => [path, name] as const),
);

test.each(FILTERS)('%s?%s finds nothing of others', async (path, name) => {
  const idOf = NAMED_BY[name];
  if (idOf === undefined) throw new Error(`say in NAMED_BY what of the owner's ${name} names`);
  const list = (by: Caller, id: number) =>
    by.api.get(`${path}?${name}=${id}`, { headers: { 'X-Request-Id': 'the-same-for-all' } });
  expect((await list(owner, idOf())).data).not.toEqual([]);
  for (const outsider of OF_THE_ACCOUNT.includes(path) ? [stranger] : [sibling, stranger]) {
    const never = await list(outsider, 999_999_999);
    expect([never.status, never.body.meta.total_count]).toEqual([200, 0]);
    expect((await list(outsider, idOf())).text).toBe(never.text);
  }
});

test('a comparison with an execution of others finds none', async () => {
  for (const outsider of [sibling, stranger]) {
    const workflow = (await outsider.api.post('/workflows', { name: 'Own', definition: SIMPLE })).data;
    const own = (await outsider.api.trigger(workflow.id, {})).data.id;
    const compare = (id: number) =>
      outsider.api.get(`/executions/${own}/comparison?with=${id}`, { headers: { 'X-Request-Id': 'the-same-for-all' } });
    const never = await compare(999_999_999);
    expect([never.status, (await compare(ids.executions!)).text]).toEqual([404, never.text]);
  }
});

test.each(['approve', 'deny', 'assign_to_me'])('a bulk action, %s, finds no execution of others', async (action) => {
  const before = (await owner.api.get(`/executions/${ids.executions}`)).data;
  for (const outsider of [sibling, stranger]) {
    for (const kind of ['decision', 'notice']) {
      const { status, data } = await outsider.api.post(
        '/executions/review_bulk_actions',
        { execution_ids: [ids.executions, 999_999_999], bulk_action: action, kind },
        { headers: { 'Idempotency-Key': randomUUID() } },
      );
      expect([status, data]).toEqual([
        200,
        {
          object: 'bulk_review_result',
          applied: 0,
          enqueued: 0,
          skipped: [
            { id: ids.executions, reason: 'not_found' },
            { id: 999_999_999, reason: 'not_found' },
          ],
        },
      ]);
    }
  }
  expect((await owner.api.get(`/executions/${ids.executions}`)).data).toEqual(before);
});

test('an Idempotency-Key, and a cursor, of another client are of no use', async () => {
  const key = randomUUID();
  const body = { url: 'https://93.184.215.14/hook' };
  const send = (by: Caller) => by.api.post('/webhook_subscriptions', body, { headers: { 'Idempotency-Key': key } });
  const first = await send(owner);
  for (const outsider of [sibling, stranger]) {
    const theirs = await send(outsider);
    expect([theirs.status, theirs.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
    expect(theirs.data.id).not.toBe(first.data.id);
    expect(theirs.data.signing_secret).not.toBe(first.data.signing_secret);
    await outsider.api.call('DELETE', `/webhook_subscriptions/${theirs.data.id}`);
  }
  const cursor = (await owner.api.get('/executions?per_page=1')).body.meta.next_cursor;
  expect((await owner.api.get(`/executions?per_page=1&cursor=${cursor}`)).status).toBe(200);
  for (const outsider of [sibling, stranger]) {
    const { status, error } = await outsider.api.get(`/executions?per_page=1&cursor=${cursor}`);
    expect([status, error.details[0].field]).toEqual([422, 'cursor']);
  }
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
