import { randomUUID } from 'node:crypto';
import { ROLE_SCOPES, ROLES, SCOPES, withImplied, type Role } from '../../core/access.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import type { Route } from '../../services/gateway/http/route.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SEMANTICS } from '../support/rules.ts';
import { executionOf } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * Every operation, crossed with every role, by a token and in a session, of the own and of a foreign account. The
 * rights are written out here, and not derived from the code: v viewer, r reviewer, a author, p publisher, d admin.
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
  simulateDefinition: EVERYBODY,
  listWorkflowVersions: EVERYBODY,
  getWorkflowVersion: EVERYBODY,
  getWorkflowReading: EVERYBODY,
  readDefinition: EVERYBODY,
  getWorkflowRules: EVERYBODY,
  setWorkflowRules: 'ad',
  previewWorkflowRules: EVERYBODY,
  restoreWorkflowVersion: 'ad',
  listExamples: EVERYBODY,
  createExample: 'ad',
  runExamples: EVERYBODY,
  getExample: EVERYBODY,
  updateExample: 'ad',
  deleteExample: 'ad',
  listBacktests: 'rd',
  createBacktest: 'd',
  getBacktest: 'rd',
  cancelBacktest: 'd',
  listBacktestChanges: 'rd',
  exportBacktestChanges: 'rd',
  requestActivation: 'apd',
  listActivationRequests: EVERYBODY,
  listAllActivationRequests: EVERYBODY,
  getActivationRequest: EVERYBODY,
  approveActivation: 'apd',
  refuseActivation: 'apd',
  withdrawActivation: 'apd',
  searchApplicants: 'rd',
  getApplicant: 'rd',
  joinExecutions: 'rd',
  separateExecutions: 'rd',
  triggerWorkflow: 'd',
  listWorkflowTemplates: EVERYBODY,
  getWorkflowTemplate: EVERYBODY,
  listProducts: EVERYBODY,
  getProduct: EVERYBODY,
  createProduct: 'd',
  updateProduct: 'd',
  withdrawProduct: 'd',
  listProductVersions: EVERYBODY,
  listFields: EVERYBODY,
  setFields: 'ad',
  getFieldSchema: EVERYBODY,
  getFieldProposals: EVERYBODY,
  getField: EVERYBODY,
  setField: 'ad',
  removeField: 'ad',
  answerFieldQuestion: 'ad',
  previewFields: 'ad',
  listFieldRequests: EVERYBODY,
  requestFields: 'ad',
  getFieldRequest: EVERYBODY,
  approveFields: 'apd',
  refuseFields: 'apd',
  withdrawFields: 'ad',
  listExecutions: EVERYBODY,
  getExecution: EVERYBODY,
  getTimeline: EVERYBODY,
  explainExecution: 'rd',
  revealValues: 'rd',
  cancelExecution: 'd',
  reEvaluateExecution: 'd',
  reEvaluateExecutions: 'd',
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
  moveReview: 'rd',
  snoozeReview: 'rd',
  addReviewNote: 'rd',
  bulkReview: 'rd',
  getReviewCase: 'rd',
  releaseReviews: 'rd',
  listReportArtifacts: EVERYBODY,
  downloadReportArtifact: 'rd',
  listNoticeArtifacts: EVERYBODY,
  downloadNoticeArtifact: 'rd',
  listMailArtifacts: EVERYBODY,
  downloadMailArtifact: 'd',
  listWaitingLetters: EVERYBODY,
  recordPostedNotice: 'rd',
  recordSentNotice: 'rd',
  recordApplicationAnswer: 'rd',
  resendNotice: 'd',
  getCompany: EVERYBODY,
  updateCompany: 'd',
  listAgencies: EVERYBODY,
  setAgency: 'd',
  getConnection: 'd',
  setConnection: 'd',
  deleteConnection: 'd',
  checkConnection: 'd',
  listUnknownPulls: 'd',
  settlePull: 'd',
  getMe: EVERYBODY,
  listUsers: EVERYBODY,
  updateUser: 'd',
  listPeople: 'd',
  invitePerson: 'd',
  updatePerson: 'd',
  sendSignInLink: 'd',
  listTokens: 'd',
  createToken: 'd',
  rotateToken: 'd',
  revokeToken: 'd',
  downloadEvidence: 'd',
  createErasure: 'd',
  listErasures: 'd',
  getErasure: 'd',
  exportApplicant: 'd',
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
  getDecisionStatistics: EVERYBODY,
  getRuleStatistics: EVERYBODY,
  getReasonStatistics: EVERYBODY,
  getReviewStatistics: EVERYBODY,
  getVendorStatistics: EVERYBODY,
  getDriftStatistics: EVERYBODY,
  listAuditEvents: 'd',
  exportAuditEvents: 'd',
};
const LETTERS: Readonly<Record<Role, string>> = {
  ...{ viewer: 'v', reviewer: 'r', author: 'a', publisher: 'p', admin: 'd' },
};

/** A proof of identity: a program's token, or the session of a person who has signed in. */
const MEANS = ['token', 'session'] as const;
type Means = (typeof MEANS)[number];
type Headers = Readonly<Record<string, string>>;

const ORIGIN = 'http://api.test';
const OWN_FIELD = 'applicant.mine';

let gateway: TestGateway;
let owner: Caller;
const people = new Map<string, { readonly own: Headers; readonly foreign: Headers }>();
const ids: Record<string, number> = {};

beforeAll(async () => {
  // An open stream would delay the test.
  gateway = await startGateway({ inboxWatch: { longestMs: 100 }, baseUrl: ORIGIN });
  owner = await gateway.caller({ productionAccess: true });
  for (const role of ROLES) {
    const scopes = ROLE_SCOPES[role];
    const own = await gateway.caller({ of: owner, sameClient: true, scopes });
    const foreign = await gateway.caller({ scopes, productionAccess: true });
    const byToken = ({ token }: Caller): Headers => ({ Authorization: `Bearer ${token}` });
    people.set(`${role} token`, { own: byToken(own), foreign: byToken(foreign) });
    people.set(`${role} session`, { own: await signIn(own, role), foreign: await signIn(foreign, role) });
  }
  ids.executions = await executionOf(owner);
  ids.workflows = (await owner.api.get('/workflows')).data[0].id;
  const headers = { 'Idempotency-Key': randomUUID() };
  const batch = await owner.api.post(`/workflows/${ids.workflows}/batches`, { rows: [{}] }, { headers });
  ids.batches = batch.data.id;
  ids.webhook_subscriptions = (
    await owner.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' })
  ).data.id;
  ids.webhook_deliveries = (
    await owner.api.post(`/webhook_subscriptions/${ids.webhook_subscriptions}/test`, {})
  ).data.id;
  ids.activation_requests = await requestOf(owner);
  const kept = { name: 'A', expected: { outcome: 'undecided' } };
  ids.examples = (await owner.api.post(`/workflows/${ids.workflows}/examples`, kept)).data.id;
  ids.backtests = (await owner.api.post(`/workflows/${ids.workflows}/backtests`, {})).data.id;
  ids.applicants = await applicantOf(owner);
  ids.versions = 1;
  ids.users = owner.userId;
  ids.people = owner.userId;
  const asked = { account_id: owner.accountId, api_client_id: owner.clientId, applicant_id: ids.applicants ?? 0 };
  const erasure = { ...asked, reason: 'objection', cancels: false, completed_at: new Date() } as const;
  ids.erasures = (
    await gateway.db.kysely.insertInto('erasure').values(erasure).returning('id').executeTakeFirstOrThrow()
  ).id;
  ids.tokens = owner.tokenId;
  const field = await owner.api.call('PUT', `/fields/${OWN_FIELD}`, { body: { type: 'text', label: 'Mine' } });
  ids.fields = field.data.id;
});
afterAll(() => gateway.stop());

async function applicantOf({ api }: Caller): Promise<number> {
  const { data } = await api.trigger(ids.workflows ?? 0, { applicant: { name: 'Ada Example' } });
  return (await api.get(`/executions/${data.id}`)).data.applicant_id;
}

async function requestOf({ api }: Caller): Promise<number> {
  await api.patch(`/workflows/${ids.workflows}`, { active: false });
  return (await api.post(`/workflows/${ids.workflows}/activation_requests`, {})).data.id;
}

/** Signs in with a link, as people do. */
async function signIn({ userId, clientId }: Caller, role: Role): Promise<Headers> {
  await gateway.db.kysely.updateTable('account_user').set({ role }).where('id', '=', userId).execute();
  const { path } = await createSignInLink(gateway.db.kysely, { userId, clientId, validMs: 60_000 });
  const signedIn = await fetch(`${gateway.baseUrl}/auth/link`, {
    ...{ method: 'POST', redirect: 'manual', headers: { Origin: ORIGIN }, body: path.replace(/^.*\?/, '') },
  });
  const cookie = /^[^;]+/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[0];
  if (cookie === undefined) throw new Error(`no session was opened: ${signedIn.status}`);
  return { Cookie: cookie, Origin: ORIGIN };
}

/**
 * Calls the operation on the owner's records. `own`: writes have an unknown member, so an admitted caller gets an error
 * and nothing is changed. `foreign`: writes have the documentation's body, which would have an effect if the id were of
 * the caller's account.
 */
async function call(headers: Headers, { method, path, operationId, body }: Route, whose: 'own' | 'empty' | 'foreign') {
  const isKept = whose === 'own' && method === 'DELETE';
  const address = path
    .replace('{field}', isKept || operationId === 'setField' ? 'applicant.other' : OWN_FIELD)
    .replaceAll(/\/(\w+)\/\{\w+\}/g, (_match, name: string) => {
      return `/${name}/${(isKept ? undefined : ids[name]) ?? 999_999}`;
    });
  const query = operationId === 'compareExecutions' ? `?with=${ids.executions}` : '';
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(method);
  const sent =
    whose === 'own'
      ? { unknown_member: true }
      : whose === 'empty'
        ? {}
        : { ...body?.example, ...NAMES_THE_OWNERS[operationId]?.() };
  const response = await fetch(`${gateway.baseUrl}/api/v1${address}${query}`, {
    method,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(isWrite ? { 'Idempotency-Key': randomUUID() } : {}),
    },
    ...(isWrite ? { body: JSON.stringify(sent) } : {}),
  });
  const text = await response.text();
  return { status: response.status, isRefused: text.includes('"insufficient_scope"'), text };
}

/** Their second scope is checked after the body. */
const TWO_SCOPES = ['createBacktest', 'cancelBacktest'];

/** Bodies that name records. */
const NAMES_THE_OWNERS: Readonly<Record<string, () => object>> = {
  bulkReview: () => ({ execution_ids: [ids.executions] }),
  claimNextReview: () => ({ workflow_id: ids.workflows }),
};

/** Items of a list that are the owner's. */
function namesOwner(text: string): readonly unknown[] {
  const { data } = JSON.parse(text) as { data: { object: string; id: number; account_id?: number }[] };
  const names: Readonly<Record<string, string>> = {
    batch: 'batches',
    api_token: 'tokens',
    webhook_delivery: 'webhook_deliveries',
  };
  const isOwners = ({ object, id, account_id: accountId }: (typeof data)[number]): boolean =>
    accountId === owner.accountId ||
    (object === 'user' || object === 'person' ? id === owner.userId : id === ids[names[object] ?? `${object}s`]);
  return data.filter(isOwners);
}

test('every operation has a line, and no line is of none', () => {
  const known = ROUTES.map(({ operationId }) => operationId);
  expect(Object.keys(ALLOWED).toSorted()).toEqual(known.toSorted());
});

/** Lists of what accounts have. */
const LISTS = [
  ...['listWorkflows', 'listExecutions', 'listBatches', 'listReviews', 'listWebhookSubscriptions'],
  ...[
    'listWebhookDeliveries',
    'listUsers',
    'listPeople',
    'listTokens',
    'listAuditEvents',
    'listWaitingLetters',
    'listFields',
    'listAllActivationRequests',
    'listFieldRequests',
  ],
];
/** Templates and products are everybody's. */
const PUBLIC = ['Workflow templates', 'Products'];
/** Its path names no record of the owner's: each account calls its own fields. */
const NAMES_NO_RECORD = [
  'setField',
  'setFields',
  'getFieldSchema',
  'getFieldProposals',
  'answerFieldQuestion',
  ...[
    'getDecisionStatistics',
    'getRuleStatistics',
    'getReasonStatistics',
    'getReviewStatistics',
    'getVendorStatistics',
    'getDriftStatistics',
  ],
];

const CROSSED = MEANS.flatMap((means) => ROLES.map((role) => [role, means] as const));

// Rules: 16.10.1
describe.each(CROSSED)('%s by %s', (role: Role, means: Means) => {
  test.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', async (operationId, route) => {
    const isAllowed = ALLOWED[operationId]?.includes(LETTERS[role]) === true;
    const who = people.get(`${role} ${means}`);
    if (who === undefined) throw new Error('nobody');
    const own = await call(who.own, route, !isAllowed && TWO_SCOPES.includes(operationId) ? 'empty' : 'own');
    const foreign = await call(who.foreign, route, 'foreign');
    expect([own.status === 401 || own.status === 403, own.isRefused]).toEqual([!isAllowed, !isAllowed]);
    expect(own.status).toBeLessThan(500);
    // Refused alike, so that nobody learns which ids exist.
    expect([foreign.isRefused, foreign.status === 401]).toEqual([!isAllowed, false]);
    const namesRecord =
      route.path.includes('{') && !PUBLIC.includes(route.tag) && !NAMES_NO_RECORD.includes(operationId);
    if (isAllowed && namesRecord) {
      expect([foreign.status, JSON.parse(foreign.text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
    if (isAllowed && LISTS.includes(operationId)) expect(namesOwner(foreign.text)).toEqual([]);
  });
});

test('none of it has changed anything of the owner', async () => {
  const status = async (path: string) => (await owner.api.get(path)).data;
  expect(await status(`/executions/${ids.executions}`)).toMatchObject({ status: 'pending', assigned_to_user_id: null });
  expect(await status(`/workflows/${ids.workflows}`)).toMatchObject({ active: false, version: 1, name: 'W' });
  expect(await status(`/workflows/${ids.workflows}/activation_requests/${ids.activation_requests}`)).toMatchObject({
    status: 'pending',
  });
  expect(await status(`/batches/${ids.batches}`)).toMatchObject({ status: 'pending' });
  expect(await status(`/webhook_subscriptions/${ids.webhook_subscriptions}`)).toMatchObject({ active: true });
  expect((await status('/users')).find(({ id }: { id: number }) => id === owner.userId)).toMatchObject({ queues: [] });
  const { rows } = await gateway.db.pool.query(
    `select action from audit_event where account_id = $1 and actor_user_id <> $2 and action not in ('session.opened', 'execution.read', 'applicant.read', 'backtest.changes_read')
       and action not like '%exported' and action not like '%downloaded'`,
    [owner.accountId, owner.userId],
  );
  expect(rows).toEqual([]);
});

describe('scopes that imply others', () => {
  const four = { fourEyes: true };
  const two = { ...four, fourEyes: false };

  // Rules: 16.5.1
  test.each([
    ['executions:read:full', ['executions:read']],
    ['executions:write', ['reviews:decide']],
    ['workflows:write', ['workflows:activate']],
  ] as const)('%s implies %j', (scope, implied) => {
    expect([...withImplied([scope], two)]).toEqual([scope, ...implied]);
  });

  // Rules: 16.5.1
  test('and no other one does; with four eyes, writing a cascade does not put it live', () => {
    for (const scope of SCOPES) {
      if (['executions:read:full', 'executions:write', 'workflows:write'].includes(scope)) continue;
      expect([...withImplied([scope], two)]).toEqual([scope]);
    }
    expect([...withImplied(['workflows:write'], four)]).toEqual(['workflows:write']);
  });

  // Rules: 16.6.1
  test('the table of roles in docs/semantics is the one of the code', () => {
    for (const role of ROLES) {
      const line = new RegExp(`^\\| \`${role}\` +\\| (.*?) *\\|$`, 'm').exec(SEMANTICS)?.[1];
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
