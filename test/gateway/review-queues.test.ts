import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { asJson } from '../../platform/database/index.ts';
import { updateUser } from '../../platform/identity/index.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const ANN = { first_name: 'Ann', last_name: 'Canary', ssn: '900-10-1002' };

/** A client of its own, so that its inbox is known. */
async function desk(): Promise<void> {
  caller = await gateway.caller();
}

async function waiting(queue: string | null = null, applicant: object = ANN): Promise<number> {
  const id = await executionOf(caller, { payload: { applicant } });
  await park(gateway.db, id);
  await gateway.db.kysely.updateTable('review_round').set({ queue }).where('execution_id', '=', id).execute();
  return id;
}

const colleague = async (...queues: string[]): Promise<Caller> => {
  const other = await gateway.caller({ of: caller, sameClient: true });
  await updateUser(gateway.db.kysely, other.userId, { queues });
  return other;
};
const inbox = async (query = '', of = caller): Promise<number[]> =>
  (await of.api.get(`/reviews${query}`)).data.map((row: { execution_id: number }) => row.execution_id);

const countsOf = async (of: Caller) => (await of.api.get('/reviews')).body.meta.counts;

describe('queues', () => {
  beforeAll(desk);

  // Rules: 9.5.1
  test('a node says to which queue its review comes, and the inbox is filtered and counted by queues', async () => {
    const [fraud, plain] = [await waiting('fraud'), await waiting()];
    const ann = await colleague('fraud');
    expect(await inbox('?filter[queue]=fraud')).toEqual([fraud]);
    expect(await inbox('?filter[queue]=none')).toEqual([plain]);
    expect(await inbox('?filter[queue]=mine', ann)).toEqual([fraud]);
    expect(await inbox('?filter[queue]=mine')).toEqual([]);
    expect(await inbox('?filter[queue]=mine&filter[queue]=none', ann)).toEqual([fraud, plain]);
    expect(await countsOf(ann)).toMatchObject({ total: 2, in_my_queues: 1, by_queue: [{ queue: 'fraud', total: 1 }] });
    expect((await ann.api.get('/me')).data.user.queues).toEqual(['fraud']);
  });

  // Rules: 9.5.3
  test('whoever works queues is given reviews of these and of none, others all', async () => {
    await desk();
    const [first, second, third] = [await waiting('letters'), await waiting('fraud'), await waiting()];
    const ann = await colleague('fraud');
    expect((await ann.api.post('/reviews/next', {})).data.execution_id).toBe(second);
    expect((await ann.api.post('/reviews/next', {})).data.execution_id).toBe(third);
    expect((await ann.api.post('/reviews/next', {})).status).toBe(404);
    expect((await ann.api.post('/reviews/next', { queue: 'letters' })).data.execution_id).toBe(first);
  });

  // Rules: 9.5.4
  test('a review is moved to a queue that somebody works: nobody holds it, and history and audit log say so', async () => {
    await desk();
    const id = await waiting();
    const ann = await colleague('fraud');
    await caller.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    expect((await ann.api.post(`/executions/${id}/review_queue`, { queue: 'fraud' })).error.code).toBe(
      'assigned_elsewhere',
    );
    const { status, data } = await caller.api.post(`/executions/${id}/review_queue`, {
      queue: 'fraud',
      note: 'Forged?',
    });
    expect([status, data.queue, data.assigned_to_user_id]).toEqual([200, 'fraud', null]);
    const { data: events } = await caller.api.get(`/executions/${id}/review_events`);
    expect(events.at(-1)).toMatchObject({
      event_type: 'moved',
      note: 'Forged?',
      metadata: { node_id: 'node0', queue: 'fraud', previous_queue: null },
    });
    const audited = (await caller.api.get('/audit_events?filter[action]=review.moved')).data;
    expect(audited).toMatchObject([{ detail: { queue: 'fraud', previous_queue: null } }]);
    expect(JSON.stringify(audited)).not.toContain('Forged');
    expect((await caller.api.post(`/executions/${id}/review_queue`, { queue: null })).data.queue).toBeNull();
  });

  test('a queue that nobody works is refused with those that there are', async () => {
    await desk();
    const id = await waiting();
    const nobody = await caller.api.post(`/executions/${id}/review_queue`, { queue: 'fruad' });
    expect(nobody.error.details).toMatchObject([
      { field: 'queue', message: expect.stringContaining('nobody of the account') },
    ]);
    await colleague('fraud', 'letters');
    const misspelt = await caller.api.post(`/executions/${id}/review_queue`, { queue: 'fruad' });
    expect(misspelt.status).toBe(422);
    expect(misspelt.error.details[0].message).toContain('there are fraud, letters');
  });
});

describe("an administrator sets somebody's queues", () => {
  const queuesOf = async (of: Caller) => (await of.api.get('/me')).data.user.queues;

  // Rules: 9.5.2
  test('and from their next request on they are given reviews of these', async () => {
    await desk();
    const [letters, fraud] = [await waiting('letters'), await waiting('fraud')];
    const ann = await colleague('letters');
    const { status, data } = await caller.api.patch(`/users/${ann.userId}`, { queues: ['fraud', 'credit', 'fraud'] });
    expect([status, data]).toMatchObject([200, { object: 'user', id: ann.userId, queues: ['fraud', 'credit'] }]);
    expect(await queuesOf(ann)).toEqual(['fraud', 'credit']);
    expect((await ann.api.post('/reviews/next', {})).data.execution_id).toBe(fraud);
    expect((await ann.api.post('/reviews/next', {})).status).toBe(404);
    expect((await caller.api.patch(`/users/${ann.userId}`, { queues: [] })).data.queues).toEqual([]);
    expect((await ann.api.post('/reviews/next', {})).data.execution_id).toBe(letters);
    const rows = (await caller.api.get('/audit_events?filter[action]=user.updated')).data;
    expect(rows.map(({ detail }: { detail: object }) => detail)).toEqual([
      { old: { queues: ['fraud', 'credit'] }, new: { queues: [] } },
      { old: { queues: ['letters'] }, new: { queues: ['fraud', 'credit'] } },
    ]);
  });

  test.each([
    [['Fraud'], 'queues[0]'],
    [['fraud', 'mine'], 'queues[1]'],
    [['none'], 'queues[0]'],
    [['a'.repeat(41)], 'queues[0]'],
    [Array.from({ length: 51 }, (_, index) => `q${index}`), 'queues'],
    [null, 'queues'],
  ])('%j is refused by name, and nothing changes', async (queues, field) => {
    await desk();
    const ann = await colleague('letters');
    const { status, error } = await caller.api.patch(`/users/${ann.userId}`, { queues });
    expect([status, error.details[0].field]).toEqual([422, field]);
    expect(await queuesOf(ann)).toEqual(['letters']);
    expect((await caller.api.patch(`/users/${ann.userId}`, { queues: [], role: 'admin' })).status).toBe(422);
    expect((await caller.api.patch(`/users/${ann.userId}`, {})).error.details[0].field).toBe('queues');
  });

  test('changes nobody of another account, and leaves no row where nothing changes', async () => {
    await desk();
    const stranger = await gateway.caller();
    expect((await caller.api.patch(`/users/${stranger.userId}`, { queues: ['fraud'] })).status).toBe(404);
    expect(await queuesOf(stranger)).toEqual([]);
    expect((await caller.api.patch(`/users/${caller.userId}`, { queues: [] })).status).toBe(200);
    expect((await caller.api.get('/audit_events?filter[action]=user.updated')).data).toEqual([]);
  });
});

describe('a review that is put off', () => {
  const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

  // Rules: 9.5.4, 9.5.5, 9.5.6
  test('is given to nobody until then, counted by itself, and can still be decided', async () => {
    await desk();
    const [first, second] = [await waiting(), await waiting()];
    const until = later(3_600_000);
    const { status, data } = await caller.api.post(`/executions/${first}/review_snooze`, { until, note: 'Pay slips' });
    expect([status, data.snoozed_until]).toEqual([200, until]);
    expect(await inbox('?filter[snoozed]=false')).toEqual([second]);
    expect(await inbox('?filter[snoozed]=true')).toEqual([first]);
    expect(await inbox()).toEqual([first, second]);
    expect(await countsOf(caller)).toMatchObject({ total: 1, decision: 1, unassigned: 1, snoozed: 1 });
    expect((await caller.api.post('/reviews/next', {})).data.execution_id).toBe(second);
    expect((await caller.api.post('/reviews/next', {})).status).toBe(404);
    const decided = await caller.api.post(`/executions/${first}/review_decisions`, { decision: 'approved' });
    expect(decided.status).toBe(200);
  });

  test('is back when the time has come, and at once with null', async () => {
    await desk();
    const id = await waiting();
    await caller.api.post(`/executions/${id}/review_snooze`, { until: later(3_600_000) });
    expect((await caller.api.post(`/executions/${id}/review_snooze`, { until: null })).data.snoozed_until).toBeNull();
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ snoozed_until: new Date(Date.now() - 1_000) })
      .where('execution_id', '=', id)
      .execute();
    expect(await countsOf(caller)).toMatchObject({ total: 1, snoozed: 0 });
    expect((await caller.api.post('/reviews/next', {})).data.execution_id).toBe(id);
  });

  // Rules: 9.5.4
  test.each([
    ['that has passed', -1_000, 'must be later than now'],
    ['beyond a year', 400 * 86_400_000, 'must be at most a year from now'],
  ])('until a time %s is refused', async (_what, ms, message) => {
    await desk();
    const id = await waiting();
    const { status, error } = await caller.api.post(`/executions/${id}/review_snooze`, { until: later(ms) });
    expect([status, error.details]).toEqual([422, [{ field: 'until', message }]]);
  });

  // Rules: 9.5.6
  test('that is decided meanwhile, or is of another client, is refused', async () => {
    await desk();
    const id = await waiting();
    const stranger = await gateway.caller();
    const body = { until: later(3_600_000) };
    expect((await stranger.api.post(`/executions/${id}/review_snooze`, body)).status).toBe(404);
    const viewer = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    expect((await viewer.api.post(`/executions/${id}/review_snooze`, body)).status).toBe(403);
    await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved' });
    expect((await caller.api.post(`/executions/${id}/review_snooze`, body)).error.code).toBe('review_not_pending');
  });
});

describe('the name in a row of the inbox', () => {
  // Rules: 9.5.8, 16.22.3
  test('is shown to whoever may read the case, with numbers masked, and to nobody else', async () => {
    await desk();
    const number = { first_name: 'Ann 900-10-1002', last_name: '900101002', ssn: '900-10-1002' };
    await waiting(null, number);
    const names = async (scopes: string[]): Promise<unknown> => {
      const reader = await gateway.caller({ of: caller, sameClient: true, scopes: scopes as ['executions:read'] });
      return (await reader.api.get('/reviews')).data[0].applicant_name;
    };
    expect(await names(['executions:read:full', 'pii:read'])).toBe('Ann 900-10-1002 900101002');
    expect(await names(['executions:read:full'])).toBe('Ann ***-**-1002 ***-**-1002');
    expect(await names(['executions:read'])).toBeUndefined();
  });

  // Rules: 9.5.8
  test('is null without one, and cut if it is long', async () => {
    await desk();
    await waiting(null, { email: 'x@example.com' });
    await waiting(null, { name: 'x'.repeat(1_500) });
    const { data } = await caller.api.get('/reviews');
    expect(data.map((row: { applicant_name: string | null }) => row.applicant_name?.length ?? null)).toEqual([
      null,
      200,
    ]);
  });
});

describe('the rules in a row of the inbox', () => {
  const condition = (field: string, actual: string | number, product: string | null) => ({
    ...{ branch: 'human_review', group: 0, source_node_id: product === null ? 'context' : 'credit', field },
    ...(product === null ? {} : { product_code: product }),
    ...{ operator: 'less_than', value: 680, actual, result: true, missing: false, text: `It is ${actual}` },
    found: String(actual),
  });
  const rule = (...conditions: ReturnType<typeof condition>[]) => ({
    ...{
      number: 3,
      id: 'r3',
      text: 'Review scores from 600 to 679.',
      is_requirement: false,
      decision: 'review' as const,
    },
    ...{ conditions, nearest: null },
  });
  const found = async (scopes: string[]): Promise<unknown> => {
    const reader = await gateway.caller({ of: caller, sameClient: true, scopes: scopes as ['executions:read'] });
    const [row] = (await reader.api.get('/reviews')).data;
    return row.rules?.map((each: ReturnType<typeof rule>) => [each.number, ...each.conditions.map((one) => one.found)]);
  };

  // Rules: 9.5.9, 9.5.10
  test('are shown to whoever may read the case, without what would be masked, and to nobody else', async () => {
    await desk();
    const id = await waiting();
    const rules = [
      rule(condition('score', 641, 'credit_report'), condition('applicant.ssn', '900-10-1002', null)),
      rule(condition('applicant.date_of_birth', '1990-05-05', null)),
    ];
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ rules: asJson(rules) })
      .where('execution_id', '=', id)
      .execute();
    expect(await found(['executions:read:full', 'pii:read'])).toEqual([
      [3, '641', '900-10-1002'],
      [3, '1990-05-05'],
    ]);
    const masked = await found(['executions:read:full']);
    expect(masked).toEqual([[3, '641'], [3]]);
    expect(await found(['executions:read'])).toBeUndefined();
  });

  // Rules: 9.5.10
  test('show no masked condition of the nearest rule', async () => {
    await desk();
    const id = await waiting();
    const conditions = [condition('score', 641, 'credit_report'), condition('applicant.ssn', '900-10-1002', null)];
    const nearest = { ...rule(...conditions), nearest: undefined };
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ rules: asJson([{ ...rule(), number: null, nearest }]) })
      .where('execution_id', '=', id)
      .execute();
    const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read:full'] });
    const [row] = (await reader.api.get('/reviews')).data;
    expect(row.rules[0].nearest.conditions.map((each: { found: string }) => each.found)).toEqual(['641']);
  });

  // Rules: 9.5.9
  test('are an empty list where nothing that was taken is a rule', async () => {
    await desk();
    await waiting();
    expect(await found(['executions:read:full'])).toEqual([]);
  });
});
