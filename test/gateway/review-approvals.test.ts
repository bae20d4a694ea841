import { randomUUID } from 'node:crypto';
import { createToken } from '../../platform/identity/index.ts';
import type { ReviewKind } from '../../core/states.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { ApiCaller } from './api-caller.ts';
import { commandsOf, executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Reviews that several different people have to approve (`review.approvals`): semantics 9.12. */
let gateway: TestGateway;
let ada: Caller;
let ben: Caller;
let cy: Caller;
let id: number;

beforeAll(async () => {
  gateway = await startGateway();
  ada = await gateway.caller({ productionAccess: true, email: 'ada@example.com' });
  [ben, cy] = [await reviewer('ben@example.com'), await reviewer('cy@example.com')];
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  id = await asks(2);
});

const reviewer = (email: string) => gateway.caller({ of: ada, sameClient: true, email });

/** An execution with an open review that needs that many approvals. */
async function asks(required: number, kind: ReviewKind = 'decision', more: object = {}): Promise<number> {
  const execution = await executionOf(ada);
  await park(gateway.db, execution, [kind, 'decision']);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ approvals_required: required, ...more })
    .where('execution_id', '=', execution)
    .where('status', '=', 'open')
    .execute();
  return execution;
}

const decide = (by: Caller | ApiCaller, decision = 'approved', body: object = {}, options = {}) =>
  ('api' in by ? by.api : by).post(
    `/executions/${id}/review_decisions`,
    { decision, node_id: 'node0', ...body },
    options,
  );
const roundOf = () =>
  gateway.db.kysely
    .selectFrom('review_round')
    .selectAll()
    .where('execution_id', '=', id)
    .where('node_id', '=', 'node0')
    .executeTakeFirstOrThrow();
const eventsOf = async () => (await ada.api.get(`/executions/${id}/review_events`)).data;
const auditOf = async () =>
  (
    await gateway.db.kysely
      .selectFrom('audit_event')
      .select(['action', 'actor_user_id', 'detail'])
      .where('subject_id', '=', String(id))
      .where('subject_type', '=', 'execution')
      .orderBy('sequence')
      .execute()
  ).filter(({ action }) => action.startsWith('review.'));
const pokes = async () => (await commandsOf(gateway.db, id)).filter(({ kind }) => kind === 'poke').length;

describe('two approvals', () => {
  // Rules: 9.12.2
  test('by two people approve: the first leaves the review open, unclaimed, and wakes nobody', async () => {
    await ada.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    const first = await decide(ada, 'approved', { note: 'fine' });
    expect([first.status, first.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'awaiting_review',
        review_status: 'in_review',
        assigned_to_user_id: null,
        pending_review: {
          ...{ node_id: 'node0', kind: 'decision', due_at: null },
          approvals: { required: 2, given: 1, by_user_ids: [ada.userId], given_at: [expect.any(String)] },
        },
      }),
    ]);
    expect(await pokes()).toBe(0);
    const second = await decide(ben);
    expect(second.data).toMatchObject({ review_status: 'in_review', pending_review: { node_id: 'node1' } });
    expect(second.data.pending_review).not.toHaveProperty('approvals');
    expect(await pokes()).toBe(1);
    expect(await roundOf()).toMatchObject({ status: 'decided', decision: 'approved', decided_by_user_id: ben.userId });
    expect((await ada.api.get(`/executions/${id}`)).data.input_context.user_approved).toBe(true);
  });

  // Rules: 9.12.2
  test('are told: in review events, in the audit log with its own act, and as an event for the last one only', async () => {
    await decide(ada, 'approved', { note: 'fine' });
    await decide(ben);
    const of = (approvals: number) => ({ node_id: 'node0', kind: 'decision', approvals, approvals_required: 2 });
    expect((await eventsOf()).slice(-2)).toMatchObject([
      { event_type: 'approval_added', actor_user_id: ada.userId, note: 'fine', metadata: of(1) },
      { event_type: 'approved', actor_user_id: ben.userId, metadata: of(2) },
    ]);
    expect(await auditOf()).toEqual([
      { action: 'review.approval_added', actor_user_id: ada.userId, detail: of(1) },
      { action: 'review.decided', actor_user_id: ben.userId, detail: { ...of(2), decision: 'approved' } },
    ]);
  });

  test('are shown in the inbox and in the case, as null where one is enough', async () => {
    await decide(ada);
    const approvals = { required: 2, given: 1, by_user_ids: [ada.userId], given_at: [expect.any(String)] };
    const inbox = (await ben.api.get('/reviews?per_page=100')).data as { execution_id: number; approvals: unknown }[];
    expect(inbox.find(({ execution_id: of }) => of === id)?.approvals).toEqual(approvals);
    expect((await ben.api.get(`/executions/${id}/review`)).data.review.approvals).toEqual(approvals);
    await decide(ben);
    expect((await ben.api.get(`/executions/${id}/review`)).data.review).toMatchObject({
      node_id: 'node1',
      approvals: null,
    });
  });

  // Rules: 9.12.1
  test('with five asked for take five', async () => {
    id = await asks(5);
    const people = [ada, ben, cy, await reviewer('dee@example.com'), await reviewer('eve@example.com')];
    const nodes = [];
    for (const person of people) nodes.push((await decide(person)).data.pending_review.node_id);
    expect(nodes).toEqual(['node0', 'node0', 'node0', 'node0', 'node1']);
  });
});

describe('nobody counts twice:', () => {
  const twice = { status: 409, error: expect.objectContaining({ code: 'already_approved' }) };
  beforeEach(async () => {
    expect((await decide(ada)).status).toBe(200);
  });
  const expectOne = async () => {
    expect(await roundOf()).toMatchObject({ status: 'open', approvals: [{ user_id: ada.userId }] });
    expect(await pokes()).toBe(0);
  };

  // Rules: 9.12.3
  test('not by asking again, which says how many there are', async () => {
    const answer = await decide(ada);
    expect(answer).toMatchObject(twice);
    expect(answer.error.message).toContain('1 of 2');
    await expectOne();
  });

  // Rules: 9.12.3, 9.12.6
  test('not with another token of the same user', async () => {
    const { token } = await createToken(gateway.db.kysely, {
      ...{ clientId: ada.clientId, userId: ada.userId, scopes: ['reviews:decide'], expiresAt: null },
    });
    expect(await decide(new ApiCaller(gateway.baseUrl, token))).toMatchObject(twice);
    await expectOne();
  });

  // Rules: 9.12.3
  test('not as another user with the same e-mail address, in whatever case', async () => {
    const deputy = await reviewer('Ada@Example.com');
    expect(deputy.userId).not.toBe(ada.userId);
    expect(await decide(deputy)).toMatchObject(twice);
    const body = { execution_ids: [id], bulk_action: 'approve' };
    expect((await deputy.api.post('/executions/review_bulk_actions', body)).data.skipped).toEqual([
      { id, reason: 'already_approved' },
    ]);
    await expectOne();
  });

  test('not as whoever had the address before: nobody becomes somebody else by changing it', async () => {
    const changed = await reviewer('temporary@example.com');
    const twin = await reviewer('temporary@example.com');
    id = await asks(2);
    expect((await decide(changed)).status).toBe(200);
    // Like the identity provider at a sign-in, with the login of the gateway.
    const own = await gateway.asGateway();
    await own.pool.query("update account_user set email = 'new@example.com' where id = $1", [changed.userId]);
    expect(await decide(twin)).toMatchObject(twice);
    id = await asks(2);
    expect((await decide(twin)).status).toBe(200);
    expect(await decide(changed)).toMatchObject(twice);
    const approvals = JSON.stringify([{ user_id: changed.userId }, { user_id: twin.userId }]);
    const decided = gateway.db.pool.query(
      `update review_round set status = 'decided', decision = 'approved', approvals = $2 where execution_id = $1 and node_id = 'node0'`,
      [id, approvals],
    );
    await expect(decided).rejects.toMatchObject({ code: 'CSC02' });
  });

  // Rules: 9.12.12
  test('not by a statement past the service: PostgreSQL counts people', async () => {
    const deputy = await reviewer('ADA@example.com');
    const stranger = await gateway.caller({ email: 'stranger@example.com' });
    for (const other of [deputy.userId, stranger.userId, ada.userId, 999_999]) {
      const approvals = JSON.stringify([{ user_id: ada.userId }, { user_id: other }]);
      const decided = gateway.db.pool.query(
        `update review_round set status = 'decided', decision = 'approved', approvals = $2 where execution_id = $1 and node_id = 'node0'`,
        [id, approvals],
      );
      await expect(decided).rejects.toMatchObject({ code: 'CSC02' });
    }
  });

  test('a repeat under the Idempotency-Key replays the first response', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await decide(ben, 'approved', {}, { headers });
    const again = await decide(ben, 'approved', {}, { headers });
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await pokes()).toBe(1);
  });

  // Rules: 9.12.10
  test('nor is the case given to them as the next one', async () => {
    const { workflow_id: workflowId } = (await ada.api.get(`/executions/${id}`)).data;
    const next = (by: Caller) => by.api.post('/reviews/next', { workflow_id: workflowId });
    expect((await next(ada)).status).toBe(404);
    expect((await next(ben)).data.execution_id).toBe(id);
  });
});

describe('one denial denies', () => {
  // Rules: 9.12.7
  test.each([
    ['somebody who has not approved', () => ben],
    ['somebody who has, and thought better of it', () => ada],
  ])('of %s', async (_who, by) => {
    await decide(ada);
    const { status } = await decide(by(), 'denied');
    expect([status, await roundOf()]).toEqual([
      200,
      expect.objectContaining({ status: 'decided', decision: 'denied' }),
    ]);
    expect(await pokes()).toBe(1);
    expect((await decide(cy)).error.code).toBe('review_not_pending');
  });
});

describe('at the same time', () => {
  // Rules: 9.12.11
  test('two who approve both count, and the run is woken once', async () => {
    const answers = await Promise.all([decide(ada), decide(ben)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await roundOf()).toMatchObject({ status: 'decided', decision: 'approved' });
    expect([await pokes(), (await roundOf()).approvals.length]).toEqual([1, 2]);
  });

  test('one who approves many times counts once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => decide(ada)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await roundOf()).toMatchObject({ status: 'open', approvals: [{ user_id: ada.userId }] });
  });

  test('three approve and one denies: whoever was first, it is decided once', async () => {
    const answers = await Promise.all([decide(ada), decide(ben), decide(cy, 'denied')]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await roundOf()).status).toBe('decided');
    expect(await pokes()).toBe(1);
  });
});

test('an approval outlives the process that took it', async () => {
  const other = await gateway.another({});
  expect((await decide(ada.api.at(other.baseUrl))).status).toBe(200);
  await other.gateway.close();
  expect((await decide(ben)).data.pending_review.node_id).toBe('node1');
});

describe('a bulk action', () => {
  const bulk = (by: Caller, headers = {}) =>
    by.api.post('/executions/review_bulk_actions', { execution_ids: [id], bulk_action: 'approve' }, { headers });

  // Rules: 9.12.10
  test('counts the first approval under applied, the last one under enqueued, and repeats both as they were', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    expect((await bulk(ada, key)).data).toMatchObject({ applied: 1, enqueued: 0, skipped: [] });
    expect((await bulk(ada, key)).data).toMatchObject({ applied: 1, enqueued: 0, skipped: [] });
    expect((await bulk(ada)).data).toMatchObject({ applied: 0, skipped: [{ id, reason: 'already_approved' }] });
    expect((await bulk(ben)).data).toMatchObject({ applied: 0, enqueued: 1 });
  });

  test('whose process dies before its end is repeated as far as it came', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    await bulk(ada, key);
    await gateway.db.pool.query("delete from idempotency_key where key not like 'part %' and key like '%' || $1", [
      key['Idempotency-Key'],
    ]);
    expect((await bulk(ada, key)).data).toMatchObject({ applied: 1, enqueued: 0, skipped: [] });
    expect((await roundOf()).approvals).toHaveLength(1);
  });
});

describe('of a letter', () => {
  const REASONS = { needs: 'reasons' } as const;
  const reasons = (text: string) => ({ reasons: [text] });

  // Rules: 9.12.8
  test('the first approval gives the reasons, and the second joins them or gives the same', async () => {
    for (const joining of [{}, reasons('Open bankruptcy of 2024')]) {
      id = await asks(2, 'notice', REASONS);
      expect((await decide(ada)).error.details[0].field).toBe('reasons');
      expect((await decide(ada, 'approved', reasons('Open bankruptcy of 2024'))).status).toBe(200);
      expect((await decide(ben, 'approved', joining)).status).toBe(200);
      expect(await roundOf()).toMatchObject({ status: 'decided', reasons: ['Open bankruptcy of 2024'] });
    }
  });

  // Rules: 9.12.8
  test('an approval with other reasons begins anew: nobody has approved these', async () => {
    id = await asks(2, 'notice', REASONS);
    await decide(ada, 'approved', reasons('Open bankruptcy of 2024'));
    await decide(ben, 'approved', reasons('Rent not paid in March'));
    expect(await roundOf()).toMatchObject({ status: 'open', approvals: [{ user_id: ben.userId }] });
    expect((await decide(ben)).error.code).toBe('already_approved');
    expect((await decide(ada)).status).toBe(200);
    expect(await roundOf()).toMatchObject({ status: 'decided', reasons: ['Rent not paid in March'] });
  });

  // Rules: 9.12.8
  test('the first approval gives the values of variables for all', async () => {
    id = await asks(2, 'notice', { needs: 'variables', missing_variables: JSON.stringify(['custom.rent']) });
    await decide(ada, 'approved', { variables: { 'custom.rent': '$900' } });
    expect((await decide(ben)).status).toBe(200);
    expect(await roundOf()).toMatchObject({ status: 'decided', variables: { 'custom.rent': '$900' } });
  });

  // Rules: 9.12.9
  test('that goes by post, whoever posts it gives the last approval', async () => {
    id = await asks(2, 'notice', { delivery: 'post' });
    const artifact = await gateway.db.kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: ada.clientId, execution_id: id, kind: 'notice', node_id: 'node0', visit: 1 },
        ...{ stage: 'single', status: 'ready', notice_status: 'draft', filename: 'a.pdf' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await gateway.db.pool.query(
      `update review_round set artifact_id = $2 where execution_id = $1 and node_id = 'node0'`,
      [id, artifact.id],
    );
    const post = (by: Caller) =>
      by.api.post(`/executions/${id}/notice_artifacts/${artifact.id}/posted`, { date: '2026-03-03', carrier: 'USPS' });
    expect((await post(ada)).error.code).toBe('approvals_missing');
    expect((await decide(ada)).status).toBe(200);
    expect((await post(ada)).error.code).toBe('approvals_missing');
    expect((await decide(ben)).error.details[0].field).toBe('decision');
    expect((await post(ben)).status).toBe(200);
    expect(await roundOf()).toMatchObject({ status: 'decided', carrier: 'USPS' });
  });
});

test('who may not decide does not approve, nor anybody of another account', async () => {
  const viewer = await gateway.caller({ of: ada, sameClient: true, scopes: ['executions:read:full'] });
  expect((await decide(viewer)).status).toBe(403);
  expect((await decide(await gateway.caller())).status).toBe(404);
  expect((await roundOf()).approvals).toEqual([]);
});
