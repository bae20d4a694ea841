import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { withdrawUserAddress } from '../../platform/identity/index.ts';
import type { Answer } from './api-caller.ts';
import { executionOf, park } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * One request for each code of the table that answers it. A code without one does not compile here, and a code that is
 * not in the table compiles nowhere. Besides, every answer of a test is checked against the document.
 */
type NotYet = 'batch_not_cancellable' | 'batch_not_resumable' | 'batch_not_retryable' | 'generation_failed';
/** Tested in errors.test.ts and calculations.test.ts. */
type OfFaults = 'internal_error' | 'service_unavailable' | 'request_timeout' | 'headers_too_large' | 'too_much_work';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

async function workflow(by: Caller, more: object = {}): Promise<number> {
  return (await by.api.post('/workflows', { name: 'W', definition: SIMPLE, ...more })).data.id;
}

async function parked(by: Caller): Promise<number> {
  const id = await executionOf(by);
  await park(gateway.db, id);
  return id;
}

const decide = (by: Caller, execution: number, more: object = {}): Promise<Answer> =>
  by.api.post(`/executions/${execution}/review_decisions`, { decision: 'approved', ...more });

const requireApprovals = (execution: number, more: object) =>
  gateway.db.kysely
    .updateTable('review_round')
    .set({ approvals_required: 2, ...more })
    .where('execution_id', '=', execution)
    .execute();

/** A draft of an author, in an account with four eyes. */
async function fourEyes() {
  const author = await gateway.caller({ productionAccess: true });
  const publisher = await gateway.caller({ of: author, email: 'publisher@example.com' });
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', author.accountId).execute();
  return { author, publisher, id: await workflow(author) };
}

async function applicantOf(id: number): Promise<number> {
  const row = gateway.db.kysely.selectFrom('execution').select('applicant_id').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).applicant_id ?? 0;
}

const PROVOKED: Record<Exclude<ErrorCode, NotYet | OfFaults>, () => Promise<Answer>> = {
  malformed_request: () =>
    caller.api.call('POST', '/workflows', { raw: '{', headers: { 'Content-Type': 'application/json' } }),
  unauthorized: () => caller.api.get('/workflows', { token: null }),
  token_expired: async () => {
    const { api } = await gateway.caller({ of: caller, expiresAt: new Date(Date.now() - 1_000) });
    return api.get('/workflows');
  },
  insufficient_scope: async () => {
    const { api } = await gateway.caller({ of: caller, scopes: ['workflows:read'] });
    return api.get('/executions');
  },
  activation_forbidden: async () => caller.api.patch(`/workflows/${await workflow(caller)}`, { active: true }),
  activation_needs_approval: async () => {
    const { author, id } = await fourEyes();
    return author.api.patch(`/workflows/${id}`, { active: true });
  },
  examples_fail: async () => {
    const author = await gateway.caller({ productionAccess: true });
    const of = gateway.db.kysely.updateTable('account').where('id', '=', author.accountId);
    await of.set({ examples_gate: 'required' }).execute();
    const id = await workflow(author);
    await author.api.post(`/workflows/${id}/examples`, { name: 'A', expected: { outcome: 'denied' } });
    return author.api.patch(`/workflows/${id}`, { name: 'Another name' });
  },
  activation_already_requested: async () => {
    const { author, id } = await fourEyes();
    await author.api.post(`/workflows/${id}/activation_requests`, {});
    return author.api.post(`/workflows/${id}/activation_requests`, {});
  },
  activation_not_pending: async () => {
    const { author, publisher, id } = await fourEyes();
    const { data } = await author.api.post(`/workflows/${id}/activation_requests`, {});
    await author.api.post(`/workflows/${id}/activation_requests/${data.id}/withdraw`, {});
    return publisher.api.post(`/workflows/${id}/activation_requests/${data.id}/approve`, {});
  },
  approver_wrote_it: async () => {
    const { author, id } = await fourEyes();
    const { data } = await author.api.post(`/workflows/${id}/activation_requests`, {});
    return author.api.post(`/workflows/${id}/activation_requests/${data.id}/approve`, {});
  },
  address_not_confirmed: async () => {
    const { author, publisher, id } = await fourEyes();
    const { data } = await author.api.post(`/workflows/${id}/activation_requests`, {});
    const { email } = (await publisher.api.get('/me')).data.user;
    await withdrawUserAddress(gateway.db.kysely, publisher.userId, email);
    return publisher.api.post(`/workflows/${id}/activation_requests/${data.id}/approve`, {});
  },
  sign_in_again: () => caller.api.post('/tokens', { scopes: ['workflows:read'], expires_in_days: 1 }),
  not_your_request: async () => {
    const { author, publisher, id } = await fourEyes();
    const { data } = await author.api.post(`/workflows/${id}/activation_requests`, {});
    return publisher.api.post(`/workflows/${id}/activation_requests/${data.id}/withdraw`, {});
  },
  production_access_required: async () => caller.api.trigger(await workflow(caller), { execution_mode: 'live' }),
  live_mode_forbidden: async () => {
    const id = await parked(caller);
    await gateway.db.kysely.updateTable('execution').set({ execution_mode: 'live' }).where('id', '=', id).execute();
    return decide(caller, id);
  },
  not_found: () => caller.api.get('/executions/999999999'),
  method_not_allowed: () => caller.api.call('PUT', '/workflows'),
  idempotency_conflict: async () => {
    const [id, key] = [await workflow(caller), randomUUID()];
    await caller.api.trigger(id, { external_reference: 'one' }, key);
    return caller.api.trigger(id, { external_reference: 'two' }, key);
  },
  workflow_not_active: async () => {
    const entitled = await gateway.caller({ productionAccess: true });
    return entitled.api.trigger(await workflow(entitled, { active: false }), { execution_mode: 'live' });
  },
  execution_not_cancellable: async () => {
    const id = await parked(caller);
    await decide(caller, id, { decision: 'denied' });
    await gateway.db.kysely
      .updateTable('execution')
      .set({ status: 'completed', completed_at: new Date(), needs_human_review: false })
      .where('id', '=', id)
      .execute();
    return caller.api.post(`/executions/${id}/cancel`);
  },
  executions_in_flight: async () => {
    const executionId = await executionOf(caller, {
      payload: { applicant: { last_name: 'A' } },
      applicant_key: 'in flight',
    });
    return caller.api.post(`/applicants/${await applicantOf(executionId)}/erasures`, { reason: 'objection' });
  },
  execution_erased: async () => {
    const id = await executionOf(caller);
    const { kysely } = gateway.db;
    await kysely.updateTable('execution').set({ erased_at: new Date() }).where('id', '=', id).execute();
    return caller.api.post(`/executions/${id}/review_notes`, { note: 'late' });
  },
  execution_not_reevaluable: async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    return caller.api.post(`/executions/${await executionOf(caller)}/re_evaluations`, {}, { headers });
  },
  count_changed: async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    return caller.api.post('/executions/re_evaluations', { expected_count: 340 }, { headers });
  },
  precondition_required: async () =>
    caller.api.call('PUT', `/workflows/${await workflow(caller)}/rules`, { body: { rules: [] } }),
  rules_not_editable: async () => {
    const id = await workflow(caller, { definition: [] });
    return caller.api.post(`/workflows/${id}/rules/preview`, { rules: [] });
  },
  not_awaiting_review: async () => decide(caller, await executionOf(caller)),
  review_not_pending: async () => decide(caller, await parked(caller), { node_id: 'elsewhere' }),
  review_unspecified: async () => {
    const id = await executionOf(caller);
    await park(gateway.db, id, ['decision', 'decision']);
    await decide(caller, id);
    return decide(caller, id);
  },
  precondition_failed: async () => {
    const headers = { 'If-Match': '"1.1.1"' };
    return caller.api.patch(`/workflows/${await workflow(caller)}`, { name: 'New' }, { headers });
  },
  subscription_limit_reached: async () => {
    const crowded = await gateway.caller();
    const subscribe = () => crowded.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' });
    for (let index = 0; index < 50; index += 1) await subscribe();
    return subscribe();
  },
  product_in_use: async () => {
    const { api } = await gateway.caller({ productionAccess: true });
    await api.post('/products', OWN_EXAMPLE);
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['score'] },
      { id: 'score', type: 'BillingProduct', billing_product_code: OWN_EXAMPLE.code },
    ];
    await api.post('/workflows', { name: 'Live', definition });
    return api.call('DELETE', `/products/${OWN_EXAMPLE.code}`);
  },
  field_in_use: async () => {
    const { api } = await gateway.caller({ productionAccess: true });
    const condition = { source_node_id: 'start', field: 'applicant.pets', operator: 'greater_than', value: 2 };
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      { ...{ id: 'decide', type: 'IfElse' }, branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
    ];
    await api.call('PUT', '/fields/applicant.pets', { body: { type: 'integer', label: 'Pets' } });
    await api.post('/workflows', { name: 'Live', definition });
    return api.call('DELETE', '/fields/applicant.pets');
  },
  assigned_elsewhere: async () => {
    const id = await parked(caller);
    const colleague = await gateway.caller({ of: caller, sameClient: true });
    await colleague.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    return decide(caller, id);
  },
  already_approved: async () => {
    const id = await parked(caller);
    await requireApprovals(id, {});
    await decide(caller, id);
    return decide(caller, id);
  },
  approvals_missing: async () => {
    const id = await executionOf(caller);
    await park(gateway.db, id, ['notice']);
    const { id: artifactId } = await gateway.db.kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: caller.clientId, execution_id: id, kind: 'notice', node_id: 'node0', visit: 1 },
        ...{ stage: 'single', status: 'ready', notice_status: 'draft', filename: 'a.pdf' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await requireApprovals(id, { artifact_id: artifactId, delivery: 'post' });
    const posted = { date: '2026-03-03', carrier: 'USPS' };
    return caller.api.post(`/executions/${id}/notice_artifacts/${artifactId}/posted`, posted);
  },
  delivery_not_retryable: async () => {
    const subscription = await caller.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' });
    const { data } = await caller.api.post(`/webhook_subscriptions/${subscription.data.id}/test`);
    return caller.api.post(`/webhook_deliveries/${data.id}/retry`);
  },
  payload_too_large: () => caller.api.post('/workflows', { name: 'x'.repeat(1024 * 1024) }),
  unsupported_media_type: () =>
    caller.api.call('POST', '/workflows', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }),
  validation_failed: () => caller.api.post('/workflows', { name: 5 }),
  missing_idempotency_key: async () => caller.api.post(`/workflows/${await workflow(caller)}/trigger`, {}),
  workflow_not_runnable: async () => caller.api.trigger(await workflow(caller, { definition: [] }), {}),
  rate_limited: async () => {
    const { baseUrl } = await gateway.another({
      limits: {
        ipPerMinute: 0,
        tokenPerHour: 1e6,
        appPer5Minutes: 1e6,
        personPerMinute: 1e6,
        banThreshold: 1e6,
        banMinutes: 15,
      },
    });
    return caller.api.at(baseUrl).get('/workflows');
  },
};

// Rules: 15.11.6
test.each(Object.entries(PROVOKED))('%s is answered', async (code, provoke) => {
  const { status, error } = await provoke();
  expect([error.code, status]).toEqual([code, ERROR_CODES[code as ErrorCode].status]);
});
