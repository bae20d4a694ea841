import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ROLE_SCOPES, ROLES, SCOPES, withImplied, type Role } from '../../core/access.ts';
import type { Route } from '../../services/gateway/http/route.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { executionOf } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * Every operation, crossed with every role, of the own and of a foreign account. Who may call what is written out here,
 * and not derived from the code: v viewer, r reviewer, a author, p publisher, d admin.
 */
const EVERYBODY = 'vrapd';
const ALLOWED: Readonly<Record<string, string>> = {
  listWorkflows: EVERYBODY,
  createWorkflow: 'ad',
  getWorkflow: EVERYBODY,
  updateWorkflow: 'apd',
  deleteWorkflow: 'ad',
  listTestCases: EVERYBODY,
  generateWorkflow: 'ad',
  validateWorkflow: EVERYBODY,
  simulateWorkflow: EVERYBODY,
  listWorkflowVersions: EVERYBODY,
  getWorkflowVersion: EVERYBODY,
  getWorkflowReading: EVERYBODY,
  restoreWorkflowVersion: 'ad',
  requestActivation: 'apd',
  listActivationRequests: EVERYBODY,
  getActivationRequest: EVERYBODY,
  approveActivation: 'apd',
  refuseActivation: 'apd',
  withdrawActivation: 'apd',
  triggerWorkflow: 'd',
  listWorkflowTemplates: EVERYBODY,
  getWorkflowTemplate: EVERYBODY,
  listProducts: EVERYBODY,
  getProduct: EVERYBODY,
  listExecutions: EVERYBODY,
  getExecution: EVERYBODY,
  explainExecution: 'rd',
  revealValues: 'rd',
  cancelExecution: 'd',
  reEvaluateExecution: 'd',
  compareExecutions: 'rd',
  createBatch: 'd',
  listBatches: EVERYBODY,
  getBatch: EVERYBODY,
  listBatchExecutions: EVERYBODY,
  getBatchSummary: EVERYBODY,
  cancelBatch: 'd',
  resumeBatch: 'd',
  retryFailedRows: 'd',
  exportBatchCsv: EVERYBODY,
  exportBatchZip: EVERYBODY,
  exportBatchNotices: 'rd',
  listReviews: EVERYBODY,
  claimNextReview: 'rd',
  streamReviews: EVERYBODY,
  decideReview: 'rd',
  listReviewEvents: EVERYBODY,
  assignReview: 'rd',
  addReviewNote: 'rd',
  bulkReview: 'rd',
  getReviewCase: 'rd',
  listReportArtifacts: EVERYBODY,
  downloadReportArtifact: 'rd',
  listNoticeArtifacts: EVERYBODY,
  downloadNoticeArtifact: 'rd',
  listMailArtifacts: EVERYBODY,
  downloadMailArtifact: 'd',
  recordPostedNotice: 'rd',
  recordSentNotice: 'rd',
  resendNotice: 'd',
  getMe: EVERYBODY,
  listUsers: EVERYBODY,
  downloadEvidence: 'd',
  listWebhookSubscriptions: EVERYBODY,
  createWebhookSubscription: 'd',
  getWebhookSubscription: EVERYBODY,
  updateWebhookSubscription: 'd',
  deleteWebhookSubscription: 'd',
  rotateWebhookSecret: 'd',
  testWebhookSubscription: 'd',
  redeliverWebhookSubscription: 'd',
  listWebhookDeliveries: EVERYBODY,
  getWebhookDelivery: EVERYBODY,
  retryWebhookDelivery: 'd',
  listAuditEvents: 'd',
  exportAuditEvents: 'd',
};
const LETTERS: Readonly<Record<Role, string>> = {
  ...{ viewer: 'v', reviewer: 'r', author: 'a', publisher: 'p', admin: 'd' },
};

let gateway: TestGateway;
let owner: Caller;
const people = new Map<Role, { readonly own: Caller; readonly foreign: Caller }>();
const ids: Record<string, number> = {};

beforeAll(async () => {
  // A stream that went on would have to be waited for.
  gateway = await startGateway({ inboxWatch: { longestMs: 100 } });
  owner = await gateway.caller({ productionAccess: true });
  for (const role of ROLES) {
    const scopes = ROLE_SCOPES[role];
    people.set(role, {
      own: await gateway.caller({ of: owner, sameClient: true, scopes }),
      foreign: await gateway.caller({ scopes, productionAccess: true }),
    });
  }
  ids.executions = await executionOf(owner);
  ids.workflows = (await owner.api.get('/workflows')).data[0].id;
  const headers = { 'Idempotency-Key': randomUUID() };
  const batch = await owner.api.post(`/workflows/${ids.workflows}/batches`, { rows: [{}] }, { headers });
  ids.batches = batch.data.id;
  ids.webhook_subscriptions = (
    await owner.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' })
  ).data.id;
  ids.versions = 1;
});
afterAll(() => gateway.stop());

/** Writes name a member that there is not: whoever is admitted is told so, and nothing of the owner's is changed. */
async function call(by: Caller | undefined, { method, path, operationId }: Route, keeps = true) {
  const isKept = keeps && method === 'DELETE';
  const address = path.replaceAll(/\/(\w+)\/\{\w+\}/g, (_match, name: string) => {
    return `/${name}/${(isKept ? undefined : ids[name]) ?? 999_999}`;
  });
  const query = operationId === 'compareExecutions' ? `?with=${ids.executions}` : '';
  const isWrite = method === 'POST' || method === 'PATCH';
  const response = await fetch(`${gateway.baseUrl}/api/v1${address}${query}`, {
    method,
    headers: { Authorization: `Bearer ${by?.token}`, 'Content-Type': 'application/json' },
    ...(isWrite ? { body: '{"unknown_member":true}' } : {}),
  });
  const text = await response.text();
  return { status: response.status, isRefused: text.includes('"insufficient_scope"'), text };
}

test('every operation has a line, and no line is of none', () => {
  const known = ROUTES.map(({ operationId }) => operationId);
  expect(Object.keys(ALLOWED).toSorted()).toEqual(known.toSorted());
});

/** Operations over what accounts have, without an id: of a new account there is nothing. */
const HAVE_NOTHING = [
  ...['listWorkflows', 'listExecutions', 'listBatches', 'listReviews', 'listWebhookSubscriptions'],
  'listWebhookDeliveries',
];
/** Templates and products are everybody's. */
const PUBLIC = ['Workflow templates', 'Products'];

describe.each(ROLES)('%s', (role) => {
  test.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', async (operationId, route) => {
    const isAllowed = ALLOWED[operationId]?.includes(LETTERS[role]) === true;
    const [own, foreign] = [
      await call(people.get(role)?.own, route),
      await call(people.get(role)?.foreign, route, false),
    ];
    expect([own.status === 401 || own.status === 403, own.isRefused]).toEqual([!isAllowed, !isAllowed]);
    expect(own.status).toBeLessThan(500);
    // Refused alike, so that nobody learns of an id.
    expect(foreign.isRefused).toBe(!isAllowed);
    if (isAllowed && route.path.includes('{') && !PUBLIC.includes(route.tag)) {
      expect(foreign.status).toBe(route.method === 'POST' || route.method === 'PATCH' ? 422 : 404);
    }
    if (isAllowed && HAVE_NOTHING.includes(operationId)) expect(JSON.parse(foreign.text)).toMatchObject({ data: [] });
  });
});

describe('scopes that imply others', () => {
  const four = { fullScopeShowsIdentifiers: false, fourEyes: true };
  const two = { ...four, fourEyes: false };

  test.each([
    ['executions:read:full', ['executions:read']],
    ['executions:write', ['reviews:decide']],
    ['workflows:write', ['workflows:activate']],
  ] as const)('%s implies %j', (scope, implied) => {
    expect([...withImplied([scope], two)]).toEqual([scope, ...implied]);
  });

  test('and no other one does; with four eyes, writing a cascade does not put it live', () => {
    for (const scope of SCOPES) {
      if (['executions:read:full', 'executions:write', 'workflows:write'].includes(scope)) continue;
      expect([...withImplied([scope], two)]).toEqual([scope]);
    }
    expect([...withImplied(['workflows:write'], four)]).toEqual(['workflows:write']);
  });

  test('the table of roles in docs/semantics.md is the one of the code', () => {
    const semantics = readFileSync(join(import.meta.dirname, '../../docs/semantics.md'), 'utf8');
    for (const role of ROLES) {
      const line = new RegExp(`^\\| \`${role}\` +\\| (.*?) *\\|$`, 'm').exec(semantics)?.[1];
      const scopes = ROLE_SCOPES[role];
      expect(line).toBe(scopes === SCOPES ? 'all' : scopes.map((scope) => `\`${scope}\``).join(', '));
    }
  });
});

describe('an account that does not ask for four eyes', () => {
  const DEFINITION = { name: 'Policy', definition: SIMPLE };

  test('whoever writes a cascade activates it, as before', async () => {
    const { api } = await gateway.caller({ productionAccess: true, scopes: ROLE_SCOPES.author });
    const { data } = await api.post('/workflows', DEFINITION);
    expect([data.active, data.note]).toEqual([true, undefined]);
  });
});
