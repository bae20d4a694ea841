import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { commandsOf, executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
/** Another reviewer of the same client. */
let colleague: Caller;
let id: number;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
  colleague = await gateway.caller({ of: caller, sameClient: true });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  id = await executionOf(caller);
});

const decide = (by: Caller, decision: string, more: object = {}) =>
  by.api.post(`/executions/${id}/review_decisions`, { decision, ...more });
const assign = (by: Caller, body: object) => by.api.post(`/executions/${id}/review_assignment`, body);
const eventsOf = async () => (await caller.api.get(`/executions/${id}/review_events`)).data;

describe('a decision', () => {
  // Rules: 9.2.1
  test.each([
    ['approved', true],
    ['denied', false],
  ])('%s answers the execution running, and tells the run', async (decision, userApproved) => {
    await park(gateway.db, id);
    const { status, data } = await decide(caller, decision, { note: 'seen' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'running',
      needs_human_review: false,
      review_status: decision,
      pending_review: null,
    });
    const detail = (await caller.api.get(`/executions/${id}`)).data;
    expect(detail.input_context.user_approved).toBe(userApproved);
    expect(await commandsOf(gateway.db, id)).toEqual([
      { kind: 'start', lane: 'single' },
      { kind: 'poke', lane: 'poke' },
    ]);
    expect(await eventsOf()).toMatchObject([
      { event_type: decision, actor_user_id: caller.userId, note: 'seen', metadata: { node_id: 'node0' } },
    ]);
  });

  // Rules: 9.1.2
  test('opens the next round, unclaimed', async () => {
    await park(gateway.db, id, ['decision', 'notice']);
    await assign(caller, { assignee: 'me' });
    const { data } = await decide(caller, 'approved');
    expect(data).toMatchObject({
      status: 'awaiting_review',
      needs_human_review: true,
      review_status: 'in_review',
      assigned_to_user_id: null,
      pending_review: { node_id: 'node1', kind: 'notice', due_at: null },
    });
  });

  // Rules: 9.1.4, 9.1.5
  test('about a notice leaves what was decided about the person', async () => {
    await park(gateway.db, id, ['decision', 'notice']);
    await decide(caller, 'denied');
    const { data } = await decide(caller, 'approved', { node_id: 'node1' });
    expect([data.status, data.review_status]).toEqual(['running', 'denied']);
    expect((await caller.api.get(`/executions/${id}`)).data.input_context.user_approved).toBe(false);
  });

  // Rules: 9.1.5
  test('about a notice alone leaves review_status none', async () => {
    await park(gateway.db, id, ['notice']);
    expect((await decide(caller, 'denied')).data.review_status).toBe('none');
  });

  // Rules: 9.9.1
  test('of many at once is made once', async () => {
    await park(gateway.db, id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        decide(index % 2 ? caller : colleague, index % 2 ? 'approved' : 'denied'),
      ),
    );
    const codes = answers.map(({ status, error }) => error?.code ?? status).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 5 }, () => 'review_not_pending')]);
    expect(await eventsOf()).toHaveLength(1);
  });

  // Rules: 9.10.1, 9.10.2
  test.each([['decision'], ['notice']] as const)('sent twice never decides a later %s', async (kind) => {
    await park(gateway.db, id, ['decision', kind]);
    await decide(caller, 'approved');
    const { status, error } = await decide(caller, 'approved');
    expect([status, error.code]).toEqual([409, 'review_unspecified']);
    expect((await caller.api.get(`/executions/${id}`)).data.pending_review.node_id).toBe('node1');
    expect((await decide(caller, 'approved', { node_id: 'node1' })).status).toBe(200);
  });

  // Rules: 9.10.3
  test('that names the review comes too late for the next one of the same node, as a loop asks it', async () => {
    await park(gateway.db, id, ['decision', 'decision']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ node_id: 'node0' })
      .where('execution_id', '=', id)
      .execute();
    const openReview = async () => (await caller.api.get(`/executions/${id}/review`)).data.review;
    const { node_id, id: review_id } = await openReview();
    expect((await decide(colleague, 'denied', { review_id })).status).toBe(200);
    const { status, error } = await decide(caller, 'approved', { node_id, review_id });
    expect([status, error.code]).toEqual([409, 'review_not_pending']);
    expect((await decide(caller, 'approved', { review_id: (await openReview()).id })).status).toBe(200);
  });

  // Rules: 9.2.3
  test('is refused where it names another node', async () => {
    await park(gateway.db, id);
    const { status, error } = await decide(caller, 'approved', { node_id: 'node1' });
    expect([status, error.code]).toEqual([409, 'review_not_pending']);
  });

  // Rules: 9.9.1
  test('is refused where nobody was ever asked', async () => {
    const { status, error } = await decide(caller, 'approved');
    expect([status, error.code]).toEqual([409, 'not_awaiting_review']);
  });

  // Rules: 9.9.1
  test('is refused where the run has ended', async () => {
    await park(gateway.db, id);
    await caller.api.post(`/executions/${id}/cancel`);
    expect((await decide(caller, 'approved')).error.code).toBe('not_awaiting_review');
  });

  // Rules: 9.8.2
  test('is refused where another reviewer holds it', async () => {
    await park(gateway.db, id);
    await assign(colleague, { assignee: 'me' });
    const { status, error } = await decide(caller, 'approved');
    expect([status, error.code]).toEqual([409, 'assigned_elsewhere']);
  });

  // Rules: 9.8.5
  test('is refused for a live execution without production access', async () => {
    await park(gateway.db, id);
    await gateway.db.kysely.updateTable('execution').set({ execution_mode: 'live' }).where('id', '=', id).execute();
    const access = (production_access: boolean) =>
      gateway.db.kysely.updateTable('account').set({ production_access }).where('id', '=', caller.accountId).execute();
    await access(false);
    const { status, error } = await decide(caller, 'approved');
    await access(true);
    expect([status, error.code]).toEqual([403, 'live_mode_forbidden']);
  });

  test.each(['', '   ', '\n\t'])('is refused with a reason that says nothing: %j', async (reason) => {
    await park(gateway.db, id);
    const { status, error } = await decide(caller, 'denied', { reasons: ['Rent unpaid', reason] });
    const messages = error.details.map(({ message }: { message: string }) => message);
    expect([status, error.details[0].field, messages.at(-1)]).toEqual([422, 'reasons[1]', 'must not be blank']);
  });

  test('must be one of two', async () => {
    const { error } = await decide(caller, 'maybe');
    expect(error.details).toEqual([{ field: 'decision', message: 'must be one of: approved, denied' }]);
  });
});

describe('an assignment', () => {
  beforeEach(() => park(gateway.db, id));

  // Rules: 9.8.1, 9.8.3, 16.1.3
  test('claims for the user of the token, and is noted once', async () => {
    const first = await assign(caller, { assignee: 'me', note: 'mine' });
    const again = await assign(caller, { assignee: 'me' });
    expect([first.data.assigned_to_user_id, again.status]).toEqual([caller.userId, 200]);
    expect(await eventsOf()).toMatchObject([{ event_type: 'assigned', note: 'mine' }]);
  });

  // Rules: 9.8.2, 9.8.4
  test("cannot take another's, nor release it without force", async () => {
    await assign(colleague, { assignee: 'me' });
    expect((await assign(caller, { assignee: 'me' })).error.code).toBe('assigned_elsewhere');
    expect((await assign(caller, { assignee: null })).error.code).toBe('assigned_elsewhere');
    const { data } = await assign(caller, { assignee: null, force: true });
    expect(data.assigned_to_user_id).toBeNull();
    expect((await eventsOf()).at(-1)).toMatchObject({
      event_type: 'unassigned',
      actor_user_id: caller.userId,
      metadata: { forced: true, previously_assigned_to_user_id: colleague.userId },
    });
  });

  test('may be to a colleague, by id, who then decides', async () => {
    const { data } = await assign(caller, { assignee: colleague.userId, note: 'yours' });
    expect(data.assigned_to_user_id).toBe(colleague.userId);
    expect((await eventsOf()).at(-1)).toMatchObject({
      event_type: 'assigned',
      actor_user_id: caller.userId,
      note: 'yours',
      metadata: { assigned_to_user_id: colleague.userId },
    });
    expect((await decide(caller, 'approved')).error.code).toBe('assigned_elsewhere');
    expect((await decide(colleague, 'approved')).status).toBe(200);
  });

  // Rules: 9.8.3, 9.8.4
  test('hands on what one holds, and what another holds with force alone', async () => {
    await assign(caller, { assignee: 'me' });
    expect((await assign(caller, { assignee: colleague.userId })).status).toBe(200);
    expect((await assign(caller, { assignee: 'me' })).error.code).toBe('assigned_elsewhere');
    expect((await assign(caller, { assignee: 'me', force: true })).data.assigned_to_user_id).toBe(caller.userId);
    expect((await eventsOf()).at(-1)).toMatchObject({
      metadata: { forced: true, previously_assigned_to_user_id: colleague.userId },
    });
  });

  // Rules: 9.8.1
  test('is refused for a user of another account, which tells nothing of whose it is', async () => {
    const stranger = await gateway.caller();
    const refusals = await Promise.all([stranger.userId, 999_999_999].map((assignee) => assign(caller, { assignee })));
    for (const { status, error } of refusals) {
      expect([status, error.details]).toEqual([
        422,
        [{ field: 'assignee', message: 'is no user of the account; GET /users lists them' }],
      ]);
    }
    expect(await eventsOf()).toEqual([]);
  });

  test('of two users at once is won by one', async () => {
    const answers = await Promise.all([assign(caller, { assignee: 'me' }), assign(colleague, { assignee: 'me' })]);
    expect(answers.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['assigned_elsewhere', 'ok']);
  });

  // Rules: 9.8.1
  test('must say for whom', async () => {
    expect((await assign(caller, {})).error.details).toEqual([{ field: 'assignee', message: 'is required' }]);
    expect((await assign(caller, { assignee: 'you' })).error.details).toContainEqual({
      field: 'assignee',
      message: 'must be `me`, the id of a user of the account (GET /users), or null',
    });
  });
});

describe('a note', () => {
  // Rules: 9.8.6, 15.2.1
  test('may be added at any time, and the events are listed oldest first', async () => {
    const note = (text: string) => caller.api.post(`/executions/${id}/review_notes`, { note: text });
    expect((await note('first')).status).toBe(200);
    await caller.api.post(`/executions/${id}/cancel`);
    await note('second');
    const { data, body } = await caller.api.get(`/executions/${id}/review_events?per_page=1`);
    expect(data).toMatchObject([{ object: 'review_event', event_type: 'note_added', note: 'first', execution_id: id }]);
    expect(body.meta).toMatchObject({ total_count: 2, total_pages: 2, object: 'review_event' });
  });

  test('must not be empty', async () => {
    const { error } = await caller.api.post(`/executions/${id}/review_notes`, { note: '' });
    expect(error.details).toEqual([{ field: 'note', message: 'must not be empty' }]);
  });
});

describe('cancelling', () => {
  const cancel = () => caller.api.post(`/executions/${id}/cancel`);

  // Rules: 13.1.1
  test('ends the run, calls back what has not begun and tells the run', async () => {
    await park(gateway.db, id, ['decision', 'notice']);
    const effect = { execution_id: id, node_id: 'mail', visit: 1, kind: 'mail' as const };
    const request = JSON.stringify({ kind: 'mail', key: 'mail' }) as never;
    await gateway.db.kysely
      .insertInto('effect')
      .values([
        { ...effect, key: 'a', request, status: 'intended' },
        { ...effect, key: 'b', request, status: 'begun' },
      ])
      .execute();
    await gateway.db.kysely.updateTable('execution').set({ wake_at: new Date() }).where('id', '=', id).execute();
    const { status, data } = await cancel();
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'cancelled',
      review_status: 'none',
      needs_human_review: false,
      pending_review: null,
      completed_at: expect.any(String),
    });
    const read = (table: 'effect' | 'review_round') =>
      gateway.db.kysely.selectFrom(table).select('status').where('execution_id', '=', id).orderBy('id').execute();
    expect(await read('effect')).toEqual([{ status: 'cancelled' }, { status: 'begun' }]);
    expect(await read('review_round')).toEqual([{ status: 'closed' }, { status: 'closed' }]);
    expect((await commandsOf(gateway.db, id)).at(-1)).toEqual({ kind: 'poke', lane: 'poke' });
  });

  test('keeps what was decided about the person', async () => {
    await park(gateway.db, id, ['decision', 'notice']);
    await decide(caller, 'denied');
    expect((await cancel()).data.review_status).toBe('denied');
  });

  test('twice answers 200, unchanged', async () => {
    const first = await cancel();
    const again = await cancel();
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await commandsOf(gateway.db, id)).toHaveLength(2);
  });

  test.each(['completed', 'failed', 'skipped'] as const)('is refused when it is %s', async (status) => {
    await unguarded(gateway.db, (trx) => trx.updateTable('execution').set({ status }).where('id', '=', id).execute());
    const answer = await cancel();
    expect([answer.status, answer.error.code]).toEqual([409, 'execution_not_cancellable']);
  });

  test('and a decision at once: both are answered, and the run has ended', async () => {
    await park(gateway.db, id);
    const [cancelled, decided] = await Promise.all([cancel(), decide(caller, 'approved')]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(decided.status);
    expect((await caller.api.get(`/executions/${id}`)).data.status).toBe('cancelled');
  });
});
