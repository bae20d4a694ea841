import type { JsonObject } from '../../core/json.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { readCallbackPath } from '../../platform/vendor-callbacks.ts';
import { findConnection, openSecrets } from '../../platform/vendor-connections.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { startSlowVendor, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { HOSTILE_URLS } from '../platform/outbound/support/hostile-urls.ts';
import { CONNECTION_KEY, startGateway, type Caller, type TestGateway } from './support.ts';

/* The way in which an account calls the vendor of a product. */
let gateway: TestGateway;
/** A gateway whose vendors may be on loopback. */
let local: TestGateway;
let vendor: SlowVendor;
let admin: Caller;

beforeAll(async () => {
  [gateway, local, vendor] = await Promise.all([
    startGateway(),
    startGateway({ allowPrivateTargets: true }),
    startSlowVendor(),
  ]);
});
afterAll(async () => {
  await Promise.all([gateway.stop(), local.stop(), vendor.stop()]);
});
beforeEach(async () => {
  admin = await gateway.caller();
  vendor.reset();
});

const URL = 'https://93.184.215.14/v1/reports';
const BEARER = { url: URL, credentials: { type: 'bearer', token: 'sk_live_secret' } };
const put = (body: object, { by = admin, code = 'credit_report' } = {}) =>
  by.api.call('PUT', `/products/${code}/connection`, { body });
const read = (by = admin) => by.api.get('/products/credit_report/connection');
const acts = async (of = admin) =>
  (await of.api.get('/audit_events')).data.filter(({ action }: { action: string }) => action.startsWith('connection.'));
const secretsOf = async (of = admin) => {
  const row = await findConnection(gateway.db.kysely, of.accountId, 'credit_report');
  return row === undefined ? undefined : openSecrets([CONNECTION_KEY], row);
};

describe('a connection', () => {
  // Rules: 6.15.1, 6.15.2
  test('is set, read and removed without its secrets, and leaves what changed in the audit log', async () => {
    const { status, data } = await put({ ...BEARER, slots: 5 });
    const settings = { url: URL, credentials: { type: 'bearer' }, slots: 5 };
    expect([status, data]).toMatchObject([200, { object: 'connection', product_code: 'credit_report', settings }]);
    expect((await read()).data.settings).toEqual(settings);
    expect((await put({ ...BEARER, slots: 5 })).status).toBe(200);
    await put({ ...BEARER, slots: 6 });
    expect((await admin.api.delete('/products/credit_report/connection')).status).toBe(204);
    expect((await read()).status).toBe(404);
    const log = await acts();
    expect(log).toMatchObject([
      { action: 'connection.removed', subject_id: 'credit_report' },
      { detail: { old: { slots: 5 }, new: { slots: 6 }, secrets_changed: false } },
      { detail: { new: { url: URL, credentials: { type: 'bearer' } }, secrets_changed: true } },
    ]);
    expect(JSON.stringify(log)).not.toContain('sk_live_secret');
  });

  // Rules: 6.15.2
  test('is sealed, and what is left out of it is kept for the same servers and the same kind alone', async () => {
    await put(BEARER);
    const row = await findConnection(gateway.db.kysely, admin.accountId, 'credit_report');
    expect(JSON.stringify(row)).not.toContain('sk_live_secret');
    expect(await secretsOf()).toEqual({ token: 'sk_live_secret' });
    expect((await put({ url: `${URL}/v2`, credentials: { type: 'bearer' } })).status).toBe(200);
    expect(await secretsOf()).toEqual({ token: 'sk_live_secret' });
    for (const other of [
      { url: 'https://93.184.215.15/v1', credentials: { type: 'bearer' } },
      { url: 'https://93.184.215.14:444/', credentials: { type: 'bearer' } },
      { url: URL, credentials: { type: 'header', header: 'x-key' } },
    ]) {
      const { status, error } = await put(other);
      expect([status, error.details[0].message]).toEqual([422, expect.stringContaining('is required')]);
    }
    expect(await secretsOf()).toEqual({ token: 'sk_live_secret' });
    await put({ url: URL });
    expect(await secretsOf()).toEqual({});
  });

  test('of OAuth 2 keeps its secret from another token server', async () => {
    const oauth = (token_url: string, more: object = { client_secret: 'kept' }) => ({
      url: URL,
      credentials: { type: 'oauth2_client_credentials', token_url, client_id: 'me', ...more },
    });
    expect((await put(oauth('https://93.184.215.16/token'))).status).toBe(200);
    expect((await put(oauth('https://93.184.215.16/token2', {}))).status).toBe(200);
    expect((await put(oauth('https://93.184.215.17/token', {}))).error.details).toMatchObject([
      { field: 'credentials.client_secret' },
    ]);
  });

  // Rules: 6.15.4
  test('shows the URL for its callbacks, which is of this connection alone', async () => {
    const callback = { match: 'data.id', signature: { form: 'body', header: 'x-sig', secret: 'of-at-least-16-bytes' } };
    const { data } = await put({ ...BEARER, callback });
    expect(data.settings.callback).toEqual({ match: 'data.id', signature: { form: 'body', header: 'x-sig' } });
    const row = await findConnection(gateway.db.kysely, admin.accountId, 'credit_report');
    const { pathname } = new globalThis.URL(data.callback_url);
    expect(readCallbackPath([CONNECTION_KEY], pathname)).toEqual({ connection: row?.name, idempotencyKey: null });
  });

  // Rules: 6.15.6
  test.each(['url', 'lookup_url', 'order_url', 'credentials.token_url'])(
    'has no private address as %s, however it is written',
    async (field) => {
      for (const [, hostile] of HOSTILE_URLS) {
        const credentials = {
          type: 'oauth2_client_credentials',
          token_url: hostile,
          client_id: 'a',
          client_secret: 'b',
        };
        const { status, error } = await put(
          field === 'credentials.token_url' ? { url: URL, credentials } : { ...BEARER, [field]: hostile },
        );
        expect([hostile, status, error?.details[0].field]).toEqual([hostile, 422, field]);
      }
      expect(await secretsOf()).toBeUndefined();
    },
  );

  test.each<[string, JsonObject]>([
    ['url', { url: 'http://93.184.215.14/' }],
    ['url', { url: 'https://93.184.215.14@evil.example.com/' }],
    ['lookup_url', { lookup_url: 'https://93.184.215.15/{reference}' }],
    ['lookup_url', { lookup_url: 'https://93.184.215.14/none' }],
    ['lookup_url', { lookup_url: 'https://93.184.215.14/orders#{reference}' }],
    ['order_url', { order_url: 'https://93.184.215.14.evil.example.com/{reference}' }],
    ['lookup_url', { idempotency: 'lookup' }],
    ['credentials.token', { credentials: { type: 'bearer' } }],
    ['credentials.token', { credentials: { type: 'none', token: 'x' } }],
    ['credentials.token', { credentials: { type: 'bearer', token: 'a\r\nhost: evil' } }],
    ['credentials.header', { credentials: { type: 'header', header: 'Host', value: 'x' } }],
    ['credentials.header', { credentials: { type: 'header', header: 'x y', value: 'x' } }],
    ['credentials.username', { credentials: { type: 'basic', username: 'a:b', password: 'x' } }],
    ['credentials.type', { credentials: { type: 'digest' } }],
    ['callback', { callback: { match: 'id' } }],
    ['callback.signature.secret', { callback: { match: 'id', signature: { form: 'standard' } } }],
    [
      'callback.signature.secret',
      { callback: { match: 'id', signature: { form: 'standard', secret: '*'.repeat(16) } } },
    ],
    [
      'callback.signature.hash',
      { callback: { match: 'id', signature: { form: 'standard', hash: 'sha512', secret: '*'.repeat(16) } } },
    ],
    ['reply.status', { reply: { status: 204 } }],
    ['reply.challenge', { reply: { challenge: 'a b' } }],
    ['sandbox.people[0]', { sandbox: { people: [{}] } }],
    // Names that real people have, and empty values, which people without an SSN would share.
    ['sandbox.people[0]', { sandbox: { people: [{ first_name: 'John', last_name: 'Smith' }] } }],
    ['sandbox.people[0]', { sandbox: { people: [{ ssn: '-' }] } }],
    ['sandbox.people[0]', { sandbox: { people: [{ ssn: '2001', last_name: 'Smith' }] } }],
    ['sandbox.people[1]', { sandbox: { people: [{ ssn: '111-11-2001' }, { ssn: '111-11-2001', first_name: ' ' }] } }],
    ['sandbox.people[0].email', { sandbox: { people: [{ email: 'a@example.com' }] } }],
    ['slots', { slots: 21 }],
    ['token', { token: 'x' }],
  ])('is refused with its member: %s of %j', async (field, change) => {
    const { status, error } = await put({ ...BEARER, ...change });
    expect([status, error.details[0].field]).toEqual([422, field]);
    expect(JSON.stringify(error)).not.toContain('sk_live_secret');
  });

  test("is the account's own", async () => {
    await put(BEARER);
    const stranger = await gateway.caller();
    expect((await read(stranger)).status).toBe(404);
    expect((await stranger.api.delete('/products/credit_report/connection')).status).toBe(404);
    await put({ url: URL }, { by: stranger });
    expect(await secretsOf()).toEqual({ token: 'sk_live_secret' });
  });

  // Rules: 6.15.9
  test('is neither set nor removed by one person where two are asked', async () => {
    await put(BEARER);
    const four = { four_eyes: true };
    await gateway.db.kysely.updateTable('account').set(four).where('id', '=', admin.accountId).execute();
    for (const { status, error } of [
      await put({ ...BEARER, slots: 2 }),
      await admin.api.delete('/products/credit_report/connection'),
    ]) {
      expect([status, error.code]).toEqual([409, 'activation_needs_approval']);
    }
    expect(await acts()).toHaveLength(1);
  });

  test('of what is no product is not found, with the products', async () => {
    const { status, error } = await put(BEARER, { code: 'credit_reports' });
    expect([status, error.details[0].message]).toEqual([404, expect.stringContaining('did you mean "credit_report"')]);
  });

  // Rules: 6.15.10
  test('takes a scope of its own: a token with all others sees nothing of it', async () => {
    const scopes = ['workflows:write', 'users:write', 'settings:write', 'pii:read', 'executions:write'] as const;
    const { api } = await gateway.caller({ of: admin, sameClient: true, scopes: [...scopes] });
    for (const { status, error } of [
      await api.get('/products/credit_report/connection'),
      await api.call('PUT', '/products/credit_report/connection', { body: BEARER }),
      await api.post('/products/credit_report/connection/check', {}),
      await api.get('/unknown_pulls'),
    ]) {
      expect([status, error.code]).toEqual([403, 'insufficient_scope']);
    }
  });

  test('makes its product one that can be pulled live', async () => {
    const isLive = async (by: Caller) => (await by.api.get('/products/eviction_history')).data.live;
    expect(await isLive(admin)).toBe(false);
    await put(BEARER, { code: 'eviction_history' });
    expect([await isLive(admin), await isLive(await gateway.caller())]).toEqual([true, false]);
    const { data } = await admin.api.get('/products');
    expect(data.find(({ code }: { code: string }) => code === 'eviction_history').live).toBe(true);
  });
});

describe('a check', () => {
  const check = async (settings: JsonObject) => {
    const caller = await local.caller();
    await put({ url: vendor.url, credentials: { type: 'bearer', token: 'tok' }, ...settings }, { by: caller });
    return (await caller.api.post('/products/credit_report/connection/check', {})).data;
  };
  const lookUp = () => ({ lookup_url: `${vendor.origin}/orders?ours={reference}` });

  // Rules: 6.15.11
  test.each([
    [404, 'accepted'],
    [200, 'accepted'],
    [401, 'refused'],
    [403, 'refused'],
    [500, 'reached'],
    [302, 'reached'],
  ])('that looks an order up and is answered %i is %s, and orders nothing', async (status, result) => {
    vendor.answer(() => ({ status }));
    expect(await check(lookUp())).toMatchObject({ object: 'connection_check', result });
    expect(vendor.asked).toMatchObject([{ method: 'GET', authorization: 'Bearer tok', body: '' }]);
  });

  test.each([
    [405, 'reached'],
    [200, 'reached'],
    [401, 'refused'],
  ])('of an address alone that is answered %i is %s', async (status, result) => {
    vendor.answer(() => ({ status, body: { echo: 'not shown' } }));
    const shown = await check({});
    expect(shown).toMatchObject({ result });
    expect(JSON.stringify(shown)).not.toContain('not shown');
    expect(vendor.asked).toMatchObject([{ method: 'GET', path: '/pulls' }]);
  });

  test('that is not answered says so, and of a token that is refused', async () => {
    expect(await check({ url: 'http://127.0.0.1:1/' })).toMatchObject({ result: 'unreachable' });
    vendor.answer(() => ({ status: 400 }));
    const credentials = {
      type: 'oauth2_client_credentials',
      token_url: vendor.url,
      client_id: 'a',
      client_secret: 'b',
    };
    expect(await check({ credentials })).toMatchObject({ result: 'refused' });
  });
});

// Rules: 6.15.3
test('without keys there are no connections of accounts', async () => {
  const keyless = await startGateway({ connectionKeys: [] });
  try {
    const caller = await keyless.caller();
    const { status, error } = await put(BEARER, { by: caller });
    expect([status, error.message]).toEqual([404, expect.stringContaining('CONNECTION_KEYS')]);
  } finally {
    await keyless.stop();
  }
});

test('a value that is moved to another connection does not open there', () => {
  const box = new SecretBox([CONNECTION_KEY]);
  const row = { name: 'account.1.2', secrets: box.seal('{}', 'connection account.1.1') };
  expect(() => openSecrets([CONNECTION_KEY], row)).toThrow('another record');
});
