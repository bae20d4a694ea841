import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { EVENT_NAMES } from '../../core/events.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';
import { checkEvent } from './conformance.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
const box = new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
/** A literal address, so that no name has to be resolved. */
const URL = 'https://93.184.215.14/hook';

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const create = async (body: object = {}) =>
  (await caller.api.post('/webhook_subscriptions', { url: URL, ...body })).data;
const rowOf = (id: number) =>
  gateway.db.kysely.selectFrom('webhook_subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const open = (sealed: string) => box.open(sealed, subscriptionSecretContext(caller.clientId));

describe('a subscription', () => {
  // Rules: 18.1.1
  test('is answered with its secret once, which is stored sealed', async () => {
    const { status, data } = await caller.api.post('/webhook_subscriptions', {
      url: URL,
      event_filter: ['execution.completed', 'execution.completed'],
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(Number),
      object: 'webhook_subscription',
      url: URL,
      event_filter: ['execution.completed'],
      active: true,
      health: { status: 'ok' },
      deliveries: { waiting: 0, unsuccessful: 0, last: null },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret_rotated_at: null,
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret } = await rowOf(data.id);
    expect(secret).not.toContain(data.signing_secret);
    expect(open(secret)).toBe(data.signing_secret);
    for (const path of [`/webhook_subscriptions/${data.id}`, '/webhook_subscriptions']) {
      expect((await caller.api.get(path)).text).not.toContain('secret"');
    }
  });

  test.each([
    'http://localhost/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'https://user:password@93.184.215.14/',
    'ftp://93.184.215.14/',
    'not a url',
    '',
  ])('is refused for the URL %j', async (url) => {
    const { status, error } = await caller.api.post('/webhook_subscriptions', { url });
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details[0].field).toBe('url');
  });

  test('is refused for unknown events, each named', async () => {
    const { error } = await caller.api.post('/webhook_subscriptions', {
      url: URL,
      event_filter: ['execution.completed', 'execution.started', 5],
    });
    expect(new Set(error.details.map(({ field }: { field: string }) => field))).toEqual(
      new Set(['event_filter[1]', 'event_filter[2]']),
    );
  });

  // Rules: 14.3.7
  test('is answered with its URL as it is requested, created and changed', async () => {
    const created = await create({ url: 'HTTPS://Hooks.Example.COM:443/a/../b%20c?x=1#frag' });
    expect(created.url).toBe('https://hooks.example.com/b%20c?x=1');
    const changed = await caller.api.patch(`/webhook_subscriptions/${created.id}`, {
      url: 'https://b\u00fccher.example./hooks/./new',
    });
    expect(changed.data.url).toBe('https://xn--bcher-kva.example/hooks/new');
  });

  test('begins paused with `active: false`, and receives nothing until it is activated', async () => {
    const { status, data } = await caller.api.post('/webhook_subscriptions', { url: URL, active: false });
    expect([status, data.active]).toEqual([201, false]);
    expect((await caller.api.get(`/webhook_subscriptions/${data.id}`)).data.active).toBe(false);
    const activated = await caller.api.patch(`/webhook_subscriptions/${data.id}`, { active: true });
    expect(activated.data.active).toBe(true);
  });

  test('changes what a PATCH names, under the same rules', async () => {
    const { id } = await create();
    const changed = await caller.api.patch(`/webhook_subscriptions/${id}`, { active: false, event_filter: [] });
    expect(changed.data).toMatchObject({ active: false, event_filter: [], url: URL });
    const refused = await caller.api.patch(`/webhook_subscriptions/${id}`, { url: 'http://localhost/' });
    expect(refused.error.details[0].field).toBe('url');
    expect((await caller.api.patch(`/webhook_subscriptions/${id}`, {})).status).toBe(200);
  });

  test('takes null for the filter as all events, created and changed', async () => {
    const { id, event_filter: created } = await create({ event_filter: null });
    await caller.api.patch(`/webhook_subscriptions/${id}`, { event_filter: ['execution.failed'] });
    const { data } = await caller.api.patch(`/webhook_subscriptions/${id}`, { event_filter: null });
    expect([created, data.event_filter]).toEqual([[], []]);
    const named = await create({ event_filter: ['execution.failed'] });
    await caller.api.patch(`/webhook_subscriptions/${named.id}`, { active: false });
    expect((await rowOf(named.id)).event_filter).toEqual(['execution.failed']);
  });

  // Rules: 14.9.2
  test('keeps its previous secret for 24 hours after a rotation, and no older one', async () => {
    const first = await create();
    const second = await caller.api.post(`/webhook_subscriptions/${first.id}/rotate_secret`);
    expect(second.status).toBe(200);
    expect(second.data.signing_secret).not.toBe(first.signing_secret);
    const third = await caller.api.post(`/webhook_subscriptions/${first.id}/rotate_secret`);
    const row = await rowOf(first.id);
    expect([open(row.secret), open(row.previous_secret ?? '')]).toEqual([
      third.data.signing_secret,
      second.data.signing_secret,
    ]);
    const hours = ((row.previous_secret_until?.getTime() ?? 0) - (row.secret_rotated_at?.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeCloseTo(24, 3);
  });

  test('is gone after DELETE', async () => {
    const { id } = await create();
    expect((await caller.api.delete(`/webhook_subscriptions/${id}`)).status).toBe(204);
    for (const answer of [
      await caller.api.get(`/webhook_subscriptions/${id}`),
      await caller.api.delete(`/webhook_subscriptions/${id}`),
      await caller.api.patch(`/webhook_subscriptions/${id}`, { active: true }),
      await caller.api.post(`/webhook_subscriptions/${id}/rotate_secret`),
      await caller.api.post(`/webhook_subscriptions/${id}/test`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  // Rules: 14.10.1
  test('shows that its receiver has been failing', async () => {
    const { id } = await create();
    const since = new Date(Date.now() - 6 * 86_400_000);
    await gateway.db.kysely
      .updateTable('webhook_subscription')
      .set({ failing_since: since })
      .where('id', '=', id)
      .execute();
    const { data } = await caller.api.get(`/webhook_subscriptions/${id}`);
    expect(data.health).toEqual({ status: 'failing', since: since.toISOString() });
    // The old receiver keeps failing; another one has not failed yet.
    const changed = async (url: string) =>
      (await caller.api.patch(`/webhook_subscriptions/${id}`, { url })).data.health.status;
    expect([await changed(URL), await changed(`${URL}/other`), await changed(URL)]).toEqual(['failing', 'ok', 'ok']);
  });
});

describe('a sample', () => {
  const eventOf = (id: string) =>
    gateway.db.kysely.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test.each(EVENT_NAMES)('of %s is delivered whatever the filter says, as the document describes it', async (event) => {
    const { id } = await create({ event_filter: ['execution.failed'] });
    const { status, data } = await caller.api.post(`/webhook_subscriptions/${id}/test`, { event });
    expect([status, data]).toMatchObject([202, { subscription_id: id, event, status: 'pending', attempts: 0 }]);
    expect(gateway.published).toContain('deliveries.ready');
    const row = await eventOf(data.event_id);
    const body = JSON.parse(row.body);
    expect([row.api_client_id, body.id, body.data.test]).toEqual([caller.clientId, data.event_id, true]);
    expect(() => checkEvent(event, body)).not.toThrow();
  });

  test('is of execution.completed where no event is named', async () => {
    const { id } = await create();
    const { data } = await caller.api.post(`/webhook_subscriptions/${id}/test`);
    expect(data.event).toBe('execution.completed');
  });

  test('of an event that does not exist is refused', async () => {
    const { id } = await create();
    const { error } = await caller.api.post(`/webhook_subscriptions/${id}/test`, { event: 'execution.started' });
    expect([error.code, error.details[0].field]).toEqual(['validation_failed', 'event']);
  });

  test('goes to no other subscription', async () => {
    const { id } = await create();
    await create();
    const { data } = await caller.api.post(`/webhook_subscriptions/${id}/test`);
    const rows = await gateway.db.kysely
      .selectFrom('webhook_delivery')
      .select('subscription_id')
      .where('event_id', '=', data.event_id)
      .execute();
    expect(rows).toEqual([{ subscription_id: id }]);
  });
});

/** A delivery of the caller, as the executor and the webhooks service would have left it. */
const deliver = async (more: object = {}, subscription?: number, owner = caller) => {
  const eventId = randomUUID();
  await gateway.db.kysely
    .insertInto('event')
    .values({ id: eventId, api_client_id: owner.clientId, name: 'execution.completed', body: '{}' })
    .execute();
  const { id } = await gateway.db.kysely
    .insertInto('webhook_delivery')
    .values({
      event_id: eventId,
      subscription_id: subscription ?? (await create()).id,
      api_client_id: owner.clientId,
      event: 'execution.completed',
      next_retry_at: null,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, eventId };
};

describe('a delivery', () => {
  test('shows how it went', async () => {
    const { id, eventId } = await deliver({ status: 'dead', attempts: 6, last_response_status: 500 });
    const { data } = await caller.api.get(`/webhook_deliveries/${id}`);
    expect(data).toEqual({
      id,
      object: 'webhook_delivery',
      subscription_id: expect.any(Number),
      subscription_deleted_at: null,
      event: 'execution.completed',
      event_id: eventId,
      status: 'dead',
      attempts: 6,
      last_response_status: 500,
      last_error: null,
      next_retry_at: null,
      last_attempt_at: null,
      delivered_at: null,
      created_at: expect.any(String),
      execution_id: null,
      attempts_log: [],
    });
  });

  // Rules: 14.10.2
  test('names the execution of its event, and is counted with its subscription', async () => {
    const executionId = await executionOf(caller);
    const first = await deliver({ status: 'dead', attempts: 6, last_response_status: 500 });
    const subscription_id = (await caller.api.get(`/webhook_deliveries/${first.id}`)).data.subscription_id;
    await gateway.db.kysely
      .updateTable('event')
      .set({ execution_id: executionId })
      .where('id', '=', first.eventId)
      .execute();
    expect((await caller.api.get(`/webhook_deliveries/${first.id}`)).data.execution_id).toBe(executionId);
    const read = async () => (await caller.api.get(`/webhook_subscriptions/${subscription_id}`)).data.deliveries;
    expect(await read()).toEqual({
      waiting: 0,
      unsuccessful: 1,
      last: { id: first.id, status: 'dead', response_status: 500, created_at: expect.any(String) },
    });
    const { data: sample } = await caller.api.post(`/webhook_subscriptions/${subscription_id}/test`, {});
    expect(await read()).toMatchObject({ waiting: 1, unsuccessful: 1, last: { id: sample.id, status: 'pending' } });
    const listed = (await caller.api.get('/webhook_subscriptions?per_page=100')).data;
    expect(listed.find((row: { id: number }) => row.id === subscription_id).deliveries).toEqual(await read());
  });

  test('shows its attempts, those that failed and the one that succeeded', async () => {
    const times = {
      last_attempt_at: new Date('2026-03-02T15:06:00.000Z'),
      delivered_at: new Date('2026-03-02T15:06:00.120Z'),
    };
    const { id } = await deliver({ status: 'succeeded', attempts: 2, last_response_status: 204, ...times });
    const first = {
      attempted_at: new Date('2026-03-02T15:05:00.000Z'),
      duration_ms: 7,
      response_status: 503,
      error: 'No.',
    };
    await gateway.db.kysely
      .insertInto('webhook_attempt')
      .values({ delivery_id: id, attempt: 1, ...first })
      .execute();

    expect((await caller.api.get(`/webhook_deliveries/${id}`)).data.attempts_log).toEqual([
      { attempt: 1, ...first, attempted_at: '2026-03-02T15:05:00.000Z' },
      { attempt: 2, attempted_at: '2026-03-02T15:06:00.000Z', duration_ms: 120, response_status: 204, error: null },
    ]);
  });

  test.each(['failed', 'dead'])(
    'that is %s is due again after a retry, and the webhooks service is told',
    async (status) => {
      const { id } = await deliver({ status, attempts: 6 });
      const answer = await caller.api.post(`/webhook_deliveries/${id}/retry`);
      expect(answer.status).toBe(202);
      expect(answer.data).toMatchObject({ id, status: 'retrying', next_retry_at: expect.any(String) });
      expect(gateway.published).toContain('deliveries.ready');
    },
  );

  test.each(['pending', 'retrying', 'succeeded'])('that is %s cannot be retried', async (status) => {
    const { id } = await deliver({ status });
    const { status: code, error } = await caller.api.post(`/webhook_deliveries/${id}/retry`);
    expect([code, error.code]).toEqual([409, 'delivery_not_retryable']);
    expect(error.message).toBe(`The status of the delivery is ${status}; only failed and dead ones are retried.`);
  });

  test('of a subscription that was paused or deleted cannot be retried', async () => {
    for (const end of ['pause', 'delete'] as const) {
      const { id: subscription } = await create();
      const { id } = await deliver({ status: 'dead' }, subscription);
      if (end === 'pause') await caller.api.patch(`/webhook_subscriptions/${subscription}`, { active: false });
      else await caller.api.delete(`/webhook_subscriptions/${subscription}`);
      const { error } = await caller.api.post(`/webhook_deliveries/${id}/retry`);
      expect(error.code).toBe('delivery_not_retryable');
      expect(error.message).toContain(end === 'pause' ? 'is paused; activate it' : 'is deleted');
    }
  });

  test('says when its subscription was deleted, in the list and by itself', async () => {
    const { id: subscription } = await create();
    const { id } = await deliver({ status: 'dead' }, subscription);
    const shown = async () => {
      const { data: list } = await caller.api.get(`/webhook_deliveries?filter[subscription_id]=${subscription}`);
      const { data: one } = await caller.api.get(`/webhook_deliveries/${id}`);
      return [list[0], one].map(({ subscription_deleted_at: at }) => at as string | null);
    };
    expect(await shown()).toEqual([null, null]);
    const before = new Date();
    await caller.api.delete(`/webhook_subscriptions/${subscription}`);
    const [listed, single] = await shown();
    expect(Date.parse(listed ?? '')).toBeGreaterThanOrEqual(before.getTime() - 1_000);
    expect(single).toBe(listed);
  });

  test('is listed by subscription, event and status', async () => {
    const { id: subscription } = await create();
    const { id } = await deliver({ status: 'succeeded' }, subscription);
    const idsOf = async (query: string) =>
      (await caller.api.get(`/webhook_deliveries?filter[subscription_id]=${subscription}${query}`)).data.map(
        ({ id: each }: { id: number }) => each,
      );
    expect(await idsOf('')).toEqual([id]);
    expect(await idsOf('&filter[event]=execution.completed&filter[status]=succeeded')).toEqual([id]);
    expect(await idsOf('&filter[status]=dead')).toEqual([]);
    expect((await caller.api.get('/webhook_deliveries?filter[event]=no.event')).error.code).toBe('validation_failed');
  });

  test('is counted by its status together with another filter', async () => {
    const { id: subscription } = await create();
    await deliver({ status: 'succeeded' }, subscription);
    await deliver({ status: 'dead' }, subscription);
    await deliver({ status: 'succeeded' });
    const { body } = await caller.api.get(
      `/webhook_deliveries?filter[status]=succeeded&filter[subscription_id]=${subscription}`,
    );
    expect(body.meta.total_count).toBe(1);
  });

  test('is listed by execution and by time', async () => {
    const { id: subscription } = await create();
    const created_at = new Date('2026-02-01T10:00:00.000Z');
    const { id, eventId } = await deliver({ status: 'succeeded', created_at }, subscription);
    await deliver({ status: 'succeeded' }, subscription);
    await gateway.db.kysely.updateTable('event').set({ execution_id: 77 }).where('id', '=', eventId).execute();
    for (const filter of [
      'filter[execution_id]=77',
      'filter[created_before]=2026-02-01T10:00:01Z',
      'filter[created_after]=2026-02-01T10:00:00Z&filter[created_before]=2026-02-02T00:00:00Z',
    ]) {
      const { data, body } = await caller.api.get(`/webhook_deliveries?${filter}`);
      expect([data.map((one: { id: number }) => one.id), body.meta.total_count]).toEqual([[id], 1]);
    }
  });

  test('is counted by its status, and follows a change of it', async () => {
    const other = await gateway.caller();
    const countOf = async (status: string) =>
      (await other.api.get(`/webhook_deliveries?filter[status]=${status}`)).body.meta.total_count;
    const counts = () => Promise.all(['pending', 'retrying', 'succeeded', 'failed', 'dead'].map(countOf));
    const { data: subscription } = await other.api.post('/webhook_subscriptions', { url: 'https://example.com/' });
    for (let sample = 0; sample < 3; sample += 1) {
      await other.api.post(`/webhook_subscriptions/${subscription.id}/test`);
    }
    expect(await counts()).toEqual([3, 0, 0, 0, 0]);

    const rows = gateway.db.kysely.updateTable('webhook_delivery').where('subscription_id', '=', subscription.id);
    await gateway.db.kysely.deleteFrom('webhook_queue').where('subscription_id', '=', subscription.id).execute();
    await rows.set({ status: 'dead', attempts: 6 }).execute();
    expect(await counts()).toEqual([0, 0, 0, 0, 3]);

    const since = '2026-01-01T00:00:00Z';
    const answer = await other.api.post(`/webhook_subscriptions/${subscription.id}/redeliver`, { since });
    expect([answer.status, answer.data]).toMatchObject([202, { requeued: 3, has_more: false }]);
    expect(await counts()).toEqual([0, 3, 0, 0, 0]);
  });
});

describe('a redelivery', () => {
  // Rules: 14.7.1
  test('names the time since when, and only statuses that can be retried', async () => {
    const { id } = await create();
    for (const [body, field] of [
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-01-01T00:00:00Z', statuses: ['succeeded'] }, 'statuses[0]'],
    ] as const) {
      const { error } = await caller.api.post(`/webhook_subscriptions/${id}/redeliver`, body);
      expect([error.code, error.details[0].field]).toEqual(['validation_failed', field]);
    }
  });

  test('takes every time that the filters take, leap seconds included', async () => {
    const { id } = await create();
    for (const since of ['2016-12-31T23:59:60Z', '0001-01-01T00:00:00Z', '9999-12-30T00:00:00+01:00']) {
      const { status, data } = await caller.api.post(`/webhook_subscriptions/${id}/redeliver`, { since });
      expect([status, data?.requeued]).toEqual([202, 0]);
    }
  });

  test('of a paused subscription is refused', async () => {
    const { id } = await create();
    await caller.api.patch(`/webhook_subscriptions/${id}`, { active: false });
    const since = '2026-01-01T00:00:00Z';
    const { error } = await caller.api.post(`/webhook_subscriptions/${id}/redeliver`, { since });
    expect(error.code).toBe('delivery_not_retryable');
    expect(error.message).toContain('is paused; activate it');
  });

  // Rules: 14.7.1
  test('requeues what was emitted since then and has the statuses that are named, and nothing else', async () => {
    const { id: subscription } = await create();
    const { id: other } = await create();
    const [old, failed, dead] = [
      await deliver({ status: 'dead', created_at: new Date('2026-01-01T00:00:00Z') }, subscription),
      await deliver({ status: 'failed', created_at: new Date('2026-01-02T00:00:00Z') }, subscription),
      await deliver({ status: 'dead', created_at: new Date('2026-01-03T00:00:00Z') }, subscription),
    ];
    await deliver({ status: 'dead', created_at: new Date('2026-01-03T00:00:00Z') }, other);
    const path = `/webhook_subscriptions/${subscription}/redeliver`;
    const statusOf = async ({ id }: { id: number }) => (await caller.api.get(`/webhook_deliveries/${id}`)).data.status;
    const since = '2026-01-02T00:00:00Z';
    expect((await caller.api.post(path, { since, statuses: ['dead'] })).data.requeued).toBe(1);
    expect(await Promise.all([old, failed, dead].map(statusOf))).toEqual(['dead', 'failed', 'pending']);
    expect((await caller.api.post(path, { since })).data.requeued).toBe(1);
    expect(await Promise.all([old, failed].map(statusOf))).toEqual(['dead', 'pending']);
  });

  test('requeues what has a lower id than the first one of that time', async () => {
    const quiet = await gateway.caller();
    const { id: subscription } = (await quiet.api.post('/webhook_subscriptions', { url: URL })).data;
    for (const createdAt of ['2026-01-02T00:00:01Z', '2026-01-02T00:00:00Z']) {
      await deliver({ status: 'dead', created_at: new Date(createdAt) }, subscription, quiet);
    }
    const since = '2026-01-02T00:00:00Z';
    const { data } = await quiet.api.post(`/webhook_subscriptions/${subscription}/redeliver`, { since });
    expect(data).toMatchObject({ requeued: 2, has_more: false });
  });

  test('does not reach the subscription of another client', async () => {
    const { id } = await create();
    const other = await gateway.caller();
    const answer = await other.api.post(`/webhook_subscriptions/${id}/redeliver`, { since: '2026-01-01T00:00:00Z' });
    expect(answer.error.code).toBe('not_found');
  });
});
