import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { AUDITED_COMMANDS } from '../../cli/audited.ts';
import { AUDIT_ACTIONS, INSTALLATION } from '../../core/audit.ts';
import { asJson } from '../../platform/database/index.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonObject } from '../../core/json.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import type { Route } from '../../services/gateway/http/route.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { blockedBy } from '../support/locks.ts';
import { unguarded } from '../support/transitions.ts';
import { cutShort, executionOf, park } from './executions-support.ts';
import { compilerReply } from './compiler.ts';
import { SIMPLE } from './fixtures.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { person } from './people-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * Every operation that changes or gives away something, and its act in the audit log. The declarations determine these
 * operations, so that a new one fails here until it is called or says why it records nothing.
 */
const URL_OF_A_HOOK = 'https://93.184.215.14/?key=s3cr3t';
const KEY = { headers: { 'Idempotency-Key': '' } };
const SSN = '000-12-3456';

let gateway: TestGateway;
let caller: Caller;
/** A colleague, who writes what the caller approves. */
let writer: Caller;
/** Has a value that was shown to nobody. */
let unrecordedExecution: number;

beforeAll(async () => {
  gateway = await startGateway({
    generator: (_subject, payload) => compilerReply(payload),
  });
  caller = await gateway.caller({ productionAccess: true });
  writer = await gateway.caller({ of: caller, email: 'writer@example.com' });
  unrecordedExecution = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
});
afterAll(() => gateway.stop());

const key = () => ({ headers: { ...KEY.headers, 'Idempotency-Key': randomUUID() } });
const rowsOf = (accountId = caller.accountId) =>
  gateway.db.kysely
    .selectFrom('audit_event')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sequence')
    .execute();

const changes = ({ method, reply }: Route) => method !== 'GET' || reply.kind === 'file' || reply.kind === 'stream';
/** They leave `execution.read`: test/gateway/applicant-data.test.ts. */
const fullReads = ROUTES.filter((route) => route.fullReads !== undefined);
const audited = ROUTES.flatMap(({ operationId, audit }) =>
  audit !== undefined && !('exempt' in audit) ? [[operationId, [audit.action].flat(), audit.subject] as const] : [],
);

describe('the declarations', () => {
  test('of every operation that changes or gives something away say what it leaves, or why nothing', () => {
    const silent = ROUTES.filter((route) => changes(route) && route.audit === undefined);
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  // Rules: 19.1.1, 19.1.2, 19.1.3
  test('exempt these and no others', () => {
    const exempt = ROUTES.filter(({ audit }) => audit !== undefined && 'exempt' in audit);
    expect(exempt.map(({ operationId }) => operationId).toSorted()).toEqual([
      'previewFields',
      'previewWorkflowRules',
      'readDefinition',
      'runExamples',
      'searchApplicants',
      'simulateDefinition',
      'simulateWorkflow',
      'triggerWorkflow',
      'validateWorkflow',
    ]);
  });

  test('and the acts are those of the guide, in its order', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/audit.md'), 'utf8');
    const told = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| (.*?) +\|$/gm)].map(([, name, what]) => [name, what]);
    expect(told).toEqual(Object.entries(AUDIT_ACTIONS));
  });

  test('name acts that there are', () => {
    expect(audited.flatMap(([, actions]) => actions).filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
  });
});

interface Done {
  /** Status of the response. */
  readonly status: number;
  /** `subject_id` of the row; by default the id of the created record. */
  readonly subject: number | string;
  readonly detail?: object;
  /** By default the token of the caller. */
  readonly actor?: object;
}

/** An administrator of the caller's account, who has just signed in. */
const signedIn = async () => {
  const { api, userId } = await person(gateway, caller, 'admin', { origin: 'http://api.test' });
  const { id } = await gateway.db.kysely
    .selectFrom('user_session')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { api, actor_kind: 'session', actor_id: id, actor_user_id: userId };
};

const workflow = async () => (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id as number;
const requested = async (by = caller) => {
  const draft = await by.api.post('/workflows', { name: 'W', definition: SIMPLE, active: false });
  const id = draft.data.id as number;
  return { id, answer: await by.api.post(`/workflows/${id}/activation_requests`, {}) };
};
const EXAMPLE = { name: 'A', expected: { outcome: 'undecided' } };
const applicant = async (key: string = randomUUID()) => {
  const executionId = await executionOf(caller, { applicant_key: key });
  const { data } = await caller.api.get(`/executions/${executionId}`);
  return { executionId, id: data.applicant_id };
};

const backtest = async () => {
  const workflowId = await workflow();
  return { workflowId, id: await queuedBacktest(gateway.db.kysely, { ...caller, workflowId }, 2) };
};
const requestedFields = async (by = caller) => {
  // One is pending at a time.
  const { data: pending } = await caller.api.get('/field_requests?filter[status]=pending');
  for (const { id } of pending) await caller.api.post(`/field_requests/${id}/refuse`, { note: 'No.' });
  const { data: body } = await caller.api.get('/fields/schema?of=account');
  const fields = {
    ...body,
    properties: { ...body.properties, [`asked_${key().headers['Idempotency-Key']}`]: { type: 'integer' } },
  };
  const answer = await by.api.post('/field_requests', { fields });
  return { version: answer.data.version as number, path: `/field_requests/${answer.data.id}`, answer };
};
const subscription = async () =>
  (await caller.api.post('/webhook_subscriptions', { url: URL_OF_A_HOOK })).data.id as number;
const batch = async () =>
  (await caller.api.post(`/workflows/${await workflow()}/batches`, { rows: [{}] }, key())).data.id as number;
const parked = async () => {
  const id = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
  await park(gateway.db, id);
  return id;
};

async function emptyApplicant(): Promise<number> {
  const { id } = await gateway.db.kysely
    .insertInto('applicant')
    .values({ account_id: caller.accountId, api_client_id: caller.clientId, execution_mode: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function artifact(kind: 'report' | 'notice', more: object = {}) {
  const executionId = await executionOf(caller);
  const bytes = Buffer.from('%PDF');
  const { id } = await gateway.db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: caller.clientId,
      execution_id: executionId,
      kind,
      node_id: 'node0',
      visit: 1,
      stage: 'single',
      status: 'ready',
      filename: 'a.pdf',
      byte_size: bytes.length,
      sha256: sha256Hex(bytes),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await new PostgresArtifactStore(gateway.db.kysely).put(id, bytes);
  return { executionId, id };
}

async function deadDelivery() {
  const subscriptionId = await subscription();
  const sent = await caller.api.post(`/webhook_subscriptions/${subscriptionId}/test`, {});
  await gateway.db.pool.query(
    "update webhook_delivery set status = 'dead', attempts = 6, next_retry_at = null where id = $1",
    [sent.data.id],
  );
  await gateway.db.pool.query('delete from webhook_queue where delivery_id = $1', [sent.data.id]);
  return { subscriptionId, id: sent.data.id as number };
}

const decided = async (path: string, body: object, subject: number): Promise<Done> => ({
  status: (await caller.api.post(path, body)).status,
  subject,
});
const downloaded = async (path: string, subject: number, detail: object): Promise<Done> => ({
  status: (await caller.api.get(path)).status,
  subject,
  detail,
});

/** Calls the operation so that it has its effect. */
/** The version in the ETag of a change of the data dictionary. */
const dictionaryVersionIn = (headers: Headers): string => /\d+/.exec(headers.get('etag') ?? '')?.[0] ?? '';

const SCENARIOS: Readonly<Record<string, () => Promise<Done>>> = {
  createWorkflow: async () => {
    const { status, data } = await caller.api.post('/workflows', { name: 'W', definition: SIMPLE });
    return {
      status,
      subject: data.id,
      detail: { new: expect.objectContaining({ name: 'W', active: true, version: 1 }) },
    };
  },
  updateWorkflow: async () => {
    const id = await workflow();
    const { status } = await caller.api.patch(`/workflows/${id}`, { active: false });
    return { status, subject: id, detail: { old: { active: true }, new: { active: false } } };
  },
  deleteWorkflow: async () => {
    const id = await workflow();
    return { status: (await caller.api.call('DELETE', `/workflows/${id}`)).status, subject: id };
  },
  generateWorkflow: async () => {
    const { status, data } = await caller.api.post('/workflows/generate', {
      prompt: 'Approve if the credit score is at least 700. Deny below 700.',
    });
    return { status, subject: data.id, detail: expect.objectContaining({ generated: true }) };
  },
  restoreWorkflowVersion: async () => {
    const id = await workflow();
    await caller.api.patch(`/workflows/${id}`, { definition: [] });
    const { status } = await caller.api.post(`/workflows/${id}/versions/1/restore`, {});
    const hashes = { definition_sha256: expect.any(String) };
    return { status, subject: id, detail: { old: { version: 2, ...hashes }, new: { version: 3, ...hashes } } };
  },
  setWorkflowRules: async () => {
    const prompt = 'Approve if the credit score is at least 700. Deny below 600. Review everyone else.';
    const { data } = await caller.api.post('/workflows/generate', { prompt });
    const path = `/workflows/${data.id}/rules`;
    const { data: rows, headers: read } = await caller.api.get(path);
    const headers = { 'If-Match': read.get('etag') ?? '' };
    const { status } = await caller.api.call('PUT', path, { body: { rules: rows.rules.slice(0, 1) }, headers });
    const hashes = { definition_sha256: expect.any(String) };
    return { status, subject: data.id, detail: { old: { version: 1, ...hashes }, new: { version: 2, ...hashes } } };
  },
  createExample: async () => {
    const id = await workflow();
    const { status, data } = await caller.api.post(`/workflows/${id}/examples`, EXAMPLE);
    return { status, subject: id, detail: { example_id: data.id, new: expect.objectContaining(EXAMPLE) } };
  },
  updateExample: async () => {
    const id = await workflow();
    const { data } = await caller.api.post(`/workflows/${id}/examples`, EXAMPLE);
    const expected = { outcome: 'denied' };
    const { status } = await caller.api.patch(`/workflows/${id}/examples/${data.id}`, { expected });
    const detail = { example_id: data.id, old: { expected: EXAMPLE.expected }, new: { expected } };
    return { status, subject: id, detail };
  },
  deleteExample: async () => {
    const id = await workflow();
    const { data } = await caller.api.post(`/workflows/${id}/examples`, EXAMPLE);
    const { status } = await caller.api.call('DELETE', `/workflows/${id}/examples/${data.id}`);
    return { status, subject: id, detail: { example_id: data.id, old: expect.objectContaining(EXAMPLE) } };
  },
  createBacktest: async () => {
    const id = await workflow();
    const { status, data } = await caller.api.post(`/workflows/${id}/backtests`, {});
    const hashes = { definition_sha256: expect.any(String) };
    const detail = { backtest_id: data.id, version: 1, against_version: null, executions: 0, ...hashes };
    return { status, subject: id, detail };
  },
  cancelBacktest: async () => {
    const { workflowId, id } = await backtest();
    const { status } = await caller.api.post(`/workflows/${workflowId}/backtests/${id}/cancel`, {});
    return { status, subject: workflowId, detail: { backtest_id: id, done: 0 } };
  },
  listBacktestChanges: async () => {
    const { workflowId, id } = await backtest();
    const { status } = await caller.api.get(`/workflows/${workflowId}/backtests/${id}/changes`);
    return { status, subject: workflowId, detail: { backtest_id: id, changes: 2 } };
  },
  exportBacktestChanges: async () => {
    const { workflowId, id } = await backtest();
    return downloaded(`/workflows/${workflowId}/backtests/${id}/changes.csv`, workflowId, { backtest_id: id });
  },
  getApplicant: async () => {
    const { id } = await applicant();
    const { status } = await caller.api.get(`/applicants/${id}`);
    return { status, subject: id, detail: { executions: 1 } };
  },
  joinExecutions: async () => {
    const [{ id }, other] = [await applicant(), await applicant()];
    const { status } = await caller.api.post(`/applicants/${id}/executions`, { execution_ids: [other.executionId] });
    return { status, subject: id, detail: { execution_ids: [other.executionId], from_applicant_ids: [other.id] } };
  },
  separateExecutions: async () => {
    const { id } = await applicant('shared');
    const { executionId } = await applicant('shared');
    const { status, data } = await caller.api.post(`/applicants/${id}/separations`, { execution_ids: [executionId] });
    return { status, subject: id, detail: { execution_ids: [executionId], new_applicant_id: data.id } };
  },
  requestActivation: async () => {
    const { id, answer } = await requested();
    return {
      status: answer.status,
      subject: id,
      detail: expect.objectContaining({ request_id: answer.data.id, version: 1 }),
    };
  },
  approveActivation: async () => {
    const { id, answer } = await requested(writer);
    return decided(`/workflows/${id}/activation_requests/${answer.data.id}/approve`, {}, id);
  },
  refuseActivation: async () => {
    const { id, answer } = await requested();
    return decided(`/workflows/${id}/activation_requests/${answer.data.id}/refuse`, { note: 'No.' }, id);
  },
  withdrawActivation: async () => {
    const { id, answer } = await requested();
    return decided(`/workflows/${id}/activation_requests/${answer.data.id}/withdraw`, {}, id);
  },
  requestFields: async () => {
    const { version, answer } = await requestedFields();
    return { status: answer.status, subject: version, detail: { request_id: answer.data.id } };
  },
  approveFields: async () => {
    const { version, path } = await requestedFields(writer);
    return decided(`${path}/approve`, {}, version + 1);
  },
  refuseFields: async () => {
    const { version, path } = await requestedFields();
    return decided(`${path}/refuse`, { note: 'No.' }, version);
  },
  withdrawFields: async () => {
    const { version, path } = await requestedFields();
    return decided(`${path}/withdraw`, {}, version);
  },
  cancelExecution: async () => {
    const id = await executionOf(caller);
    return decided(`/executions/${id}/cancel`, {}, id);
  },
  reEvaluateExecution: async () => {
    const id = await executionOf(caller);
    await unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ status: 'completed', completed_at: new Date() })
        .where('id', '=', id)
        .execute(),
    );
    const { status, data } = await caller.api.post(`/executions/${id}/re_evaluations`, {}, key());
    return { status, subject: id, detail: { new_execution_id: data.id, reuse_reports: true } };
  },
  reEvaluateExecutions: async () => {
    const id = await executionOf(caller);
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'failed', first_error_code: 'e1' }).where('id', '=', id).execute(),
    );
    const body = { filter: { error_code: ['e1'] }, expected_count: 1 };
    const { status } = await caller.api.post('/executions/re_evaluations', body, key());
    return { status, subject: caller.clientId, detail: { count: 1, execution_ids: [id], reuse_reports: true } };
  },
  revealValues: async () => {
    const id = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
    const body = { fields: ['applicant.ssn'], reason: 'A call.' };
    const { status } = await caller.api.post(`/executions/${id}/reveal`, body);
    return { status, subject: id, detail: body };
  },
  createBatch: async () => {
    const id = await workflow();
    const { status, data } = await caller.api.post(`/workflows/${id}/batches`, { rows: [{}, {}] }, key());
    return { status, subject: data.id, detail: { workflow_id: id, rows: 2 } };
  },
  cancelBatch: async () => {
    const id = await batch();
    return decided(`/batches/${id}/cancel`, {}, id);
  },
  resumeBatch: async () => {
    const id = await batch();
    await gateway.db.pool.query("update batch set status = 'interrupted' where id = $1", [id]);
    return decided(`/batches/${id}/resume`, {}, id);
  },
  retryFailedRows: async () => {
    const id = await batch();
    await caller.api.post(`/batches/${id}/cancel`, {});
    return decided(`/batches/${id}/retry_failed`, {}, id);
  },
  exportBatchCsv: async () => {
    const id = await batch();
    const query = { 'filter[status]': ['queued'] };
    return downloaded(`/batches/${id}/exports.csv?filter[status]=queued`, id, query);
  },
  exportBatchZip: async () => {
    const id = await batch();
    return downloaded(`/batches/${id}/exports.zip`, id, {});
  },
  exportBatchNotices: async () => {
    const id = await batch();
    return downloaded(`/batches/${id}/adverse_action_notices.zip`, id, {});
  },
  decideReview: async () => {
    const id = await parked();
    const { status } = await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'denied', note: SSN });
    return { status, subject: id, detail: { decision: 'denied', node_id: 'node0', kind: 'decision' } };
  },
  assignReview: async () => {
    const id = await parked();
    const { status } = await caller.api.post(`/executions/${id}/review_assignment`, { assignee: 'me', note: SSN });
    return { status, subject: id, detail: { node_id: 'node0', assigned_to_user_id: caller.userId } };
  },
  moveReview: async () => {
    const id = await parked();
    const { status } = await caller.api.post(`/executions/${id}/review_queue`, { queue: null, note: SSN });
    return { status, subject: id, detail: { node_id: 'node0', queue: null, previous_queue: null } };
  },
  snoozeReview: async () => {
    const id = await parked();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { status } = await caller.api.post(`/executions/${id}/review_snooze`, { until, note: SSN });
    return { status, subject: id, detail: { node_id: 'node0', until } };
  },
  claimNextReview: async () => {
    const id = await parked();
    const { workflow_id: workflowId } = (await caller.api.get(`/executions/${id}`)).data;
    const { status } = await caller.api.post('/reviews/next', { workflow_id: workflowId });
    return { status, subject: id, detail: { node_id: 'node0', assigned_to_user_id: caller.userId } };
  },
  releaseReviews: async () => {
    const id = await parked();
    await caller.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    const { status } = await caller.api.post('/reviews/release', { user_id: caller.userId, note: SSN });
    return { status, subject: caller.userId, detail: { execution_ids: expect.arrayContaining([id]) } };
  },
  addReviewNote: async () => {
    const id = await executionOf(caller);
    return decided(`/executions/${id}/review_notes`, { note: SSN }, id);
  },
  bulkReview: async () => {
    const id = await parked();
    const body = { execution_ids: [id], bulk_action: 'approve', note: SSN };
    const { status } = await caller.api.post('/executions/review_bulk_actions', body);
    return { status, subject: id, detail: { decision: 'approved', node_id: 'node0', kind: 'decision' } };
  },
  downloadReportArtifact: async () => {
    const { executionId, id } = await artifact('report');
    return downloaded(`/executions/${executionId}/report_artifacts/${id}`, executionId, { artifact_id: id });
  },
  downloadNoticeArtifact: async () => {
    const { executionId, id } = await artifact('notice');
    return downloaded(`/executions/${executionId}/notice_artifacts/${id}`, executionId, { artifact_id: id });
  },
  downloadMailArtifact: async () => {
    const executionId = await executionOf(caller);
    await gateway.db.kysely
      .insertInto('mail_message')
      .values({
        message_id: `<${randomUUID()}@example.com>`,
        execution_id: executionId,
        api_client_id: caller.clientId,
        effect_id: 1,
        sender: 'a@example.com',
        recipient: 'b@example.com',
        raw: Buffer.from('Subject: Hello\r\n\r\n'),
        kept_at: new Date(),
        file_id: executionId,
      })
      .execute();
    const detail = { artifact_id: executionId };
    return downloaded(`/executions/${executionId}/mail_artifacts/${executionId}`, executionId, detail);
  },
  downloadEvidence: async () => {
    const id = await executionOf(caller);
    return downloaded(`/executions/${id}/evidence.zip`, id, {});
  },
  createErasure: async () => {
    const id = await emptyApplicant();
    const { status, data } = await caller.api.post(`/applicants/${id}/erasures`, { reason: 'objection' });
    const detail = { erasure_id: data.id, reason: 'objection', executions: 0, cancelled: [] };
    return { status, subject: id, detail };
  },
  exportApplicant: async () => {
    const id = await emptyApplicant();
    return downloaded(`/applicants/${id}/export`, id, {});
  },
  recordPostedNotice: async () => {
    const { executionId, id } = await artifact('notice', { notice_status: 'draft' });
    await park(gateway.db, executionId, ['notice']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ artifact_id: id, delivery: 'post' })
      .where('execution_id', '=', executionId)
      .execute();
    const body = { date: '2026-03-03', carrier: 'USPS' };
    const { status } = await caller.api.post(`/executions/${executionId}/notice_artifacts/${id}/posted`, body);
    return { status, subject: executionId, detail: { artifact_id: id, date: '2026-03-03' } };
  },
  recordApplicationAnswer: async () => {
    const id = await executionOf(caller);
    const due = { applicant: 'applicant', kind: 'credit', due_at: '2026-03-03T00:00:00.000Z', why: 'no_decision' };
    await gateway.db.kysely
      .updateTable('execution')
      .set({ notices_due: asJson([{ ...due, node_id: 'start' }]) as never })
      .where('id', '=', id)
      .execute();
    const body = { answer: 'withdrawn', date: '2026-03-03', note: SSN };
    const { status } = await caller.api.post(`/executions/${id}/application_answers`, body);
    return { status, subject: id, detail: { answer: 'withdrawn', date: '2026-03-03' } };
  },
  recordSentNotice: async () => {
    const id = await executionOf(caller);
    const due = [{ applicant: 'applicant', due_at: '2026-03-03T00:00:00.000Z', kind: 'credit' }];
    await gateway.db.pool.query('update execution set notices_due = $1 where id = $2', [JSON.stringify(due), id]);
    const { status } = await caller.api.post(`/executions/${id}/sent_notices`, { date: '2026-03-03', carrier: 'x' });
    return { status, subject: id, detail: { date: '2026-03-03' } };
  },
  resendNotice: async () => {
    const { executionId, id } = await artifact('notice', { notice_status: 'sent' });
    const { status } = await caller.api.post(`/executions/${executionId}/notice_artifacts/${id}/resend`, {
      reason: 'The applicant asks for it.',
    });
    return { status, subject: executionId, detail: { artifact_id: id, reason: 'The applicant asks for it.' } };
  },
  createWebhookSubscription: async () => {
    const { status, data } = await caller.api.post('/webhook_subscriptions', { url: URL_OF_A_HOOK });
    const detail = { new: { url: 'https://93.184.215.14/?…', event_filter: [], active: true } };
    return { status, subject: data.id, detail };
  },
  setField: async () => {
    const body = { type: 'number', label: 'Loan to value', unit: 'percent' };
    const { status, headers } = await caller.api.call('PUT', '/fields/applicant.ltv_percent', { body });
    const detail = { fields: { 'applicant.ltv_percent': { old: null, new: body } } };
    return { status, subject: dictionaryVersionIn(headers), detail };
  },
  setFields: async () => {
    const { data: body } = await caller.api.get('/fields/schema?of=account');
    const pets = { type: 'integer' };
    const { status, headers } = await caller.api.call('PUT', '/fields', {
      body: { ...body, properties: { ...body.properties, pets } },
    });
    return { status, subject: dictionaryVersionIn(headers), detail: { fields: { pets: { old: null, new: pets } } } };
  },
  createProduct: async () => {
    const { status } = await caller.api.post('/products', OWN_EXAMPLE);
    return { status, subject: OWN_EXAMPLE.code, detail: { version: 1 } };
  },
  updateProduct: async () => {
    const body = { ...OWN_EXAMPLE, code: 'changed_score' };
    await caller.api.post('/products', body);
    const { status } = await caller.api.patch('/products/changed_score', { name: 'Score' });
    return { status, subject: 'changed_score', detail: { version: 2 } };
  },
  withdrawProduct: async () => {
    await caller.api.post('/products', { ...OWN_EXAMPLE, code: 'withdrawn_score' });
    const { status } = await caller.api.call('DELETE', '/products/withdrawn_score');
    return { status, subject: 'withdrawn_score', detail: { version: 2, withdrawn: true } };
  },
  answerFieldQuestion: async () => {
    const body = { code: 'age', reason: 'The age of a building.' };
    const { status } = await caller.api.call('PUT', '/fields/applicant.age_2/answers', { body });
    return { status, subject: 'applicant.age_2', detail: { code: 'age', answered: true } };
  },
  removeField: async () => {
    const body = { type: 'number', label: 'Debts' };
    await caller.api.call('PUT', '/fields/applicant.dti', { body });
    const { status, headers } = await caller.api.call('DELETE', '/fields/applicant.dti');
    const detail = { fields: { 'applicant.dti': { old: body, new: null } } };
    return { status, subject: dictionaryVersionIn(headers), detail };
  },
  updateCompany: async () => {
    const { status } = await caller.api.patch('/company', { phone: '207 555 0199' });
    return {
      status,
      subject: caller.accountId,
      detail: { old: { phone: '+1 207 555 0100' }, new: { phone: '207 555 0199' } },
    };
  },
  setAgency: async () => {
    const body = { name: 'Civic', address: '1 Way\nAlbany, NY 12207', phone: '800 555 0100' };
    const { status } = await caller.api.call('PUT', '/agencies/eviction_history', { body });
    const old = { name: 'Live agency of eviction_history', address: '1 Bureau Way\nAustin, TX 78701' };
    const flags = { old: { toll_free: true, nationwide: true }, new: { toll_free: false, nationwide: false } };
    const { name, address } = body;
    const detail = { old: { ...old, ...flags.old }, new: { name, address, ...flags.new } };
    return { status, subject: 'eviction_history', detail };
  },
  setConnection: async () => {
    const body = { url: 'https://93.184.215.14/', credentials: { type: 'bearer', token: 's3cr3t' } };
    const { status } = await caller.api.call('PUT', '/products/credit_report/connection', { body });
    const entered = { url: 'https://93.184.215.14/', credentials: { type: 'bearer' } };
    const detail = { old: { url: null, credentials: null }, new: entered, secrets_changed: true };
    return { status, subject: 'credit_report', detail };
  },
  checkConnection: async () => {
    const body = {
      url: 'https://93.184.215.14/',
      lookup_url: 'https://93.184.215.14/{reference}',
      idempotency: 'lookup',
    };
    await caller.api.call('PUT', '/products/income_verification/connection', { body });
    // In a network without that address, and in one with it.
    const { status, data } = await caller.api.post('/products/income_verification/connection/check', {});
    return { status, subject: 'income_verification', detail: { result: data.result } };
  },
  deleteConnection: async () => {
    await caller.api.call('PUT', '/products/identity_verification/connection', {
      body: { url: 'https://93.184.215.14/' },
    });
    const { status } = await caller.api.delete('/products/identity_verification/connection');
    return { status, subject: 'identity_verification', detail: { new: null } };
  },
  settlePull: async () => {
    const id = await executionOf(caller);
    await cutShort(gateway.db, caller, id);
    const { status } = await caller.api.post(`/executions/${id}/settle_pull`, {
      node_id: 'credit',
      reference: 'ord_1',
    });
    return { status, subject: id, detail: { node_id: 'credit', has_order: true } };
  },
  invitePerson: async () => {
    const body = { name: 'Rita', email: 'rita-of-audit@example.com', role: 'viewer' };
    const { status, data } = await caller.api.post('/people', body);
    const detail = { role: 'viewer', queues: [], api_client_id: caller.clientId };
    return { status, subject: data.id, detail };
  },
  updatePerson: async () => {
    const { userId } = await gateway.caller({ of: caller, email: 'role@example.com' });
    const { status } = await caller.api.patch(`/people/${userId}`, { role: 'viewer' });
    return { status, subject: userId, detail: { old: { role: null }, new: { role: 'viewer' } } };
  },
  sendSignInLink: async () => {
    const { userId } = await gateway.caller({ of: caller, email: 'again@example.com' });
    await caller.api.patch(`/people/${userId}`, { role: 'viewer' });
    const { status } = await caller.api.post(`/people/${userId}/links`, {});
    return { status, subject: userId, detail: { role: 'viewer', again: true } };
  },
  createToken: async () => {
    const { api, ...actor } = await signedIn();
    const body = { scopes: ['workflows:read'], expires_in_days: 30 };
    const { status, data } = await api.post('/tokens', body);
    const detail = { scopes: body.scopes, days: 30, api_client_id: caller.clientId };
    return { status, subject: data.id, detail, actor };
  },
  rotateToken: async () => {
    const { api, ...actor } = await signedIn();
    const earlier = await api.post('/tokens', { scopes: ['workflows:read'], expires_in_days: 30 });
    const body = { expires_in_days: 30, overlap_hours: 1 };
    const { status, data } = await api.post(`/tokens/${earlier.data.id}/rotate`, body);
    return { status, subject: data.id, detail: { in_place_of: earlier.data.id, overlap_hours: 1 }, actor };
  },
  revokeToken: async () => {
    const { tokenId, token } = await gateway.caller({ of: caller, email: 'token@example.com' });
    const { status } = await caller.api.post(`/tokens/${tokenId}/revoke`, {});
    return { status, subject: tokenId, detail: { prefix: token.slice(0, 8) } };
  },
  updateUser: async () => {
    const { userId } = await gateway.caller({ of: caller, email: 'queues@example.com' });
    const { status } = await caller.api.patch(`/users/${userId}`, { queues: ['fraud'] });
    return { status, subject: userId, detail: { old: { queues: [] }, new: { queues: ['fraud'] } } };
  },
  updateWebhookSubscription: async () => {
    const id = await subscription();
    const { status } = await caller.api.patch(`/webhook_subscriptions/${id}`, { active: false });
    return { status, subject: id, detail: { old: { active: true }, new: { active: false } } };
  },
  deleteWebhookSubscription: async () => {
    const id = await subscription();
    return { status: (await caller.api.call('DELETE', `/webhook_subscriptions/${id}`)).status, subject: id };
  },
  rotateWebhookSecret: async () => {
    const id = await subscription();
    return decided(`/webhook_subscriptions/${id}/rotate_secret`, {}, id);
  },
  testWebhookSubscription: async () => {
    const id = await subscription();
    return decided(`/webhook_subscriptions/${id}/test`, {}, id);
  },
  redeliverWebhookSubscription: async () => {
    const { subscriptionId } = await deadDelivery();
    const since = '2020-01-01T00:00:00Z';
    const { status } = await caller.api.post(`/webhook_subscriptions/${subscriptionId}/redeliver`, { since });
    return { status, subject: subscriptionId, detail: { since, requeued: 1 } };
  },
  retryWebhookDelivery: async () => {
    const { id } = await deadDelivery();
    return decided(`/webhook_deliveries/${id}/retry`, {}, id);
  },
  exportAuditEvents: () =>
    downloaded('/audit_events/exports.csv?filter[action]=batch.created', caller.accountId, {
      'filter[action]': ['batch.created'],
    }),
};

/** Acts whose rows were read back. */
const produced = new Set<string>();

describe('an operation leaves one row, with who, whence, which request and what:', () => {
  test('all of them are called', () => {
    expect(Object.keys(SCENARIOS).toSorted()).toEqual(audited.map(([operationId]) => operationId).toSorted());
  });

  // Rules: 19.1.1, 19.4.1
  test.each(audited)('%s', async (operationId, actions, subjectType) => {
    const before = await rowsOf();
    const done = await SCENARIOS[operationId]?.();
    expect([200, 201, 202, 204]).toContain(done?.status);
    const rows = (await rowsOf()).slice(before.length);
    for (const { action } of rows) produced.add(action);
    const own = rows.filter((row) => (actions as readonly string[]).includes(row.action)).slice(-1);
    expect(own).toMatchObject([
      {
        ...{ actor_kind: 'token', actor_id: caller.tokenId, actor_user_id: caller.userId },
        ...done?.actor,
        api_client_id: caller.clientId,
        address: '127.0.0.1',
        request_id: expect.stringMatching(/./),
        subject_type: subjectType,
        subject_id: String(done?.subject),
        ...(done?.detail === undefined ? {} : { detail: done.detail }),
      },
    ]);
    expect(rows.at(-1)?.id).toBe(own[0]?.id);
    // Contains no applicant data and no secret.
    expect(JSON.stringify(rows)).not.toMatch(/000-12-3456|whsec_|s3cr3t/);
  });
});

describe('of operations that can do several:', () => {
  test('an approval that others have to join is an act of its own', async () => {
    const id = await parked();
    await gateway.db.pool.query('update review_round set approvals_required = 2 where execution_id = $1', [id]);
    await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', note: SSN });
    const row = (await rowsOf()).at(-1);
    expect(row).toMatchObject({
      ...{ action: 'review.approval_added', actor_user_id: caller.userId, subject_id: String(id) },
      detail: { node_id: 'node0', kind: 'decision', approvals: 1, approvals_required: 2 },
    });
    expect(JSON.stringify(row)).not.toContain(SSN);
    produced.add('review.approval_added');
  });

  test('a request that is superseded', async () => {
    const { id, answer } = await requested();
    await caller.api.patch(`/workflows/${id}`, { name: 'Another' });
    expect((await rowsOf()).slice(-2)).toMatchObject([
      {
        ...{ action: 'activation.superseded', actor_user_id: caller.userId, subject_id: String(id) },
        detail: { request_id: answer.data.id, version: 1 },
      },
      { action: 'workflow.updated' },
    ]);
    produced.add('activation.superseded');
  });
});

describe('whoever is shown an execution with its numbers in full', () => {
  const readsOf = async (id: number, accountId = caller.accountId) => {
    const rows = (await rowsOf(accountId)).filter(({ subject_id: of }) => of === String(id));
    return rows.filter(({ action }) => action === 'execution.read');
  };
  const hourAgo = (id: number) =>
    gateway.db.pool.query(`update full_read set read_at = now() - interval '61 minutes' where execution_id = $1`, [id]);

  // Rules: 19.3.1, 19.3.2
  test('leaves one row an hour, whatever they read of it and from whichever replica', async () => {
    const id = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
    const other = caller.api.at((await gateway.another()).baseUrl);
    for (const api of [caller.api, caller.api, other, other]) {
      expect((await api.get(`/executions/${id}`)).data.input_context.applicant.ssn).toBe(SSN);
    }
    await caller.api.get(`/executions/${id}/review_events`);
    const rows = await readsOf(id);
    expect(rows).toMatchObject([
      {
        ...{ actor_kind: 'token', actor_id: caller.tokenId, actor_user_id: caller.userId, address: '127.0.0.1' },
        ...{ subject_type: 'execution', detail: { operation: 'getExecution' } },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(SSN);
    for (const { action } of rows) produced.add(action);
    // The replica that did not record it looks it up; the one that did needs no statement for an hour.
    await hourAgo(id);
    await other.get(`/executions/${id}`);
    expect(await readsOf(id)).toHaveLength(2);
  });

  // Rules: 19.3.2
  test('each for themselves, and many requests at once leave one row', async () => {
    const id = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
    const replicas = [
      caller.api.at((await gateway.another()).baseUrl),
      caller.api.at((await gateway.another()).baseUrl),
    ];
    await Promise.all([...replicas, ...replicas, writer.api].map((api) => api.get(`/executions/${id}`)));
    // The colleague has another client, and so does not find it.
    expect((await readsOf(id)).map(({ actor_user_id: user }) => user)).toEqual([caller.userId]);
    const colleague = await gateway.caller({ of: caller, sameClient: true });
    await colleague.api.get(`/executions/${id}`);
    expect((await readsOf(id)).map(({ actor_user_id: user }) => user)).toEqual([caller.userId, colleague.userId]);
  });

  // Rules: 19.3.3
  test('and nobody else: not who sees it masked or hidden, not of its head, not of one that there is not', async () => {
    const id = await executionOf(caller, { payload: { applicant: { ssn: SSN } } });
    for (const [scope, shown] of [
      ['executions:read', '***'],
      ['executions:read:full', '***-**-3456'],
    ] as const) {
      const { api } = await gateway.caller({ of: caller, sameClient: true, scopes: [scope] });
      expect((await api.get(`/executions/${id}`)).data.input_context.applicant.ssn).toBe(shown);
    }
    await caller.api.call('HEAD', `/executions/${id}`);
    await (await gateway.caller()).api.get(`/executions/${id}`);
    expect(await readsOf(id)).toEqual([]);
  });
});

describe('a sign-in with a link leaves a row:', () => {
  const ORIGIN = 'http://api.test';
  const at = { address: '127.0.0.1', request_id: 'sign-in-of-a-test' };
  const send = (path: string, { cookie = '', body = '' } = {}) =>
    fetch(gateway.baseUrl + path, {
      ...{ method: 'POST', redirect: 'manual', body },
      headers: { Origin: ORIGIN, Cookie: cookie, 'X-Request-Id': at.request_id },
    });
  const link = async (role: 'reviewer' | null = 'reviewer') => {
    await gateway.db.kysely.updateTable('account_user').set({ role }).where('id', '=', writer.userId).execute();
    const { userId, clientId } = writer;
    const { path } = await createSignInLink(gateway.db.kysely, { userId, clientId, validMs: 60_000 });
    return path.replace(/^.*\?/, '');
  };
  const lastOf = async (accountId = caller.accountId) => {
    const row = (await rowsOf(accountId)).at(-1);
    if (row !== undefined) produced.add(row.action);
    return row;
  };

  test('of its success, and of the sign-out, as the person in the session', async () => {
    const token = await link();
    const opened = await send('/auth/link', { body: token });
    const cookie = /^[^;]+/.exec(opened.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
    const row = await lastOf();
    const session = {
      ...{ actor_kind: 'session', actor_id: Number(row?.subject_id), actor_user_id: writer.userId },
      ...{ api_client_id: writer.clientId, subject_type: 'session', ...at },
    };
    expect(row).toMatchObject({
      ...{ action: 'session.opened', ...session, detail: { way: 'link', roles: ['reviewer'] } },
    });
    expect(JSON.stringify(row)).not.toContain(token.replace('token=', ''));
    expect((await send('/auth/sign-out', { cookie })).status).toBe(204);
    expect(await lastOf()).toMatchObject({ action: 'session.closed', ...session, detail: {} });
    // Signing out again ends nothing, and records nothing.
    const before = (await rowsOf()).length;
    await send('/auth/sign-out', { cookie });
    expect((await rowsOf()).length).toBe(before);
  });

  const refused = (reason: string) => ({
    ...{ action: 'sign_in.refused', actor_kind: 'anonymous', actor_id: null, actor_user_id: null, ...at },
    detail: { way: 'link', reason },
  });

  // Rules: 19.2.3
  test('of a link that was used, in the account whose it was', async () => {
    const token = await link();
    await gateway.db.pool.query("update sign_in_link set expires_at = now() - interval '1 hour'");
    expect((await send('/auth/link', { body: token })).status).toBe(401);
    expect(await lastOf()).toMatchObject({ ...refused('link_not_valid'), subject_id: String(writer.userId) });
  });

  // Rules: 19.5.3
  test('of one that nobody made, in the log of the installation', async () => {
    expect((await send('/auth/link', { body: `token=${'x'.repeat(43)}` })).status).toBe(401);
    const row = await lastOf(INSTALLATION);
    expect(row).toMatchObject({ ...refused('link_unknown'), subject_id: 'unknown' });
    expect(JSON.stringify(row)).not.toContain('xxxxxxxx');
  });

  test('without which nobody is signed in', async () => {
    const token = await link();
    await gateway.db.pool.query('alter table audit_event add constraint full_disk check (false) not valid');
    const answer = await send('/auth/link', { body: token });
    await gateway.db.pool.query('alter table audit_event drop constraint full_disk');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
    // The link is not used up either.
    expect((await send('/auth/link', { body: token })).status).toBe(303);
  });
});

describe('every act there is', () => {
  /** Acts of people who are signing in; test/gateway/identity-provider.test.ts has those of the identity provider. */
  const AT_THE_DOOR = ['session.opened', 'session.closed', 'sign_in.refused'];
  /** Produced and read back in test/gateway/confirmed-addresses.test.ts. */
  const AT_THE_PROVIDER = ['user.address_confirmed'];
  /** Recorded once the hour is over; produced and read back in test/gateway/applicants.test.ts. */
  const AFTER_THE_HOUR = ['applicants.searched'];
  const READING = fullReads.length > 0 ? ['execution.read'] : [];
  const byOperations = new Set<string>(audited.flatMap(([, actions]) => actions));

  test('is declared by an operation, a command, or is at the door', () => {
    const byCommands = Object.values(AUDITED_COMMANDS).flatMap((acts) =>
      Array.isArray(acts) ? (acts as readonly string[]) : [],
    );
    const declared = new Set<string>([
      ...[...byOperations, ...byCommands, ...AT_THE_DOOR, ...AT_THE_PROVIDER, ...AFTER_THE_HOUR, ...READING],
    ]);
    expect([...declared].toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted());
  });

  test('of an operation or at the door was produced by a test that read its row; those of commands in test/cli/audit', () => {
    const wanted = [...byOperations, ...AT_THE_DOOR, ...READING];
    expect(wanted.filter((action) => !produced.has(action))).toEqual([]);
  });
});

describe('what leaves no row:', () => {
  const leaves = async (act: () => Promise<unknown>) => {
    const before = (await rowsOf()).length;
    await act();
    return (await rowsOf()).length - before;
  };

  // Rules: 19.2.3
  test('a change that changes nothing, one that is refused, and the repeat of one under its key', async () => {
    const id = await workflow();
    expect(await leaves(() => caller.api.patch(`/workflows/${id}`, { active: true }))).toBe(0);
    expect(await leaves(() => caller.api.patch(`/workflows/${id}`, { active: 'yes' }))).toBe(0);
    const hook = await subscription();
    expect(await leaves(() => caller.api.patch(`/webhook_subscriptions/${hook}`, { active: true }))).toBe(0);
    const twice = key();
    const create = () => caller.api.post('/workflows', { name: 'Once', definition: SIMPLE }, twice);
    expect(await leaves(create)).toBe(1);
    expect(await leaves(create)).toBe(0);
  });

  // Rules: 19.2.2
  test('a file that is not given: asked for its head, or known by its ETag', async () => {
    const { executionId, id } = await artifact('report');
    const path = `/executions/${executionId}/report_artifacts/${id}`;
    expect(await leaves(() => caller.api.call('HEAD', path))).toBe(0);
    const headers = { 'If-None-Match': `"${sha256Hex('%PDF')}"` };
    expect(await leaves(() => caller.api.call('GET', path, { headers }))).toBe(0);
    expect(await leaves(() => caller.api.get(path))).toBe(1);
  });
});

describe('without its row', () => {
  beforeAll(() => gateway.db.pool.query('alter table audit_event add constraint full_disk check (false) not valid'));
  afterAll(() => gateway.db.pool.query('alter table audit_event drop constraint full_disk'));

  // Rules: 19.2.1
  test('nothing is changed', async () => {
    const { status, error } = await caller.api.post('/workflows', { name: 'Unrecorded', definition: SIMPLE });
    expect([status, error.code]).toEqual([500, 'internal_error']);
    const { data } = await caller.api.get('/workflows?filter[name]=Unrecorded');
    expect(data).toEqual([]);
  });

  // Rules: 19.2.2
  test('nothing is given: no file, no stream, no value', async () => {
    const executionId = unrecordedExecution;
    const paths = [`/executions/${executionId}/evidence.zip`, '/audit_events/exports.csv'];
    for (const path of paths) {
      const { status, text } = await caller.api.get(path);
      expect([status, JSON.parse(text).error.code]).toEqual([500, 'internal_error']);
    }
    const shown = await caller.api.get(`/executions/${executionId}`);
    expect([shown.status, shown.text.includes(SSN)]).toEqual([500, false]);
    const reveal = { fields: ['applicant.ssn'], reason: 'A call.' };
    const { status, text } = await caller.api.post(`/executions/${executionId}/reveal`, reveal);
    expect([status, text.includes(SSN)]).toEqual([500, false]);
  });
});

describe('the chain', () => {
  // Rules: 19.5.1
  test('holds while many add to it at once, without a gap', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => workflow()));
    const before = (await rowsOf()).length;
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => caller.api.patch(`/workflows/${ids[at % 4]}`, { name: `Name ${at}` })),
    );
    const rows = await rowsOf();
    expect(rows.length - before).toBe(24);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
    expect(rows.slice(1).map((row) => row.previous_hash)).toEqual(rows.slice(0, -1).map(({ hash }) => hash));
  });

  // Rules: 19.5.4
  test('is added to by one after the other of an account; others need not wait, nor do triggers, which add nothing', async () => {
    const own = await workflow();
    const stranger = await gateway.caller();
    const { data: theirs } = await stranger.api.post('/workflows', { name: 'Theirs', definition: SIMPLE });
    const before = (await rowsOf()).length;
    const holder = await gateway.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `insert into audit_event (account_id, action, actor_kind, actor_name, subject_type, subject_id, detail)
         values ($1, 'workflow.updated', 'operator', 'x', 'workflow', '1', '{}')`,
        [caller.accountId],
      );
      const waiting = caller.api.patch(`/workflows/${own}`, { name: 'Later' });
      await blockedBy(gateway.db, holder);
      expect((await stranger.api.patch(`/workflows/${theirs.id}`, { name: 'Now' })).status).toBe(200);
      expect((await caller.api.trigger(own, {})).status).toBe(202);
      await holder.query('commit');
      expect((await waiting).status).toBe(200);
    } finally {
      holder.release(true);
    }
    expect((await rowsOf()).length - before).toBe(2);
  });

  // Rules: 19.5.1
  test('can be checked by whoever reads the API: the hash is that of the other members', async () => {
    await caller.api.post('/workflows', { name: 'Ünï "\\ \u0001 𝒳', definition: SIMPLE });
    const { data } = await caller.api.get('/audit_events?per_page=100');
    for (const { id: _id, object: _object, hash, ...content } of data) {
      expect(sha256Hex(canonicalJson(content))).toBe(hash);
    }
    expect(data.length).toBeGreaterThan(20);
  });
});

describe('GET /audit_events', () => {
  let other: Caller;
  beforeAll(async () => {
    other = await gateway.caller();
    for (const name of ['A', 'B', 'C']) await other.api.post('/workflows', { name });
    const { data } = await other.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' });
    await other.api.patch(`/webhook_subscriptions/${data.id}`, { active: false });
  });
  const ask = (query = '') => other.api.get(`/audit_events${query}`);

  test('lists those of the account, of all its clients and of no other account, the newest first', async () => {
    const {
      data,
      body: { meta },
    } = await ask();
    const names = [
      'subscription.updated',
      'subscription.created',
      ...Array.from({ length: 3 }, () => 'workflow.created'),
    ];
    expect([data.map(({ action }: JsonObject) => action), meta.total_count]).toEqual([names, 5]);
    const colleague = await gateway.caller({ of: other });
    expect((await colleague.api.get('/audit_events')).data).toEqual(data);
  });

  test('goes on by a cursor', async () => {
    const first = await ask('?per_page=3');
    const second = await ask(`?per_page=3&cursor=${first.body.meta.next_cursor}`);
    expect([...first.data, ...second.data].map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    expect(second.body.meta.next_cursor).toBeNull();
  });

  test.each([
    ['filter[action]=workflow.created', 3],
    ['filter[action]=workflow.created&filter[action]=subscription.created', 4],
    ['filter[subject_type]=webhook_subscription', 2],
    ['filter[subject_type]=workflow&filter[subject_id]=0', 0],
    ['filter[actor_kind]=session', 0],
    ['filter[actor_kind]=token', 5],
    ['filter[actor_user_id]=999999', 0],
    ['filter[occurred_after]=2000-01-01T00:00:00Z', 5],
    ['filter[occurred_before]=2000-01-01T00:00:00Z', 0],
  ])('with %s', async (query, count) => {
    expect((await ask(`?${query}`)).body.meta.total_count).toBe(count);
  });

  test('refuses an action that there is none of, and names it', async () => {
    const { status, error } = await ask('?filter[action]=workflow.stolen');
    expect([status, error.details[0].field]).toEqual([422, 'filter[action]']);
  });

  test('needs audit:read', async () => {
    const { api } = await gateway.caller({
      of: other,
      scopes: ['executions:read:full', 'pii:read', 'workflows:write'],
    });
    for (const path of ['/audit_events', '/audit_events/exports.csv']) {
      expect((await api.get(path)).status).toBe(403);
    }
  });

  test('is exported as CSV, which is recorded', async () => {
    const { text } = await other.api.get('/audit_events/exports.csv?filter[action]=workflow.created');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toContain('sequence,occurred_at,action,actor_kind');
    expect(
      lines.map((line) =>
        line
          .split(',')
          .slice(0, 3)
          .filter((_, at) => at !== 1),
      ),
    ).toEqual([
      ['1', 'workflow.created'],
      ['2', 'workflow.created'],
      ['3', 'workflow.created'],
    ]);
    expect((await ask()).data[0]).toMatchObject({ action: 'audit.exported', subject_id: String(other.accountId) });
  });
});

// Rules: 19.2.6
test('the address is that of the socket, whatever header says otherwise', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.9', Forwarded: 'for=198.51.100.9', 'X-Real-IP': '198.51.100.9' };
  await caller.api.post('/workflows', { name: 'Forged' }, { headers });
  expect((await rowsOf()).at(-1)).toMatchObject({ action: 'workflow.created', address: '127.0.0.1' });
});

describe('behind a proxy', () => {
  const addressOf = async (forwarded: string) => {
    const { baseUrl } = await gateway.another({ trustedProxyHops: 1 });
    const headers = { 'X-Forwarded-For': forwarded };
    await caller.api.at(baseUrl).post('/workflows', { name: 'Forwarded' }, { headers });
    const first = (await rowsOf()).at(-1)?.address;
    // Only one row of a stranger is recorded in an hour.
    await sql`delete from rate_window where key like 'sign_in_refused:%'`.execute(gateway.db.kysely);
    // Signing in counts the same stranger.
    await fetch(`${baseUrl}/auth/link`, {
      ...{ method: 'POST', body: `token=${'y'.repeat(43)}`, headers: { ...headers, Origin: 'http://api.test' } },
    });
    expect((await rowsOf(INSTALLATION)).at(-1)).toMatchObject({ action: 'sign_in.refused', address: first });
    return first;
  };

  // Rules: 15.4.7, 19.2.6
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['6.6.6.6,, ,198.51.100.7', '198.51.100.7'],
    ["6.6.6.6, '); drop table audit_event; --", '127.0.0.1'],
    ['6.6.6.6, <script>', '127.0.0.1'],
    ['x'.repeat(4_000), '127.0.0.1'],
  ])('the address of %s is what the proxy added, or that of the socket', async (forwarded, address) => {
    expect(await addressOf(forwarded)).toBe(address);
  });
});

describe('what callers write', () => {
  test('breaks no line of the export, runs in no spreadsheet, and leaves the chain whole', async () => {
    const other = await gateway.caller();
    const names = [
      '=HYPERLINK("https://evil.example")',
      'One\r\n2,2026-01-01,account.created,operator',
      '\t"quoted", \u2028 𝒳',
    ];
    for (const name of names) await other.api.post('/workflows', { name });
    const { text } = await other.api.get('/audit_events/exports.csv');
    const rows = await rowsOf(other.accountId);
    expect(rows.map(({ action }) => action)).toEqual([...names.map(() => 'workflow.created'), 'audit.exported']);
    // Parses CSV: quotes are doubled, and the text between them is one cell.
    const records = text.trimEnd().split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    expect(records).toHaveLength(rows.length + 1);
    for (const record of records.slice(1)) expect(record).toMatch(/^\d+,/);
    expect(text).not.toMatch(/(?:^|,)"?[=@]/m);
    for (const { hash, ...row } of rows) {
      const { id: _id, occurred_at: at, ...content } = row;
      expect(sha256Hex(canonicalJson({ ...content, occurred_at: at.toISOString() }))).toBe(hash);
    }
  });

  // Rules: 19.4.1
  test('is never large: of a definition its hash, of a change what changed', async () => {
    const text = 'x'.repeat(250_000);
    const large = [...SIMPLE, { id: 'large', type: 'ShowResults', config: { text } }];
    const { data, status } = await caller.api.post('/workflows', { name: 'n'.repeat(200), definition: large });
    await caller.api.patch(`/workflows/${data.id}`, { name: '𝒳'.repeat(100), definition: SIMPLE });
    const rows = (await rowsOf()).slice(-2);
    expect([status, rows.map(({ action }) => action)]).toEqual([201, ['workflow.created', 'workflow.updated']]);
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(3_000);
    const filter = Array.from({ length: 100 }, () => 'filter[action]=workflow.created').join('&');
    await caller.api.get(`/audit_events/exports.csv?${filter}`);
    expect(JSON.stringify((await rowsOf()).at(-1)).length).toBeLessThan(10_000);
  });
});
