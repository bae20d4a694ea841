import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Events that the gateway emits, each in the transaction of the decision (semantics 9.2.1). */
let gateway: TestGateway;
let caller: Caller;
let subscriptionId: number;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  const subscribed = await caller.api.post('/webhook_subscriptions', {
    url: 'https://example.com/hook',
    event_filter: ['review.opened', 'review.decided'],
  });
  subscriptionId = subscribed.data.id;
});
afterAll(() => gateway?.stop());

const parked = async (kinds?: Parameters<typeof park>[2]) => {
  const id = await executionOf(caller);
  await park(gateway.db, id, kinds);
  return id;
};
const decide = (id: number, body: object) => caller.api.post(`/executions/${id}/review_decisions`, body);
const bulk = (id: number, bulk_action: 'approve' | 'deny') =>
  caller.api.post('/executions/review_bulk_actions', { execution_ids: [id], bulk_action });
const cancel = (id: number) => caller.api.post(`/executions/${id}/cancel`);
/** The events of the execution that are delivered, in the order of their names. */
const deliveredOf = async (id: number) => {
  const rows = await gateway.db.kysely
    .selectFrom('event')
    .innerJoin('webhook_delivery as d', 'd.event_id', 'event.id')
    .select(['event.name', 'event.body', 'd.subscription_id'])
    .where('execution_id', '=', id)
    .orderBy('event.name')
    .execute();
  for (const row of rows) expect(row.subscription_id).toBe(subscriptionId);
  return rows.map(({ name, body }) => ({ name, data: JSON.parse(body).data }));
};
const decidedEvent = (id: number, decision: string) => ({
  name: 'review.decided',
  data: {
    workflow_execution_id: id,
    workflow_id: expect.any(Number),
    node_id: 'node0',
    kind: 'decision',
    decision,
    decided_at: expect.any(String),
  },
});

describe('a decision', () => {
  test.each(['single', 'bulk'] as const)(
    'is told of once, and opens the next review, which is told of (%s)',
    async (how) => {
      const id = await parked(['decision', 'decision', 'notice']);
      const due = new Date('2027-01-01T10:00:00.250Z');
      await gateway.db.kysely
        .updateTable('review_round')
        .set({ due_at: due })
        .where('execution_id', '=', id)
        .where('node_id', '=', 'node1')
        .execute();
      gateway.published.length = 0;
      if (how === 'single') await decide(id, { decision: 'denied' });
      else await bulk(id, 'deny');
      // Listeners of the inbox are notified, too.
      expect(gateway.published.toSorted()).toEqual(['commands.ready', 'deliveries.ready', 'executions.settled']);
      const opened = { node_id: 'node1', kind: 'decision', due_at: due.toISOString() };
      expect(await deliveredOf(id)).toEqual([
        decidedEvent(id, 'denied'),
        {
          name: 'review.opened',
          data: { workflow_execution_id: id, workflow_id: expect.any(Number), ...opened },
        },
      ]);
      const { data } = await caller.api.get(`/executions/${id}`);
      expect(data).toMatchObject({ status: 'awaiting_review', pending_review: { node_id: 'node1' } });
      const { decided_at: at } = (await deliveredOf(id))[0]?.data ?? {};
      const [event] = (await caller.api.get(`/executions/${id}/review_events`)).data;
      expect(event).toMatchObject({ event_type: 'denied', created_at: at });
    },
  );

  // Rules: 9.2.1
  test('stays told of when the execution is cancelled right afterwards', async () => {
    const id = await parked();
    expect((await decide(id, { decision: 'approved' })).status).toBe(200);
    expect((await cancel(id)).status).toBe(200);
    expect(await deliveredOf(id)).toEqual([decidedEvent(id, 'approved')]);
  });

  test('that comes after the cancel is refused, and not told of', async () => {
    const id = await parked();
    expect((await cancel(id)).status).toBe(200);
    expect((await decide(id, { decision: 'approved' })).error.code).toBe('not_awaiting_review');
    expect((await bulk(id, 'approve')).data.enqueued).toBe(0);
    expect(await deliveredOf(id)).toEqual([]);
  });

  // Rules: 14.1.2
  test.each([1, 2, 3, 4, 5])('that races a cancel is told of if it was made (%i)', async () => {
    const id = await parked();
    const [decided, cancelled] = await Promise.all([decide(id, { decision: 'denied' }), cancel(id)]);
    expect(cancelled.status).toBe(200);
    expect(await deliveredOf(id)).toEqual(decided.status === 200 ? [decidedEvent(id, 'denied')] : []);
  });

  test('is told of once, however often the request is repeated', async () => {
    const id = await parked();
    const headers = { 'Idempotency-Key': `key of ${id}` };
    const path = `/executions/${id}/review_decisions`;
    const sent = [1, 2, 3].map(() => caller.api.post(path, { decision: 'approved' }, { headers }));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    await decide(id, { decision: 'denied' });
    expect(await deliveredOf(id)).toEqual([decidedEvent(id, 'approved')]);
  });
});
