import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { callbackPath } from '../../platform/vendor-callbacks.ts';
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
  fetch(`${gateway.baseUrl}${path}`, { method, body: method === 'GET' ? null : body });
const stored = async () =>
  (await gateway.db.kysely.selectFrom('vendor_callback').select('idempotency_key').execute()).map(
    ({ idempotency_key: key }) => key,
  );

describe('a vendor that calls', () => {
  // Rules: 6.8.3
  test('is answered 202 once that is stored, however often it calls', async () => {
    const key = randomUUID();
    for (let times = 0; times < 3; times += 1) expect((await call(pathOf(key))).status).toBe(202);
    expect(await stored()).toEqual([key]);
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
