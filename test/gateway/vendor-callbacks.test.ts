import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { sql } from 'kysely';
import type { AccountConnection } from '../../core/products/account-connection.ts';
import { asJson } from '../../platform/database/index.ts';
import { callbackPath, openCallback } from '../../platform/vendor-callbacks.ts';
import { NO_LIMITS, startGateway, type TestGateway } from './support.ts';

const KEYS = [{ id: 'c1', key: randomBytes(32) }];
const TOKEN = 'operator-token-of-32-characters-or-more';

let gateway: TestGateway;
const lines: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({
    connectionKeys: KEYS,
    mailReports: { token: TOKEN, rule: { percent: 100, recipients: 1_000 } },
    log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
    limits: { ...NO_LIMITS, appPer5Minutes: 5 },
  });
});
beforeEach(async () => {
  await gateway.db.kysely.deleteFrom('rate_window').execute();
  await gateway.db.kysely.deleteFrom('vendor_callback').execute();
});
afterAll(() => gateway.stop());

const pathOf = (idempotencyKey: string, connection = 'installation.credit_report') =>
  callbackPath(KEYS, { connection, idempotencyKey });
const call = (path: string, body = '{"report": "ready"}', method = 'POST') =>
  fetch(`${gateway.baseUrl}${path}`, { method, body: method === 'POST' ? body : null });
const rows = () => gateway.db.kysely.selectFrom('vendor_callback').selectAll().execute();
const stored = async () => (await rows()).map(({ idempotency_key: key }) => key);
/** The order of a pull, as it ended. */
const endedOrder = async (idempotencyKey: string, as: string, at = new Date()) =>
  void (await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, poll_at, deadline_at, ended_at, ended_as)
    values (${idempotencyKey}, 1, 1, 1, 1, 'credit', 1, 'credit_report', 'installation.credit_report', now(), now(), ${at},
      ${as})`.execute(gateway.db.kysely));

describe('a vendor that calls', () => {
  // Rules: 6.8.3
  test('is answered 202 once that is stored, however often it calls', async () => {
    const key = randomUUID();
    for (let times = 0; times < 3; times += 1) expect((await call(pathOf(key))).status).toBe(202);
    expect(await stored()).toEqual([key]);
  });

  // Rules: 6.8.11
  test.each([
    ['bytes', 'x'.repeat(500_000), 100],
    ['calls', '', 10_000],
  ])('is told to wait once too many %s of its connection wait unread, and no other is', async (_, sealed, count) => {
    await sql`
      insert into vendor_callback (connection, idempotency_key, digest, sealed)
      select 'installation.credit_report', gen_random_uuid(), 'd' || i,
        case when ${sealed} = '' then '' else (
          select string_agg(md5(random()::text || i || j), '') from generate_series(1, 22000) j) end
      from generate_series(1, ${count}) i`.execute(gateway.db.kysely);
    const response = await call(pathOf(randomUUID()));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await call(pathOf(randomUUID(), 'installation.identity_verification'))).status).toBe(202);
    await sql`update vendor_callback set taken_at = now(), sealed = null`.execute(gateway.db.kysely);
    expect((await call(pathOf(randomUUID()))).status).toBe(202);
  });

  test('has its bytes kept, sealed: nobody reads them in the database', async () => {
    const key = randomUUID();
    await call(pathOf(key), '{"name":"Maribel"}');
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toMatch(/Maribel|TWFyaWJlb/);
    const called = { connection: 'installation.credit_report', idempotencyKey: key };
    const { body } = openCallback(KEYS, called, { digest: row?.digest ?? '', sealed: row?.sealed ?? '' });
    expect(body.toString()).toBe('{"name":"Maribel"}');
    expect(() =>
      openCallback(KEYS, { ...called, idempotencyKey: randomUUID() }, { digest: '', sealed: row?.sealed ?? '' }),
    ).toThrow();
  });

  test('at the URL of the connection has its headers kept with the bytes', async () => {
    const path = callbackPath(KEYS, { connection: 'installation.credit_report', idempotencyKey: null });
    const { status } = await fetch(`${gateway.baseUrl}${path}`, {
      method: 'POST',
      body: 'x',
      headers: { 'X-Sig': 'abc' },
    });
    expect(status).toBe(202);
    const [row] = await rows();
    const called = { connection: 'installation.credit_report', idempotencyKey: null };
    const { headers } = openCallback(KEYS, called, { digest: row?.digest ?? '', sealed: row?.sealed ?? '' });
    expect(headers).toMatchObject({ 'x-sig': 'abc' });
  });

  describe('of an account', () => {
    const NAMED = 'account.1.7';
    const at = (idempotencyKey: string | null) => callbackPath(KEYS, { connection: NAMED, idempotencyKey });
    const agree = (settings: AccountConnection) =>
      gateway.db.kysely
        .insertInto('product_connection')
        .values({ account_id: 1, product_code: 'credit_report', name: NAMED, settings: asJson(settings), secrets: '' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ settings: asJson(settings) }))
        .execute();
    const answer = async (path: string, method = 'GET') => {
      const response = await call(path, '', method);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    const url = 'https://vendor.example.com';

    // Rules: 6.8.13
    test('is answered 200 where that is agreed, at either URL', async () => {
      await agree({ url, reply: { status: 200 } });
      expect((await call(at(randomUUID()))).status).toBe(200);
      expect((await call(at(null))).status).toBe(200);
      await agree({ url });
      expect((await call(at(null))).status).toBe(202);
    });

    // Rules: 6.8.13
    test('gets the member of the query back that is agreed, and nothing else of it', async () => {
      await agree({ url, reply: { challenge: 'txpush_verification_code' } });
      const text = 'text/plain; charset=utf-8';
      expect(await answer(`${at(null)}?txpush_verification_code=a-1&other=2`)).toEqual([200, text, 'a-1']);
      for (const query of [
        '?other=2',
        '?txpush_verification_code=%3Cscript%3E',
        '?txpush_verification_code=a&txpush_verification_code=b',
      ])
        expect(await answer(`${at(null)}${query}`)).toEqual([200, text, '']);
      await agree({ url });
      expect(await answer(`${at(null)}?txpush_verification_code=a-1`)).toEqual([200, text, '']);
      expect((await call(at(null), '', 'HEAD')).status).toBe(200);
      expect(await stored()).toEqual([]);
    });

    test.each(['GET', 'HEAD'])(
      'finds nothing with %s at the URL of an order, or at one that nobody made',
      async (method) => {
        await agree({ url, reply: { challenge: 'c' } });
        for (const path of [at(randomUUID()), `${at(null)}x`])
          expect((await call(`${path}?c=1`, '', method)).status).toBe(404);
      },
    );
  });

  // Rules: 6.8.7
  test('about a report that is there is told of other bytes, and that is logged', async () => {
    const key = randomUUID();
    await call(pathOf(key), 'first');
    await endedOrder(key, 'reported');
    const answers = [await call(pathOf(key), 'other'), await call(pathOf(key), 'first')];
    expect(answers.map(({ status }) => status)).toEqual([409, 202]);
    expect(lines.some((line) => line.includes('something else of a report'))).toBe(true);
  });

  // Rules: 6.8.7
  test.each(['reported', 'cancelled', 'timed_out', 'failed'])(
    'finds nothing a day after its order was %s',
    async (as) => {
      const key = randomUUID();
      await endedOrder(key, as, new Date(Date.now() - 86_500_000));
      expect((await call(pathOf(key))).status).toBe(404);
      expect(await stored()).toEqual([]);
    },
  );

  test('about an order of which nothing is known is heard at any time', async () => {
    const key = randomUUID();
    await endedOrder(key, 'unknown', new Date(Date.now() - 86_500_000));
    expect((await call(pathOf(key))).status).toBe(202);
  });

  // Rules: 6.8.4
  test('leaves no entry in an audit log', async () => {
    const count = async () => (await gateway.db.kysely.selectFrom('audit_event').select('id').execute()).length;
    const before = await count();
    await call(pathOf(randomUUID()));
    await call(`${pathOf(randomUUID())}x`);
    expect(await count()).toBe(before);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['512 KiB', 'x'.repeat(512 * 1_024)],
  ])('may send what it likes: %s', async (_what, body) => {
    expect((await call(pathOf(randomUUID()), body)).status).toBe(202);
  });

  test('may not send more than 512 KiB', async () => {
    expect((await call(pathOf(randomUUID()), 'x'.repeat(512 * 1_024 + 1))).status).toBe(413);
    expect(await stored()).toEqual([]);
  });

  // Rules: 6.8.4
  test.each([
    ['a made-up token', `/hooks/vendors/installation.credit_report/${randomUUID()}.${'A'.repeat(43)}`],
    ['no token', '/hooks/vendors/installation.credit_report/'],
    ['another form', '/hooks/vendors/x'],
    ['a made-up token of a connection', `/hooks/vendors/installation.credit_report/${'A'.repeat(43)}`],
    ['the token of a pull without the pull', pathOf(randomUUID()).replace(/[^/]+\./, '')],
    [
      'the token of a connection for a pull',
      callbackPath(KEYS, { connection: 'installation.credit_report', idempotencyKey: null }).replace(
        /[^/]+$/,
        (mac) => `${randomUUID()}.${mac}`,
      ),
    ],
    ['one of another connection', pathOf(randomUUID()).replace('credit_report', 'eviction_history')],
  ])('is not found under %s, and nothing is stored', async (_what, path) => {
    expect((await call(path)).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test('is not found where there are no keys', async () => {
    const { baseUrl } = await gateway.another({ connectionKeys: [] });
    expect((await fetch(`${baseUrl}${pathOf(randomUUID())}`, { method: 'POST' })).status).toBe(404);
  });

  // Rules: 6.8.4
  test('is nowhere in the log with its address', async () => {
    const key = randomUUID();
    await call(pathOf(key));
    await call(`${pathOf(key)}x`);
    expect(lines.some((line) => line.includes('/hooks/vendors/{connection}/{token}'))).toBe(true);
    expect(lines.join('')).not.toContain(key);
  });
});

describe('the limits', () => {
  // Rules: 15.4.8
  test('of an address do not count calls of vendors, which are 600 a minute of one connection', async () => {
    for (let calls = 0; calls < 12; calls += 1) expect((await call(pathOf(randomUUID()))).status).toBe(202);
    await gateway.db.kysely.updateTable('rate_window').set({ hits: 600 }).where('key', 'like', 'hook:%').execute();
    const refused = await call(pathOf(randomUUID()));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await call(pathOf(randomUUID(), 'installation.eviction_history'))).status).toBe(202);
  });

  test('of an address do count made-up tokens', async () => {
    const statuses: number[] = [];
    for (let calls = 0; calls < 7; calls += 1) {
      statuses.push((await call(`/hooks/vendors/installation.credit_report/${randomUUID()}.${'A'.repeat(43)}`)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  });

  test('of an address do not count reports of returned mail, but those without their token', async () => {
    const report = (token: string) =>
      fetch(`${gateway.baseUrl}/hooks/mail_reports`, {
        method: 'POST',
        body: 'Subject: hello\r\n\r\nhello',
        headers: { Authorization: `Bearer ${token}` },
      });
    for (let calls = 0; calls < 12; calls += 1) expect((await report(TOKEN)).status).toBe(200);
    const statuses: number[] = [];
    for (let calls = 0; calls < 6; calls += 1) statuses.push((await report('another')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
