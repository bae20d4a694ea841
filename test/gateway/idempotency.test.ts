import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keyLock } from '../../services/gateway/http/idempotency/index.ts';
import { purgeExpired } from '../../services/gateway/purge.ts';
import { blockedBy } from '../support/locks.ts';
import { commandsOf, executionOf, park } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
let colleague: Caller;
const URL = 'https://93.184.215.14/hook';

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  colleague = await gateway.caller({ of: caller, sameClient: true });
});
afterAll(() => gateway.stop());

const post = (path: string, body: object | undefined, key: string, by: Caller = caller) =>
  by.api.post(path, body, { headers: { 'Idempotency-Key': key } });
const keyRow = (key: string) =>
  gateway.db.kysely
    .selectFrom('idempotency_key')
    .selectAll()
    .where('key', '=', `api_client:${caller.clientId}:${key}`)
    .executeTakeFirst();
const age = (key: string, days: number) =>
  gateway.db.kysely
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - days * 86_400_000 - 1_000) })
    .where('key', '=', `api_client:${caller.clientId}:${key}`)
    .execute();

describe('a POST with a key that is optional', () => {
  // Rules: 1.9.1
  test('replays its response byte for byte, and does its work once', async () => {
    const key = randomUUID();
    const body = { name: 'Once', definition: SIMPLE };
    const first = await post('/workflows', body, key);
    const again = await post('/workflows', { definition: SIMPLE, name: 'Once', active: true, use_case: null }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(JSON.stringify(again.data)).toBe(JSON.stringify(first.data));
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const { total_count } = (await caller.api.get('/workflows?filter[name]=Once')).body.meta;
    expect(total_count).toBe(1);
  });

  test('of many at once does its work once', async () => {
    const [id, key] = [await executionOf(caller), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(`/executions/${id}/review_notes`, { note: 'same' }, key)),
    );
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect((await caller.api.get(`/executions/${id}/review_events`)).data).toHaveLength(1);
  });

  // Rules: 1.9.2
  test.each([
    ['another body', { name: 'Two' }],
    ['another member', { name: 'One', use_case: 'x' }],
  ])('conflicts with %s', async (_what, body) => {
    const key = randomUUID();
    await post('/workflows', { name: 'One' }, key);
    const { status, error } = await post('/workflows', body, key);
    expect([status, error.code]).toEqual([409, 'idempotency_conflict']);
  });

  // Rules: 1.9.5
  test('conflicts with another operation, and with another record', async () => {
    const [one, two, key] = [await executionOf(caller), await executionOf(caller), randomUUID()];
    await post(`/executions/${one}/cancel`, undefined, key);
    const answers = [
      await post(`/executions/${two}/cancel`, undefined, key),
      await post('/workflows', { name: 'W' }, key),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(['idempotency_conflict', 'idempotency_conflict']);
    expect(await commandsOf(gateway.db, two)).toHaveLength(1);
  });

  test('that is refused stores no key', async () => {
    const key = randomUUID();
    expect((await post('/executions/999999/cancel', undefined, key)).status).toBe(404);
    expect(await keyRow(key)).toBeUndefined();
  });

  test('whose response cannot be stored changes nothing', async () => {
    const { kysely } = gateway.db;
    const table = kysely.schema.alterTable('idempotency_key');
    // Applies to the stored response, not to the key that is reserved before.
    await table.addCheckConstraint('unstorable', sql`response_data not like '%Unstorable%'`).execute();
    try {
      const { status } = await post('/workflows', { name: 'Unstorable' }, randomUUID());
      expect(status).toBe(500);
    } finally {
      await table.dropConstraint('unstorable').execute();
    }
    expect((await caller.api.get('/workflows?filter[name]=Unstorable')).data).toEqual([]);
  });

  // Rules: 1.9.3
  test('of a person conflicts with the same act of another person', async () => {
    const [id, key] = [await executionOf(caller), randomUUID()];
    await park(gateway.db, id);
    await post(`/executions/${id}/review_assignment`, { assignee: 'me' }, key);
    const { status, error } = await post(`/executions/${id}/review_assignment`, { assignee: 'me' }, key, colleague);
    expect([status, error.code]).toEqual([409, 'idempotency_conflict']);
  });

  // Rules: 1.9.6, 18.6.2
  test('is a new request once its key has expired', async () => {
    const key = randomUUID();
    const first = await post('/workflows', { name: 'Aged' }, key);
    await age(key, 30);
    await purgeExpired(gateway.db, { idempotencyDays: 30 });
    expect((await post('/workflows', { name: 'Aged' }, key)).data.id).not.toBe(first.data.id);
  });

  test('of a request that broke is free: 500 stores nothing', async () => {
    const key = randomUUID();
    await sql`create function refuse_note() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      gateway.db.kysely,
    );
    await sql`create trigger refuse_note before insert on review_event for each row execute function refuse_note()`.execute(
      gateway.db.kysely,
    );
    const id = await executionOf(caller);
    try {
      expect((await post(`/executions/${id}/review_notes`, { note: 'x' }, key)).status).toBe(500);
    } finally {
      await sql`drop trigger refuse_note on review_event`.execute(gateway.db.kysely);
      await sql`drop function refuse_note`.execute(gateway.db.kysely);
    }
    const { status, headers } = await post(`/executions/${id}/review_notes`, { note: 'x' }, key);
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test("is the client's: another token of it replays, if it may call the operation at all", async () => {
    const [id, key] = [await executionOf(caller), randomUUID()];
    const first = await post(`/executions/${id}/cancel`, undefined, key);
    const again = await post(`/executions/${id}/cancel`, undefined, key, colleague);
    expect([again.data, again.headers.get('idempotent-replayed')]).toEqual([first.data, 'true']);
    const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    expect((await post(`/executions/${id}/cancel`, undefined, key, reader)).error.code).toBe('insufficient_scope');
  });

  // Rules: 1.9.9
  test('may have 200 characters, and no more', async () => {
    expect((await post('/workflows', { name: 'W' }, 'k'.repeat(200))).status).toBe(201);
    const { status, error } = await post('/workflows', { name: 'W' }, 'k'.repeat(201));
    expect([status, error.details]).toEqual([
      422,
      [{ field: 'Idempotency-Key', message: 'must have at most 200 characters here' }],
    ]);
  });

  // Rules: 1.9.9
  test('that another writer would write in other bytes is refused, and nothing is done', async () => {
    const { status, error } = await post('/workflows', { name: 'Bytes' }, 'caf\u00e9');
    expect([status, error.details[0].field]).toEqual([422, 'Idempotency-Key']);
    expect((await caller.api.get('/workflows?filter[name]=Bytes')).data).toEqual([]);
  });
});

describe('operations that take no key', () => {
  test.each([
    ['GET', undefined],
    ['PATCH', { name: 'Renamed' }],
  ])('%s ignores the header, whatever it holds', async (method, body) => {
    const key = randomUUID();
    const { id } = (await post('/workflows', { name: 'Keyless' }, key)).data;
    for (const header of [key, 'k'.repeat(1_000), ' ']) {
      const headers = { 'Idempotency-Key': header };
      const answer = await caller.api.call(method, `/workflows/${id}`, { headers, ...(body && { body }) });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
    expect((await keyRow(key))?.response_status).toBe(201);
  });
});

describe('a trigger whose key another request holds', () => {
  test('waits for it alone: the triggers of others go on', async () => {
    const [id, key, other] = [await executionOf(caller), randomUUID(), await gateway.caller()];
    const workflow = (await caller.api.post('/workflows', { name: 'Mine', definition: SIMPLE })).data;
    const holder = await gateway.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from execution where id = $1 for update', [id]);
      const cancel = post(`/executions/${id}/cancel`, undefined, key);
      await blockedBy(gateway.db, holder);
      const mine = Promise.all([1, 2, 3].map(() => caller.api.trigger(workflow.id, {}, key)));
      // Executions of a client whose triggers share statements with the ones that wait.
      for (let count = 0; count < 3; count += 1) expect(await executionOf(other)).toBeGreaterThan(0);
      const isHeld = await Promise.race([cancel.then(() => false), Promise.resolve(true)]);
      expect(isHeld).toBe(true);
      await holder.query('rollback');
      expect((await cancel).status).toBe(200);
      expect((await mine).map(({ status, error }) => [status, error?.code])).toEqual(
        Array.from({ length: 3 }, () => [409, 'idempotency_conflict']),
      );
    } finally {
      holder.release(true);
    }
  });

  test.each([
    ['a request without a response yet', ''],
    ['a response without an id', '{"object":"revealed_values"}'],
    ['a response whose id is no number', '{"id":"5b0f0a52"}'],
  ])('of %s is refused to a trigger, and not to those that are written with it', async (_, response) => {
    const workflow = (await caller.api.post('/workflows', { name: 'Beside', definition: SIMPLE })).data;
    const taken = `api_client:${caller.clientId}:${randomUUID()}`;
    await gateway.db.kysely
      .insertInto('idempotency_key')
      .values({
        api_client_id: caller.clientId,
        key: taken,
        fingerprint: 'of another request',
        response_status: 201,
        response_data: response,
      })
      .execute();
    const keys = [taken.split(':')[2] ?? '', ...Array.from({ length: 5 }, () => randomUUID())];
    const answers = await Promise.all(keys.map((key) => caller.api.trigger(workflow.id, {}, key)));
    expect(answers.map(({ status }) => status)).toEqual([409, 202, 202, 202, 202, 202]);
    expect(answers[0]?.error.code).toBe('idempotency_conflict');
    // Now the state of the workflow is read first, together with the key.
    await caller.api.call('PATCH', `/workflows/${workflow.id}`, { body: { name: 'Beside it' } });
    await gateway.db.kysely.updateTable('workflow').set({ version: 2 }).where('id', '=', workflow.id).execute();
    expect((await caller.api.trigger(workflow.id, {}, keys[0])).status).toBe(409);
  });

  test('replays a trigger with the id of its execution, however its payload was wrapped', async () => {
    const workflow = (await caller.api.post('/workflows', { name: 'Wrapped', definition: SIMPLE })).data;
    const [key, applicant] = [randomUUID(), { first_name: 'Ada' }];
    const first = await caller.api.trigger(workflow.id, { payload: { applicant } }, key);
    const again = await caller.api.trigger(workflow.id, { applicant, skip_waits: false, sandbox: {} }, key);
    expect([again.status, again.data]).toEqual([202, first.data]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await caller.api.trigger(workflow.id, { applicant: { first_name: 'Ida' } }, key);
    expect(other.error.code).toBe('idempotency_conflict');
  });

  test('that is held for long says that it did nothing', async () => {
    const [workflow, key] = [
      (await caller.api.post('/workflows', { name: 'Held', definition: SIMPLE })).data,
      randomUUID(),
    ];
    const holder = await gateway.db.pool.connect();
    try {
      await holder.query('begin');
      const stored = `api_client:${caller.clientId}:${key}`;
      await holder.query(`select pg_advisory_xact_lock(${keyLock('$1', '$2')})`, [caller.clientId, stored]);
      const { status, error } = await caller.api.trigger(workflow.id, {}, key);
      expect([status, error.code]).toEqual([503, 'service_unavailable']);
      expect(error.message).toContain('did nothing');
      await holder.query('rollback');
      expect((await caller.api.trigger(workflow.id, {}, key)).status).toBe(202);
    } finally {
      holder.release(true);
    }
  });
});

describe('a response with a secret', () => {
  // Rules: 1.9.7
  test('is replayed with it for a day, stored encrypted, and then without it', async () => {
    const key = randomUUID();
    const first = await post('/webhook_subscriptions', { url: URL }, key);
    expect((await post('/webhook_subscriptions', { url: URL }, key)).data).toEqual(first.data);
    expect(JSON.stringify(await keyRow(key))).not.toContain(first.data.signing_secret);
    await age(key, 1);
    await purgeExpired(gateway.db, { idempotencyDays: 30 });
    // Without ApiCaller, which checks each response against the document: this one lacks its secret.
    const late = await fetch(`${gateway.baseUrl}/api/v1/webhook_subscriptions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ url: URL }),
    });
    const { signing_secret, ...open } = first.data;
    expect([late.status, ((await late.json()) as { data: object }).data]).toEqual([201, open]);
    expect((await keyRow(key))?.response_sealed).toBeNull();
  });

  test('of a rotation rotates once', async () => {
    const { id } = (await caller.api.post('/webhook_subscriptions', { url: URL })).data;
    const key = randomUUID();
    const [one, two] = [
      await post(`/webhook_subscriptions/${id}/rotate_secret`, undefined, key),
      await post(`/webhook_subscriptions/${id}/rotate_secret`, undefined, key),
    ];
    expect(two.data).toEqual(one.data);
  });
});

describe('what has expired', () => {
  test('the secret before a rotation is erased after its grace', async () => {
    const { id } = (await caller.api.post('/webhook_subscriptions', { url: URL })).data;
    await caller.api.post(`/webhook_subscriptions/${id}/rotate_secret`);
    const previous = async () => {
      await purgeExpired(gateway.db, { idempotencyDays: 30 });
      const row = gateway.db.kysely.selectFrom('webhook_subscription').select('previous_secret').where('id', '=', id);
      return (await row.executeTakeFirstOrThrow()).previous_secret;
    };
    expect(await previous()).toEqual(expect.any(String));
    const ended = { previous_secret_until: new Date(Date.now() - 1_000) };
    await gateway.db.kysely.updateTable('webhook_subscription').set(ended).where('id', '=', id).execute();
    expect(await previous()).toBeNull();
  });
});
