import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { Registry } from 'prom-client';
import type { JsonObject } from '../../core/json.ts';
import type { AccountConnection } from '../../core/products/account-connection.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { loadConfig } from '../../platform/config/index.ts';
import type { EncryptionKey } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { reencrypt } from '../../platform/database/sealed.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { removeConnection, setConnection } from '../../platform/vendor-connections.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { claimOrders } from '../../services/executor/orders/claim.ts';
import { addVendorMetrics } from '../../services/executor/metrics.ts';
import { createPerformer, TryAgain } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { HOSTILE_ANSWERS } from './support/hostile-answers.ts';
import { HOSTILE_URLS } from '../platform/outbound/support/hostile-urls.ts';
import { mortal } from './support/deaths.ts';
import { APPLICANT, PULL_ONLY } from './support/definitions.ts';
import { askForOrder, IDLE, readOrder, writeOrder } from './support/orders.ts';
import { createTenant, effectsOf, trigger, type Tenant } from './support/runs.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { startSlowVendor, type Answer, type SlowVendor } from './support/slow-vendor.ts';

/** Pulls through an account's own connection to a vendor, with the account's credentials. */
let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let installation: SlowVendor;
let effects: EffectResources;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

const log = createLogger('test', 'silent');
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const READY: Answer = { status: 200, body: REPORT };
const KEYS: readonly EncryptionKey[] = [{ id: 'c1', key: randomBytes(32) }];
const signal = new AbortController().signal;

async function open(env: Readonly<Record<string, string>> = {}, keys = KEYS): Promise<void> {
  await effects?.close();
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, {
      MAIL_FROM: 'decisions@example.com',
      PRODUCT_CREDIT_REPORT_URL: installation.url,
      PRODUCT_CREDIT_REPORT_TOKEN: 'of-the-installation',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      ...env,
    }),
    callbackUrl: (connection, key) => `https://cascade.example.com/hooks/${connection}/${key}`,
    connectionKeys: keys,
    db: own,
    bus,
    log,
    ...loadReferenceData(),
  });
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 3_600_000 });
}

beforeAll(async () => {
  database = await createTestDatabase();
  [db, own] = [await database.open(), await database.open({ as: 'executor' })];
  [vendor, installation] = [await startSlowVendor(), await startSlowVendor()];
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
});
beforeEach(async () => {
  await db.kysely.deleteFrom('vendor_order').execute();
  tenant = await createTenant(db);
  for (const each of [vendor, installation]) {
    each.reset();
    each.answer(() => READY);
  }
  await open();
});
afterAll(async () => {
  await effects?.close();
  await Promise.all([vendor?.stop(), installation?.stop()]);
  await database?.drop();
});

const connect = async (entered: AccountConnection, of = tenant) => {
  const set = await setConnection(db.kysely, KEYS, {
    accountId: of.accountId,
    productCode: 'credit_report',
    entered,
  });
  if ('faults' in set) throw new Error(JSON.stringify(set.faults));
  return set.row;
};
/** A live run with a requested pull that was not begun. */
async function asking(of = tenant, payload: JsonObject = APPLICANT) {
  const { id, runKey } = await trigger(db, of, { definition: PULL_ONLY, payload, mode: 'live' });
  const { effects: asked } = await advance(id, runKey, NOW);
  const effectId = asked[0]?.id ?? 0;
  return { id, perform: () => performer.perform(effectId, id, runKey, signal) };
}
async function pulled(of = tenant): Promise<number> {
  const { id, perform } = await asking(of);
  await perform();
  return id;
}
const resultOf = async (id: number) => {
  const [effect] = await effectsOf(db, id);
  return effect?.error_code ?? effect?.status;
};
const askForIt = (id: number) => askForOrder({ db, own }, effects.vendors, id);
const orderOf = (id: number) => readOrder(db, id);

describe('a made-up person', () => {
  const subject = loadReferenceData().sandbox.subjects[0]?.payload ?? {};
  const theirs = { applicant: { last_name: 'Vendorson', ssn: '111 11 2001' } };
  const people = [{ last_name: 'vendorson', ssn: '111-11-2001' }];
  const pull = async (payload: JsonObject) => {
    const { id, perform } = await asking(tenant, payload);
    await perform();
    return resultOf(id);
  };

  // Rules: 6.15.13, 6.15.14
  test('is pulled at a sandbox alone, and nobody else is', async () => {
    vendor.answer(() => READY);
    await connect({ url: vendor.url, sandbox: { people } });
    expect(await pull(subject)).toBe('done');
    expect(await pull(theirs)).toBe('done');
    expect(vendor.asked).toHaveLength(2);
    expect(await pull(APPLICANT)).toBe('product_unavailable');
    expect(await pull({ applicant: { last_name: 'Vendorson' } })).toBe('product_unavailable');
    await connect({ url: vendor.url });
    expect(await pull(subject)).toBe('product_unavailable');
    expect(vendor.asked).toHaveLength(2);
    // Their payloads do not say that they are made up.
    expect(await pull(theirs)).toBe('done');
  });

  // Rules: 6.3.2
  test.each<[string, Answer]>([
    ['at once', READY],
    ['later', { status: 202, headers: { location: '/orders/1' } }],
  ])('costs nothing at a sandbox, whose report is there %s', async (_when, answer) => {
    vendor.answer(() => answer);
    await connect({ url: vendor.url, sandbox: {} });
    const { id, perform } = await asking(tenant, subject);
    await perform();
    vendor.answer(() => READY);
    if (answer !== READY) await askForIt(id);
    expect(await resultOf(id)).toBe('done');
    expect(await db.kysely.selectFrom('billing_entry').select('id').where('execution_id', '=', id).execute()).toEqual(
      [],
    );
  });

  // Rules: 6.15.8
  test.each<[string, JsonObject, Pick<AccountConnection, 'sandbox'>, Pick<AccountConnection, 'sandbox'>]>([
    ['anybody else is not asked of what is marked as a sandbox since', APPLICANT, {}, { sandbox: {} }],
    ['theirs is not asked of what is marked no longer', subject, { sandbox: {} }, {}],
  ])('decides about no order that is under way: one of %s', async (_what, payload, before, after) => {
    vendor.answer(() => ({ status: 202, headers: { location: '/orders/1' } }));
    await connect({ url: vendor.url, ...before });
    const { id, perform } = await asking(tenant, payload);
    await perform();
    await connect({ url: vendor.url, ...after });
    vendor.reset();
    vendor.answer(() => READY);
    await askForIt(id);
    expect([vendor.asked, (await orderOf(id)).ended_as]).toEqual([[], null]);
  });

  // Rules: 6.15.14
  test.each<[string, JsonObject, string, string, string | null]>([
    ['of somebody real waits where it is a sandbox since', APPLICANT, '{}', '{"sandbox": {}}', null],
    ['of a test subject waits where it is a sandbox no longer', subject, '{"sandbox": {}}', '{}', null],
    ['of a test subject is answered where it is one still', subject, '{"sandbox": {}}', '{"sandbox": {}}', 'reported'],
  ])("at an installation's vendor: an order %s", async (_what, payload, before, since, ended) => {
    await open({ PRODUCT_CREDIT_REPORT_CONNECTION: before });
    installation.answer(() => ({ status: 202, headers: { location: '/orders/1' } }));
    const { id, perform } = await asking(tenant, payload);
    await perform();
    await open({ PRODUCT_CREDIT_REPORT_CONNECTION: since });
    installation.reset();
    installation.answer(() => READY);
    await askForIt(id);
    expect([installation.asked.length, (await orderOf(id)).ended_as]).toEqual([ended === null ? 0 : 1, ended]);
  });
});

// Rules: 8.3.2
test('a vendor of an account that fails again and again is counted', async () => {
  const registry = new Registry();
  addVendorMetrics(registry, effects.vendors);
  const counted = async () =>
    (await registry.getSingleMetric('cascade_account_vendor_circuits_open')?.get())?.values[0]?.value;
  vendor.answer(() => ({ status: 503 }));
  await connect({ url: vendor.url });
  expect(await counted()).toBe(0);
  for (let failures = 0; failures < 5; failures += 1)
    await expect((await asking()).perform()).rejects.toBeInstanceOf(TryAgain);
  expect(await counted()).toBe(1);
});

describe('an account with a connection', () => {
  // Rules: 6.15.1
  test("asks its own vendor with its own credentials, and another account the installation's", async () => {
    const other = await createTenant(db);
    await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'of-the-account' } });
    expect(await resultOf(await pulled())).toBe('done');
    expect(await resultOf(await pulled(other))).toBe('done');
    expect(vendor.asked).toMatchObject([{ authorization: 'Bearer of-the-account' }]);
    expect(installation.asked).toMatchObject([{ authorization: 'Bearer of-the-installation' }]);
  });

  test.each<[AccountConnection['credentials'], string | undefined]>([
    [undefined, undefined],
    [{ type: 'none' }, undefined],
    [{ type: 'basic', username: 'ann', password: 'p:w' }, `Basic ${Buffer.from('ann:p:w').toString('base64')}`],
    [{ type: 'basic_key', token: 'sk_1' }, `Basic ${Buffer.from('sk_1:').toString('base64')}`],
    [{ type: 'header', header: 'Authorization', value: 'Key abc' }, 'Key abc'],
  ])('shows the vendor what was entered: %j', async (credentials, authorization) => {
    await connect({ url: vendor.url, ...(credentials === undefined ? {} : { credentials }) });
    await pulled();
    expect(vendor.asked).toMatchObject([{ authorization }]);
  });

  // Rules: 6.15.1
  test('that is changed or removed is asked so by the next pull', async () => {
    await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'one' } });
    await pulled();
    await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'two' } });
    await pulled();
    await removeConnection(db.kysely, tenant.accountId, 'credit_report');
    await pulled();
    expect(vendor.asked.map(({ authorization }) => authorization)).toEqual(['Bearer one', 'Bearer two']);
    expect(installation.asked).toHaveLength(1);
  });

  // Rules: 6.15.8
  test('keeps what was ordered at one server away from another one', async () => {
    vendor.answer(() => ({ status: 202, body: { reference: 'ord_1' } }));
    const before = await connect({ url: vendor.url, order_url: `${vendor.origin}/orders/{reference}` });
    const id = await pulled();
    expect(await orderOf(id)).toMatchObject({ connection: before.name, reference: 'ord_1' });
    const after = await connect({ url: installation.url, order_url: `${installation.origin}/orders/{reference}` });
    expect(after.name).not.toBe(before.name);
    await askForIt(id);
    expect(installation.asked).toEqual([]);
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
  });

  test('whose other terms change goes on with its orders', async () => {
    vendor.answer(() => ({ status: 202, body: { reference: 'ord_1' } }));
    await connect({ url: vendor.url, order_url: `${vendor.origin}/orders/{reference}` });
    const id = await pulled();
    await connect({ url: vendor.url, order_url: `${vendor.origin}/v2/{reference}`, slots: 2 });
    vendor.answer(() => READY);
    await askForIt(id);
    expect(vendor.asked.at(-1)).toMatchObject({ method: 'GET', path: '/v2/ord_1' });
    expect(await resultOf(id)).toBe('done');
  });

  test('is asked for as many orders at a time as its slots say', async () => {
    vendor.answer(() => ({ status: 202, body: { reference: 'ord_1' } }));
    await connect({ url: vendor.url, order_url: `${vendor.origin}/orders/{reference}`, slots: 2 });
    for (let count = 0; count < 4; count += 1) await pulled();
    await db.kysely
      .updateTable('vendor_order')
      .set({ poll_at: new Date(0) })
      .execute();
    const claim = () => claimOrders(own, 10, IDLE);
    expect(await claim()).toHaveLength(2);
  });

  // Rules: 6.15.3
  test('whose key is not there fails no pull, and is asked once it is back', async () => {
    await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'one' } });
    await open({}, [{ id: 'other', key: randomBytes(32) }]);
    const { id, perform } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect([vendor.asked, installation.asked]).toEqual([[], []]);
    await open();
    await perform();
    expect(await resultOf(id)).toBe('done');
  });

  // Rules: 6.15.3
  test('is sealed anew with another key, under its own name', async () => {
    const row = await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'one' } });
    const rotated = [{ id: 'c2', key: randomBytes(32) }, ...KEYS];
    await reencrypt(db, { CONNECTION_KEYS: new SecretBox(rotated) });
    await open({}, rotated.slice(0, 1));
    await pulled();
    expect(vendor.asked).toMatchObject([{ authorization: 'Bearer one' }]);
    const stranger = await createTenant(db);
    const other = await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'two' } }, stranger);
    const moved = { secrets: row.secrets };
    await db.kysely.updateTable('product_connection').set(moved).where('id', '=', other.id).execute();
    const { perform } = await asking(stranger);
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
  });
});

describe('a token of OAuth 2', () => {
  const tokens: string[] = [];
  let answerToken: () => Answer;
  const oauth = (more: Partial<AccountConnection> = {}) => ({
    url: vendor.url,
    credentials: {
      type: 'oauth2_client_credentials',
      ...{ token_url: `${installation.origin}/token`, client_id: 'a b', client_secret: 's:t' },
    } as const,
    ...more,
  });
  const tokenAsks = () => installation.asked.filter(({ path }) => path === '/token');

  beforeEach(() => {
    tokens.splice(0);
    answerToken = () => {
      tokens.push(`token-${tokens.length + 1}`);
      return { status: 200, body: { access_token: tokens.at(-1) ?? '', token_type: 'Bearer', expires_in: 3_600 } };
    };
    installation.answer(() => answerToken());
  });

  // Rules: 6.15.5
  test('is asked for once, by id and secret, for all pulls of the connection', async () => {
    await connect(oauth());
    await Promise.all([pulled(), pulled(), pulled()]);
    expect(tokenAsks()).toMatchObject([
      {
        method: 'POST',
        body: 'grant_type=client_credentials',
        authorization: `Basic ${Buffer.from('a+b:s%3At').toString('base64')}`,
      },
    ]);
    expect(vendor.asked.map(({ authorization }) => authorization)).toEqual(Array(3).fill('Bearer token-1'));
  });

  // Rules: 6.15.5
  test('is asked for with what says which API it is for', async () => {
    const { credentials, ...others } = oauth();
    const more = { scope: 'reports:read', audience: 'https://api.example.com/', resource: 'urn:reports' };
    await connect({ ...others, credentials: { ...credentials, ...more } });
    await pulled();
    const [asked] = tokenAsks();
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({ grant_type: 'client_credentials', ...more });
  });

  // Rules: 6.15.5
  test('that the vendor takes no more is exchanged once, and the pull is repeated with its key', async () => {
    await connect(oauth({ idempotency: 'none' }));
    vendor.answer(({ authorization }) => (authorization === 'Bearer token-2' ? READY : { status: 401 }));
    const id = await pulled();
    expect(await resultOf(id)).toBe('done');
    expect(new Set(vendor.asked.map(({ key }) => key)).size).toBe(1);
    expect([vendor.asked.length, tokens.length]).toEqual([2, 2]);
    vendor.answer(() => ({ status: 401 }));
    expect(await resultOf(await pulled())).toBe('vendor_rejected');
    expect(tokens).toHaveLength(3);
  });

  // Rules: 6.15.5
  test('is lost with a process that dies before it records the report, and nothing is ordered twice', async () => {
    await connect(oauth({ idempotency: 'none' }));
    const { id, perform } = await asking();
    const life = mortal(() => (vendor.asked.length > 0 ? 'before' : null));
    await expect(perform().finally(life.end)).rejects.toThrow('it is dead');
    await open();
    expect(await orderOf(id)).toMatchObject({ ended_as: 'unknown' });
    await writeOrder(db, id, { ended_at: new Date(Date.now() - 180_000) });
    await perform();
    expect([await resultOf(id), vendor.asked.length]).toEqual(['vendor_unknown', 1]);
    const written = await Promise.all(
      (['effect', 'vendor_order', 'execution', 'command', 'product_connection'] as const).map((table) =>
        db.kysely.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(written)).not.toContain('token-1');
  });

  test.each<[string, Answer, string]>([
    ['a refusal', { status: 401, body: { error: 'invalid_client' } }, 'product_unavailable'],
    ['no token', { status: 200, body: { token: 'x' } }, 'again'],
    ['a token with a line break', { status: 200, body: { access_token: 'x\r\nhost: evil' } }, 'again'],
    ['a token of another type', { status: 200, body: { access_token: 'x', token_type: 'mac' } }, 'again'],
    ['HTML', { status: 200, body: Buffer.from('<html>') }, 'again'],
    ['an outage', { status: 503 }, 'again'],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'again'],
  ])('that cannot be had, by %s, sends the vendor nothing', async (_, answer, outcome) => {
    await connect(oauth());
    answerToken = () => answer;
    const { id, perform } = await asking();
    if (outcome === 'again') await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    else await perform();
    expect(vendor.asked).toEqual([]);
    if (outcome !== 'again') expect(await resultOf(id)).toBe(outcome);
  });
});

describe('addresses of an account', () => {
  const row = (url: string, token = url): AccountConnection => ({
    url,
    credentials: { type: 'oauth2_client_credentials', token_url: token, client_id: 'a', client_secret: 'b' },
  });
  beforeEach(() => open({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' }));

  // Rules: 6.15.6
  test.each(HOSTILE_URLS.filter(([, url]) => !url.includes('\0')))(
    'that name a private host are not asked, however they are written: %s',
    async (_, url) => {
      await connect({ url });
      const id = await pulled();
      expect(await resultOf(id)).toBe('vendor_forbidden_target');
      await connect(row('https://vendor.example.com/', url));
      expect(await resultOf(await pulled())).toBe('vendor_forbidden_target');
    },
  );

  // Rules: 6.15.6
  test('are https', async () => {
    await connect({ url: 'http://93.184.215.14/' });
    expect(await resultOf(await pulled())).toBe('vendor_forbidden_target');
  });

  test('do not keep those of the installation from its own network', async () => {
    expect(await resultOf(await pulled())).toBe('done');
    expect(installation.asked).toHaveLength(1);
  });
});

describe('an answer of the vendor of an account', () => {
  // Rules: 6.15.7
  test.each(HOSTILE_ANSWERS)('that is %s is no report, and names what is wrong', async (_, answer, code) => {
    await connect({ url: vendor.url, credentials: { type: 'bearer', token: 'secret-token' } });
    vendor.answer(() => answer);
    const id = await pulled();
    expect(await resultOf(id)).toBe(code);
    const [effect] = await effectsOf(db, id);
    expect(effect?.error_message).not.toMatch(/secret-token|169\.254|evil/);
  });
});
