import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { unguarded } from '../support/transitions.ts';
import { until } from '../support/until.ts';
import { ApiCaller } from './api-caller.ts';
import { declinedWorld, executionOf, park, recordedRun } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGatewayOn, type Caller, type TestGateway } from './support.ts';

let database: TestDatabase;
/** Past the proxy. */
let db: Database;
let proxy: PostgresProxy;
let proxied: Database;
let gateway: TestGateway;
let caller: Caller;
let colleague: Caller;
let workflowId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open({ poolMax: 10 });
  proxy = await startPostgresProxy(database.url);
  proxied = openDatabase({ url: proxy.url, poolMax: 10, connectTimeoutMs: PATIENCE_MS, onPoolError: () => undefined });
  gateway = await startGatewayOn(proxied);
  caller = await gateway.caller({ productionAccess: true });
  colleague = await gateway.caller({ of: caller, sameClient: true });
  workflowId = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
});
afterAll(async () => {
  await gateway?.stop();
  await proxied?.close();
  await proxy?.stop();
  await database?.drop();
});

const parked = async (kinds?: Parameters<typeof park>[2]) => {
  const { id } = (await caller.api.trigger(workflowId, {})).data;
  await park(db, id, kinds);
  return id;
};
const parkedMany = (count: number) => Promise.all(Array.from({ length: count }, () => parked()));
const bulkBy = (api: ApiCaller, body: object, key?: string) =>
  api.post('/executions/review_bulk_actions', body, key === undefined ? {} : { headers: { 'Idempotency-Key': key } });
const bulk = (body: object, key?: string) => bulkBy(caller.api, body, key);
const setExecution = (id: number, values: Record<string, unknown>) =>
  unguarded(db, (trx) => trx.updateTable('execution').set(values).where('id', '=', id).execute());
/** How often each was decided, by its round, its review events and its pokes. */
const decisionsOf = async (ids: readonly number[]) => {
  const { rows } = await db.pool.query<{ id: number; rounds: number; events: number; pokes: number }>(
    `select e.id,
       (select count(*) from review_round r where r.execution_id = e.id and r.status = 'decided')::int as rounds,
       (select count(*) from review_event v where v.execution_id = e.id and v.event_type = 'denied')::int as events,
       (select count(*) from command c where c.execution_id = e.id and c.kind = 'poke')::int as pokes
     from execution e where e.id = any ($1) order by e.id`,
    [ids],
  );
  return rows.map(({ rounds, events, pokes }) => [rounds, events, pokes]);
};

describe('a bulk action on 25', () => {
  test.each([
    ['deny', undefined],
    ['deny', randomUUID],
    ['assign_to_me', undefined],
    ['assign_to_me', randomUUID],
  ] as const)('takes one round trip more than on one at most (%s, key %p)', async (bulk_action, key) => {
    const tripsFor = async (count: number) => {
      const ids = await parkedMany(count);
      const acting = () => bulk({ execution_ids: ids, bulk_action }, key?.());
      let data: Record<string, unknown> = {};
      const trips = await proxy.countRoundTrips(async () => {
        ({ data } = await acting());
      });
      const done = bulk_action === 'deny' ? data.enqueued : data.applied;
      expect([done, data.skipped]).toEqual([count, []]);
      return trips;
    };
    // The first connections are opened and prepare the statement, which takes other round trips.
    await tripsFor(2);
    const one = await tripsFor(1);
    expect(one).toBeGreaterThanOrEqual(4);
    expect(await tripsFor(25)).toBeLessThanOrEqual(one + 1);
  });

  // Rules: 9.7.4
  test('gives every reason in one response, each id in one result, in the order of the ids', async () => {
    const many = await parkedMany(14);
    const [held, mine, live, ended, decided, letterThen] = await Promise.all([
      parked(),
      parked(),
      parked(),
      parked(),
      parked(),
      parked(['decision', 'notice']),
    ]);
    const [never, foreign] = [await executionOf(caller), await executionOf(await gateway.caller())];
    await colleague.api.post(`/executions/${held}/review_assignment`, { assignee: 'me' });
    await caller.api.post(`/executions/${mine}/review_assignment`, { assignee: 'me' });
    await caller.api.post(`/executions/${ended}/cancel`);
    await caller.api.post(`/executions/${decided}/review_decisions`, { decision: 'approved' });
    await caller.api.post(`/executions/${letterThen}/review_decisions`, { decision: 'denied' });
    await setExecution(live, { execution_mode: 'live' });
    const setAccess = (production_access: boolean) =>
      db.kysely.updateTable('account').set({ production_access }).where('id', '=', caller.accountId).execute();
    await setAccess(false);
    const missing = [900_000_001, 900_000_002, 900_000_003];
    const ids = [...many, held, mine, live, ended, decided, letterThen, never, foreign, ...missing];
    expect(ids).toHaveLength(25);
    const { status, data } = await bulk({ execution_ids: ids.toReversed(), bulk_action: 'assign_to_me' });
    await setAccess(true);
    expect(status).toBe(200);
    // The open review of `letterThen` is an ordinary one.
    expect([data.applied, data.enqueued]).toEqual([15, 0]);
    expect(data.skipped).toEqual(
      [
        { id: held, reason: 'assigned_elsewhere' },
        { id: mine, reason: 'already_assigned' },
        { id: live, reason: 'live_mode_forbidden' },
        { id: ended, reason: 'not_awaiting_review' },
        { id: decided, reason: 'review_not_pending' },
        { id: never, reason: 'not_awaiting_review' },
        ...[foreign, ...missing].map((id) => ({ id, reason: 'not_found' })),
      ].sort((a, b) => a.id - b.id),
    );
  });

  // Rules: 9.7.2
  test('gives its reasons to each of the decisions', async () => {
    const ids = await parkedMany(3);
    const reasons = ['Rent unpaid at an earlier landlord', 'Gap in references'];
    const { data } = await bulk({ execution_ids: ids, bulk_action: 'deny', reasons });
    expect([data.enqueued, data.skipped]).toEqual([3, []]);
    const rounds = await db.kysely
      .selectFrom('review_round')
      .select('reasons')
      .where('execution_id', 'in', ids)
      .execute();
    expect(rounds).toEqual(ids.map(() => ({ reasons })));
  });

  // Rules: 9.7.1
  test('approves letters that wait for reasons, if it gives some, and says what they lack if not', async () => {
    const ids = await Promise.all([parked(['notice']), parked(['notice'])]);
    await db.kysely.updateTable('review_round').set({ needs: 'reasons' }).where('execution_id', 'in', ids).execute();
    const approve = (reasons?: string[]) =>
      bulk({
        execution_ids: ids,
        bulk_action: 'approve',
        kind: 'notice',
        ...(reasons === undefined ? {} : { reasons }),
      });
    const lacking = (await approve()).data;
    expect(lacking.skipped).toEqual(
      ids
        .toSorted((a, b) => a - b)
        .map((id) => ({
          id,
          reason: 'review_not_pending',
          message: expect.stringContaining('reasons: is required'),
        })),
    );
    expect((await approve(['Gap in references'])).data).toMatchObject({ enqueued: 2, skipped: [] });
  });

  // Rules: 9.7.1
  test('says of a review of the other kind how it is decided', async () => {
    const id = await parked(['notice']);
    expect((await bulk({ execution_ids: [id], bulk_action: 'deny' })).data.skipped).toEqual([
      { id, reason: 'review_not_pending', message: expect.stringContaining('"kind": "notice"') },
    ]);
    expect((await bulk({ execution_ids: [id], bulk_action: 'deny', kind: 'notice' })).data.enqueued).toBe(1);
  });

  // Rules: 9.7.2
  test('skips an execution of whose reports a code is not true, and decides the others', async () => {
    const world = declinedWorld();
    const truly = await recordedRun(gateway, caller, world);
    await park(db, truly);
    const without = await parked();
    const body = {
      execution_ids: [without, truly],
      bulk_action: 'deny',
      reasons: ['income_verification.pay_frequency'],
    };
    const { data } = await bulk(body, 'codes-1');
    expect(data).toMatchObject({
      enqueued: 1,
      skipped: [{ id: without, reason: 'review_not_pending', message: expect.stringContaining('reasons[0]') }],
    });
    expect((await bulk(body, 'codes-1')).data).toEqual(data);
  });

  test('takes no reasons for a claim', async () => {
    const { error } = await bulk({ execution_ids: [await parked()], bulk_action: 'assign_to_me', reasons: ['x'] });
    expect(error.details).toMatchObject([{ field: 'reasons' }]);
  });

  // Rules: 9.7.4
  test('is not held up by one that is locked, and that one waits its turn', async () => {
    const ids = await parkedMany(25);
    const locked = ids[7] ?? 0;
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select from execution where id = $1 for update', [locked]);
    const answer = bulk({ execution_ids: ids, bulk_action: 'deny' });
    await until(async () => (await decisionsOf(ids)).filter(([rounds]) => rounds === 1).length === 24);
    expect(await decisionsOf([locked])).toEqual([[0, 0, 0]]);
    await holder.query('commit');
    holder.release();
    expect((await answer).data).toMatchObject({ enqueued: 25, skipped: [] });
    expect(await decisionsOf(ids)).toEqual(ids.map(() => [1, 1, 1]));
  });

  test('sent twice at once by two people decides each once', async () => {
    const ids = await parkedMany(25);
    const answers = await Promise.all(
      [caller, colleague].map(({ api }) => bulkBy(api, { execution_ids: ids, bulk_action: 'deny' })),
    );
    const results = answers.map(({ data }) => data);
    expect(results.reduce((sum, { enqueued }) => sum + enqueued, 0)).toBe(25);
    for (const { skipped } of results) {
      for (const { reason } of skipped) expect(reason).toBe('review_not_pending');
    }
    expect(await decisionsOf(ids)).toEqual(ids.map(() => [1, 1, 1]));
  });

  test('sent twice at once under one key says the same twice, and decides each once', async () => {
    const [ids, key] = [await parkedMany(25), randomUUID()];
    const answers = await Promise.all([1, 2, 3].map(() => bulk({ execution_ids: ids, bulk_action: 'deny' }, key)));
    for (const { data } of answers) expect(data).toMatchObject({ enqueued: 25, skipped: [] });
    expect(await decisionsOf(ids)).toEqual(ids.map(() => [1, 1, 1]));
  });

  test('waits for no key while it holds an execution: who holds the key may need it', async () => {
    const [id, key] = [await parked(), randomUUID()];
    const stored = `part ${id} of api_client:${caller.clientId}:${key}`;
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [stored, caller.clientId]);
      await client.query(
        `insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data)
         values ($1, $2, '', 200, '')`,
        [caller.clientId, stored],
      );
      const answer = bulk({ execution_ids: [id], bulk_action: 'deny' }, key);
      await until(async () => {
        const { rows } = await db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await client.query('select from execution where id = $1 for update nowait', [id]);
      await client.query('rollback');
      expect((await answer).data).toMatchObject({ enqueued: 1, skipped: [] });
    } finally {
      client.release();
    }
    expect(await decisionsOf([id])).toEqual([[1, 1, 1]]);
  });
});

describe('20 reviewers', () => {
  // Rules: 9.2.2
  test('who decide at once: one wins, and 19 are refused', async () => {
    const reviewers = await Promise.all(
      Array.from({ length: 20 }, () => gateway.caller({ of: caller, sameClient: true })),
    );
    const id = await parked();
    const answers = await Promise.all(
      reviewers.map(({ api }, index) =>
        api.post(`/executions/${id}/review_decisions`, { decision: index % 2 === 0 ? 'approved' : 'denied' }),
      ),
    );
    const outcomes = answers.map(({ status, error }) => `${status} ${error?.code ?? ''}`).sort();
    expect(outcomes).toEqual(['200 ', ...Array.from({ length: 19 }, () => '409 review_not_pending')]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const events = (await caller.api.get(`/executions/${id}/review_events`)).data;
    expect(events).toMatchObject([{ actor_user_id: reviewers[winner]?.userId }]);
  });
});

describe('a gateway that is killed in the middle of a bulk denial of 25', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      services: ['gateway'],
      databaseUrl: database.url,
      env: {
        DATABASE_URL: proxy.url,
      },
    });
  });
  afterAll(() => stack?.stop());

  /** Every decision that is sent with the others is a Bind of this statement. */
  const isDecision = (message: Buffer) => message[0] === 0x42 && message.includes('gateway_review_change');
  /** The response is stored by a transaction, which begins after all decisions. */
  const isBegin = (message: Buffer) => message[0] === 0x51 && message.includes('begin');
  const killMidway = async (api: ApiCaller, body: object, key: string, isMidway: (message: Buffer) => boolean) => {
    proxy.holdAt = isMidway;
    const answer = bulkBy(api, body, key).catch(() => undefined);
    await until(() => proxy.held > 0);
    // Statements that were let through are committed; a held one dies with the connection.
    await until(() => proxy.unanswered === 0);
    await stack.kill('gateway');
    await until(() => proxy.held === 0);
    proxy.release();
    expect(await answer).toBeUndefined();
    await stack.restart('gateway');
  };

  // Rules: 9.7.5
  test.each([0, 12, 25])('has decided each once or not at all, and a repeat says so (%i decided)', async (count) => {
    const [ids, key] = [await parkedMany(25), randomUUID()];
    const api = new ApiCaller(stack.baseUrl, caller.token);
    const body = { execution_ids: ids, bulk_action: 'deny' };
    let seen = 0;
    await killMidway(api, body, key, (message) => {
      if (isDecision(message)) seen += 1;
      return seen > count || (seen === ids.length && isBegin(message));
    });
    expect(await decisionsOf(ids)).toEqual([...ids.keys()].map((index) => (index < count ? [1, 1, 1] : [0, 0, 0])));

    const repeated = await bulkBy(api, body, key);
    expect(repeated.data).toEqual({ object: 'bulk_review_result', applied: 0, enqueued: 25, skipped: [] });
    expect(await decisionsOf(ids)).toEqual(ids.map(() => [1, 1, 1]));
    const again = await bulkBy(api, body, key);
    expect([again.data, again.headers.get('idempotent-replayed')]).toEqual([repeated.data, 'true']);
  });
});
