import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { revokeToken, updateUser } from '../../platform/identity/index.ts';
import { createSignInLink, endSession } from '../../platform/identity/sessions.ts';
import { openSession } from '../../services/gateway/http/sessions.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Claims of people who can no longer decide. */
let gateway: TestGateway;
let caller: Caller;
let leaver: Caller;
let id: number;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  caller = await gateway.caller();
  leaver = await gateway.caller({ of: caller, sameClient: true });
  id = await waiting();
  await claim();
});

async function waiting(queue: string | null = null): Promise<number> {
  const made = await executionOf(caller);
  await park(gateway.db, made);
  await gateway.db.kysely.updateTable('review_round').set({ queue }).where('execution_id', '=', made).execute();
  return made;
}
const claim = (of = id, by = leaver) => by.api.post(`/executions/${of}/review_assignment`, { assignee: 'me' });
const decide = (by = caller) => by.api.post(`/executions/${id}/review_decisions`, { decision: 'approved' });
const historyOf = async (of = id) => (await caller.api.get(`/executions/${of}/review_events`)).data;
const assigneeOf = async (of = id) => (await caller.api.get(`/executions/${of}`)).data.assigned_to_user_id;
const storedOf = async (of = id) =>
  (
    await gateway.db.kysely
      .selectFrom('execution')
      .select('assigned_to_user_id')
      .where('id', '=', of)
      .executeTakeFirstOrThrow()
  ).assigned_to_user_id;
const expire = () =>
  gateway.db.kysely
    .updateTable('api_token')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', leaver.tokenId)
    .execute();

describe('the claim of a user whose token has run out', () => {
  beforeEach(expire);

  // Rules: 9.16.1, 9.16.2
  test('keeps no review from whoever asks for the next one', async () => {
    expect((await caller.api.post('/reviews/next', {})).data).toMatchObject({
      execution_id: id,
      assigned_to_user_id: caller.userId,
    });
    expect((await historyOf()).at(-1)).toMatchObject({
      event_type: 'assigned',
      metadata: { previously_assigned_to_user_id: leaver.userId },
    });
  });

  // Rules: 9.16.2
  test('keeps nobody from deciding, by itself and among several', async () => {
    const body = { execution_ids: [id], bulk_action: 'approve' };
    expect((await caller.api.post('/executions/review_bulk_actions', body)).data).toMatchObject({
      enqueued: 1,
      skipped: [],
    });
    id = await waiting();
    await gateway.db.kysely
      .updateTable('execution')
      .set({ assigned_to_user_id: leaver.userId })
      .where('id', '=', id)
      .execute();
    expect((await decide()).status).toBe(200);
  });

  // Rules: 9.16.2
  test('is none in lists, filters and counts', async () => {
    const none = 'filter[assigned_to_user_id]=none';
    const theirs = `filter[assigned_to_user_id]=${leaver.userId}`;
    const { data, body } = await caller.api.get('/reviews');
    expect(data).toMatchObject([{ execution_id: id, assigned_to_user_id: null, assigned_at: null }]);
    expect(body.meta.counts).toMatchObject({ unassigned: 1 });
    for (const list of ['/reviews', '/executions']) {
      expect((await caller.api.get(`${list}?${none}`)).data).toHaveLength(1);
      expect((await caller.api.get(`${list}?${theirs}`)).data).toHaveLength(0);
    }
    expect(await assigneeOf()).toBeNull();
  });
});

describe('a user', () => {
  // Rules: 9.16.1, 9.16.3
  test('whose only token is revoked holds nothing, and the history says why', async () => {
    expect(await revokeToken(gateway.db.kysely, leaver.tokenId)).toMatchObject({ reviews_released: 1 });
    expect(await storedOf()).toBeNull();
    expect((await historyOf()).at(-1)).toMatchObject({
      event_type: 'unassigned',
      actor_user_id: null,
      metadata: { node_id: 'node0', previously_assigned_to_user_id: leaver.userId, why: 'token_revoked' },
    });
    expect(await revokeToken(gateway.db.kysely, leaver.tokenId)).toMatchObject({ reviews_released: 0 });
  });

  // Rules: 9.16.1, 9.16.3
  test('keeps the claims while another way to decide is left: a role beside the token', async () => {
    await updateUser(gateway.db.kysely, leaver.userId, { role: 'reviewer' });
    expect(await revokeToken(gateway.db.kysely, leaver.tokenId)).toMatchObject({ reviews_released: 0 });
    expect(await assigneeOf()).toBe(leaver.userId);
    expect(await updateUser(gateway.db.kysely, leaver.userId, { role: 'viewer' })).toMatchObject({
      reviews_released: 1,
    });
    expect(await storedOf()).toBeNull();
    expect((await historyOf()).at(-1).metadata).toMatchObject({ why: 'role_withdrawn' });
  });

  // Rules: 9.16.1
  test('whose other tokens are of another client, or do not decide, holds nothing here', async () => {
    await gateway.db.kysely
      .updateTable('api_token')
      .set({ scopes: ['executions:read'] })
      .where('id', '=', leaver.tokenId)
      .execute();
    expect(await assigneeOf()).toBeNull();
    const elsewhere = await gateway.caller({ of: caller });
    await gateway.db.kysely
      .updateTable('api_token')
      .set({ user_id: leaver.userId })
      .where('id', '=', elsewhere.tokenId)
      .execute();
    expect(await assigneeOf()).toBeNull();
  });

  // Rules: 9.16.1, 9.16.3
  test('of the identity provider holds reviews with the session, until an operator ends it', async () => {
    const { kysely } = gateway.db;
    const { session } = await openSession(
      kysely,
      { accountId: caller.accountId, userId: leaver.userId, apiClientId: caller.clientId, roles: ['reviewer'] },
      { address: '127.0.0.1', absoluteMs: 3_600_000 },
    );
    expect(await revokeToken(kysely, leaver.tokenId)).toMatchObject({ reviews_released: 0 });
    expect(await assigneeOf()).toBe(leaver.userId);
    expect(await endSession(kysely, session.id)).toMatchObject({ reviews_released: 1 });
    expect((await historyOf()).at(-1).metadata).toMatchObject({ why: 'session_ended' });
    await expect(createSignInLink(kysely, { userId: leaver.userId, validMs: 1_000 })).rejects.toThrow('no role');
  });

  // Rules: 9.16.4
  test('whose queue is withdrawn holds nothing of it, and all else', async () => {
    await updateUser(gateway.db.kysely, leaver.userId, { queues: ['fraud', 'letters'] });
    const [fraud, letters] = [await waiting('fraud'), await waiting('letters')];
    for (const one of [fraud, letters]) await claim(one);
    const path = `/users/${leaver.userId}`;
    expect((await caller.api.patch(path, { queues: ['letters'] })).data).toMatchObject({ reviews_released: 1 });
    expect([await storedOf(fraud), await storedOf(letters), await storedOf()]).toEqual([
      null,
      leaver.userId,
      leaver.userId,
    ]);
    expect((await historyOf(fraud)).at(-1)).toMatchObject({
      event_type: 'unassigned',
      actor_user_id: caller.userId,
      metadata: { why: 'queue_withdrawn' },
    });
    // A person without queues of their own works on all.
    expect((await caller.api.patch(path, { queues: [] })).data).toMatchObject({ reviews_released: 0 });
    expect(await updateUser(gateway.db.kysely, leaver.userId, { queues: ['fraud'] })).toMatchObject({
      reviews_released: 1,
    });
    expect(await storedOf(letters)).toBeNull();
  });

  // Rules: 9.16.5, 9.16.6
  test('is relieved of all claims by one act, and the age of a claim is shown before', async () => {
    const [second, test, others] = [await waiting(), await waiting('fraud'), await waiting()];
    for (const one of [second, test]) await claim(one);
    await claim(others, caller);
    const { data } = await caller.api.get(`/reviews?filter[assigned_to_user_id]=${leaver.userId}`);
    expect(data.map((row: { assigned_at: unknown }) => row.assigned_at)).toEqual(
      [id, second, test].map(() => expect.stringMatching(/^20/)),
    );
    const body = { user_id: leaver.userId, note: 'ill' };
    expect((await caller.api.post('/reviews/release', body)).data).toMatchObject({ released: 3 });
    expect((await historyOf(second)).at(-1)).toMatchObject({
      event_type: 'unassigned',
      note: 'ill',
      metadata: { forced: true, previously_assigned_to_user_id: leaver.userId },
    });
    expect([await storedOf(), await storedOf(others)]).toEqual([null, caller.userId]);
    expect((await caller.api.post('/reviews/release', body)).data).toMatchObject({ released: 0 });
    const stranger = await gateway.caller();
    expect((await stranger.api.post('/reviews/release', body)).error.code).toBe('not_found');
  });

  // Rules: 9.16.5
  test("keeps what is of another client's inbox when one takes all back", async () => {
    const elsewhere = await gateway.caller({ of: caller });
    await elsewhere.api.post('/reviews/release', { user_id: leaver.userId });
    expect(await storedOf()).toBe(leaver.userId);
  });

  // Rules: 9.16.7
  test('who cannot decide is assigned nothing', async () => {
    const other = await waiting();
    await expire();
    const { error } = await caller.api.post(`/executions/${other}/review_assignment`, { assignee: leaver.userId });
    expect(error.details).toEqual([
      { field: 'assignee', message: 'cannot decide reviews: they have no role, token or session for it' },
    ]);
  });

  // Rules: 9.16.8
  test('who approved and left counts, with the time of the approval', async () => {
    caller = await gateway.caller({ email: 'caller@example.com' });
    leaver = await gateway.caller({ of: caller, sameClient: true, email: 'leaver@example.com' });
    id = await waiting();
    await claim();
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ approvals_required: 2 })
      .where('execution_id', '=', id)
      .execute();
    expect((await decide(leaver)).status).toBe(200);
    await revokeToken(gateway.db.kysely, leaver.tokenId);
    const { approvals } = (await caller.api.get('/reviews')).data[0];
    expect(approvals).toEqual({
      ...{ required: 2, given: 1, by_user_ids: [leaver.userId] },
      given_at: [expect.stringMatching(/^20.*Z$/)],
    });
    expect((await decide()).data.pending_review).toBeNull();
  });

  // Rules: 9.16.4
  test('whose queue is withdrawn while they ask for the next one holds nothing of it', async () => {
    for (let round = 0; round < 8; round += 1) {
      await updateUser(gateway.db.kysely, leaver.userId, { queues: ['fraud'] });
      await updateUser(gateway.db.kysely, caller.userId, { queues: ['fraud'] });
      const cases = [await waiting('fraud'), await waiting('fraud'), await waiting('fraud')];
      const next = () => leaver.api.post('/reviews/next', {});
      const withdraw = () => caller.api.patch(`/users/${leaver.userId}`, { queues: ['letters'] });
      const [, , { status }] = await Promise.all([next(), next(), withdraw(), next()]);
      expect(status).toBe(200);
      const holders = [];
      for (const one of cases) holders.push(await storedOf(one));
      expect(holders).toEqual([null, null, null]);
      for (const one of cases) await caller.api.post(`/executions/${one}/review_decisions`, { decision: 'denied' });
    }
  });

  // Rules: 9.16.1
  test('whose role ends while a bulk of theirs is in flight has decided each case once, or not at all', async () => {
    const cases: number[] = [];
    for (let made = 0; made < 12; made += 1) cases.push(await waiting('fraud'));
    for (const one of cases) await claim(one);
    const bulk = () =>
      leaver.api.post('/executions/review_bulk_actions', { execution_ids: cases, bulk_action: 'approve' });
    const [said] = await Promise.all([bulk(), revokeToken(gateway.db.kysely, leaver.tokenId)]);
    const decided = said.status === 200 ? said.data.enqueued : 0;
    const rounds = await gateway.db.kysely
      .selectFrom('review_round')
      .select('decided_by_user_id')
      .where('execution_id', 'in', cases)
      .where('status', '=', 'decided')
      .execute();
    expect(rounds).toHaveLength(decided);
    // The remaining users decide the others, and no claim blocks them.
    const rest = { execution_ids: cases, bulk_action: 'deny' };
    const { data } = await caller.api.post('/executions/review_bulk_actions', rest);
    expect(data.enqueued).toBe(cases.length - decided);
    expect((await bulk()).status).toBe(401);
  });

  // Rules: 9.16.1
  test('whose token ran out and who has a new one holds what nobody took meanwhile', async () => {
    const taken = await waiting();
    await claim(taken);
    await expire();
    expect((await claim(taken, caller)).status).toBe(200);
    const back = await gateway.caller({ of: caller, sameClient: true });
    await gateway.db.kysely
      .updateTable('api_token')
      .set({ user_id: leaver.userId })
      .where('id', '=', back.tokenId)
      .execute();
    expect([await assigneeOf(), await assigneeOf(taken)]).toEqual([leaver.userId, caller.userId]);
    expect((await decide()).error.code).toBe('assigned_elsewhere');
  });
});
