import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { ConnectionTerms } from '../../core/products/connection.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { loadConfig } from '../../platform/config/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { recover } from '../../platform/recovery.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { sealCallback } from '../../platform/vendor-callbacks.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { dropCallbacks, takeCallbacks } from '../../services/executor/orders/callbacks.ts';
import { createPerformer } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { NO_VENDORS } from './support/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { diesAt } from './support/deaths.ts';
import { APPLICANT, PULL_ONLY } from './support/definitions.ts';
import { askForOrder, readOrder, writeOrder } from './support/orders.ts';
import { cancel, createTenant, effectsOf, executionOf, stepsOf, trigger, type Tenant } from './support/runs.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { startSlowVendor, type Answer, type SlowVendor } from './support/slow-vendor.ts';

/** Callbacks of vendors: believed where that is agreed, proved where they come to the URL of the connection. */
const KEYS = [{ id: 'c1', key: randomBytes(32) }];
const SECRET = 'a-secret-of-the-vendor';
const NAME = 'installation.credit_report';
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const CORRECTED = { ...REPORT, score: 801 };
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const signal = new AbortController().signal;
const log = createLogger('test', 'silent');

const SIGNED = {
  match: 'order.id',
  report: 'report',
  signature: { form: 'body', header: 'X-Signature', secret: SECRET },
} as const;

let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let effects: EffectResources | undefined;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;
/** The vendor's references of the orders, in sequence. */
let orders = 0;

async function agree(terms: ConnectionTerms): Promise<void> {
  await effects?.close();
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, {
      MAIL_FROM: 'decisions@example.com',
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      PRODUCT_CREDIT_REPORT_CONNECTION: JSON.stringify(terms),
    }),
    callbackUrl: (connection, key) => `https://cascade.example.com/hooks/${connection}/${key}`,
    db: own,
    bus,
    log,
    ...loadReferenceData(),
  });
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 0 });
}

beforeAll(async () => {
  database = await createTestDatabase();
  [db, own] = [await database.open(), await database.open({ as: 'executor' })];
  vendor = await startSlowVendor();
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
});
beforeEach(async () => {
  await db.kysely.deleteFrom('vendor_order').execute();
  await db.kysely.deleteFrom('vendor_callback').execute();
  tenant = await createTenant(db);
  vendor.reset();
  vendor.answer(() => accepted());
});
afterAll(async () => {
  await effects?.close();
  await vendor?.stop();
  await database?.drop();
});

function accepted(): Answer {
  orders += 1;
  return { status: 202, headers: { location: `/orders/${orders}` }, body: { reference: `ord_${orders}` } };
}
async function ordered() {
  const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload: APPLICANT, mode: 'live' });
  const goOn = () => advance(id, runKey, NOW);
  const { effects: asked } = await goOn();
  await performer.perform(asked[0]?.id ?? 0, id, runKey, signal);
  await goOn();
  const { reference, idempotency_key: key } = await orderOf(id);
  return { id, goOn, key, reference: reference ?? '' };
}
const orderOf = (id: number) => readOrder(db, id);
const resultOf = async (id: number) => (await effectsOf(db, id))[0]?.result;
const billsOf = async (id: number) =>
  (await db.kysely.selectFrom('billing_entry').select('visit').where('execution_id', '=', id).execute()).length;
const take = () => takeCallbacks({ db: own, vendors: effects?.vendors ?? NO_VENDORS, keys: KEYS, log });
const waiting = async () =>
  (await db.kysely.selectFrom('vendor_callback').select('id').where('taken_at', 'is', null).execute()).length;
const changeOrder = (id: number, values: Record<string, unknown>) => writeOrder(db, id, values);
const ask = (id: number) => askForOrder({ db, own }, effects?.vendors ?? NO_VENDORS, id);

/** Stores it like the gateway, and returns the gateway's response. */
async function stored(idempotencyKey: string | null, body: Buffer, headers: Record<string, string> = {}) {
  const called = { connection: NAME, idempotencyKey };
  const { digest, sealed } = sealCallback(KEYS, called, { headers, body });
  const { rows } = await sql<{ result: string }>`
    select vendor_callback_store(${NAME}, ${idempotencyKey}::uuid, ${digest}, ${sealed}) as result`.execute(db.kysely);
  return rows[0]?.result;
}
const bytes = (value: Json) => Buffer.from(JSON.stringify(value));
const toOrder = (key: string, value: Json) => stored(key, bytes(value));
const signatureOf = (body: Buffer, secret = SECRET) => createHmac('sha256', secret).update(body).digest('hex');
/** Calls the URL of the connection, signed. */
const toConnection = (reference: Json, report: Json, secret = SECRET) => {
  const body = bytes({ order: { id: reference }, report });
  return stored(null, body, { 'x-signature': signatureOf(body, secret) });
};

describe('a vendor that cannot be asked, and sends its report', () => {
  beforeEach(() => agree({ fetch: false }));

  // Rules: 6.8.6
  test('is believed: the report is recorded, billed once, and the run goes on', async () => {
    const { id, key, goOn } = await ordered();
    expect(await toOrder(key, REPORT)).toBe('stored');
    await take();
    expect(await goOn()).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
    expect([await billsOf(id), await waiting(), vendor.asked.length]).toEqual([1, 0, 1]);
    const { rows } = await sql`select 1 from vendor_callback where sealed is not null`.execute(db.kysely);
    expect(rows).toEqual([]);
  });

  test('twice, or whose first taking was cut short, is recorded once', async () => {
    const { id, key } = await ordered();
    await toOrder(key, REPORT);
    await Promise.all([take(), take(), take()]);
    await db.kysely.updateTable('vendor_callback').set({ taken_at: null }).execute();
    await take();
    expect(await toOrder(key, REPORT)).toBe('known');
    await take();
    expect([await billsOf(id), (await orderOf(id)).corrections]).toEqual([1, null]);
  });

  // Rules: 6.8.5
  test('before the pull was committed loses nothing', async () => {
    vendor.answer(async ({ key }) => {
      await toOrder(key, REPORT);
      await take();
      return accepted();
    });
    const { id, goOn } = await ordered();
    expect(await waiting()).toBe(1);
    await take();
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: 6.8.7
  test('and then something else is told of the conflict, and nothing changes', async () => {
    const { id, key } = await ordered();
    await toOrder(key, REPORT);
    await take();
    expect(await toOrder(key, CORRECTED)).toBe('other');
    expect(await toOrder(key, REPORT)).toBe('known');
    await take();
    expect(await resultOf(id)).toEqual({ report: expect.objectContaining({ score: REPORT.score }) });
  });

  test('and something else at the same moment changes nothing, as nobody has signed it', async () => {
    const { id, key } = await ordered();
    await toOrder(key, REPORT);
    await toOrder(key, CORRECTED);
    await take();
    expect(await resultOf(id)).toEqual({ report: expect.objectContaining({ score: REPORT.score }) });
  });

  // Rules: 6.8.7
  test('is answered a day longer than its order, and no longer', async () => {
    const { id, key } = await ordered();
    await toOrder(key, REPORT);
    await take();
    await changeOrder(id, { ended_at: new Date(Date.now() - 86_300_000) });
    expect(await toOrder(key, REPORT)).toBe('known');
    await changeOrder(id, { ended_at: new Date(Date.now() - 86_500_000) });
    expect(await toOrder(key, REPORT)).toBe('ended');
  });

  test('that an earlier answer of ours has ended, is told nothing of a conflict', async () => {
    const { id, key } = await ordered();
    await changeOrder(id, { ended_as: 'reported', ended_at: new Date() });
    expect(await toOrder(key, REPORT)).toBe('known');
    expect(await toOrder(key, CORRECTED)).toBe('other');
  });

  // Rules: 6.7.9
  test('after a cancel is billed and kept, and changes nothing', async () => {
    const { id, key, goOn } = await ordered();
    await cancel(db, id);
    await ask(id);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'cancelled' });
    expect(await toOrder(key, REPORT)).toBe('stored');
    await take();
    expect(await goOn()).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
    expect(await resultOf(id)).toMatchObject({ came_at: expect.any(String), report: { score: REPORT.score } });
    expect(await billsOf(id)).toBe(1);
  });

  test('after the redaction leaves that it came, and nothing of it', async () => {
    const { id, key } = await ordered();
    await cancel(db, id);
    await db.kysely.updateTable('execution').set({ redacted_at: new Date() }).where('id', '=', id).execute();
    await toOrder(key, REPORT);
    await take();
    expect(await resultOf(id)).toEqual({ came_at: expect.any(String) });
  });

  // Rules: 6.8.6
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<html>Maribel</html>')],
    ['a state', bytes({ status: 'ready' })],
    ['a list', bytes([REPORT])],
    ['a key twice', Buffer.from('{"score":700,"score":300}')],
    ['UTF-16', Buffer.from(JSON.stringify(REPORT), 'utf16le')],
    ['another charset', Buffer.from('{"a":"\u00e9"}', 'latin1')],
    ['a bomb of gzip', gzipSync(Buffer.alloc(8_000_000))],
    ['the report in gzip', gzipSync(JSON.stringify(REPORT))],
    ['deep JSON', Buffer.from('['.repeat(100_000))],
    ['a score beyond 2^53', bytes({ ...REPORT, score: 2 ** 60 })],
    ['a member of the prototype', Buffer.from('{"__proto__":{"score":700}}')],
  ])('that is none fails the step as invalid_report: %s', async (_what, body) => {
    const { id, key, goOn } = await ordered();
    await stored(key, body);
    await take();
    await goOn();
    expect(await stepsOf(db, id)).toMatchObject([{}, { status: 'failed', error_code: 'invalid_report' }]);
    expect(JSON.stringify(await stepsOf(db, id))).not.toContain('Maribel');
    expect(await billsOf(id)).toBe(0);
  });

  test('sealed with a key that is gone holds up no other', async () => {
    const [lost, kept] = [await ordered(), await ordered()];
    await sql`select vendor_callback_store(${NAME}, ${lost.key}::uuid, 'digest', 'v1.gone.a.b.c')`.execute(db.kysely);
    await toOrder(kept.key, REPORT);
    await take();
    expect(await resultOf(kept.id)).toHaveProperty('report');
    expect(await waiting()).toBe(0);
  });

  test('by the token of another order brings nothing to this one', async () => {
    const [one, other] = [await ordered(), await ordered()];
    await toOrder(other.key, { ...REPORT, reference: one.reference, id: one.key });
    await take();
    expect(await orderOf(one.id)).toMatchObject({ ended_at: null });
  });
});

describe('the callback of a connection', () => {
  beforeEach(() => agree({ fetch: false, callback: SIGNED }));

  // Rules: 6.8.8
  test.each(['the vendor’s', 'ours'])('finds its order by the reference in its body: %s', async (whose) => {
    const { id, reference, key, goOn } = await ordered();
    await toConnection(whose === 'ours' ? key : reference, REPORT);
    await take();
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
    expect(await billsOf(id)).toBe(1);
  });

  // Rules: 6.8.9
  test.each<[string, (body: Buffer) => Record<string, string>]>([
    ['without a signature', () => ({})],
    ['with an empty one', () => ({ 'x-signature': '' })],
    ['signed with another secret', (body) => ({ 'x-signature': signatureOf(body, 'another-secret-of-others') })],
    ['signed over other bytes', () => ({ 'x-signature': signatureOf(Buffer.from('{}')) })],
    ['with a part of the signature', (body) => ({ 'x-signature': signatureOf(body).slice(0, 32) })],
    ['signed in another header', (body) => ({ 'x-other': signatureOf(body) })],
  ])('%s is dropped', async (_what, headersOf) => {
    const { id, reference } = await ordered();
    const body = bytes({ order: { id: reference }, report: REPORT });
    expect(await stored(null, body, headersOf(body))).toBe('stored');
    await take();
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
    expect([await waiting(), await billsOf(id)]).toEqual([0, 0]);
  });

  // Rules: 6.8.12
  test('of an event that does not count is dropped, and ends no order', async () => {
    await agree({ fetch: false, callback: { ...SIGNED, only: { path: 'type', is: ['done', 'corrected'] } } });
    const { id, reference } = await ordered();
    const event = (value: JsonObject) => {
      const body = bytes({ order: { id: reference }, ...value });
      return stored(null, body, { 'x-signature': signatureOf(body) });
    };
    for (const type of ['created', null, ['done'], 'Done']) await event({ type, report: { score: 'none' } });
    await event({ report: REPORT });
    await take();
    expect([await waiting(), (await orderOf(id)).ended_at]).toEqual([0, null]);
    await event({ type: 'done', report: REPORT });
    await take();
    expect(await resultOf(id)).toMatchObject({ report: REPORT });
  });

  // Rules: 6.8.10
  test('before the pull was committed waits until its order has the reference', async () => {
    vendor.answer(async () => {
      const answer = accepted();
      await toConnection(`ord_${orders}`, REPORT);
      await take();
      await take();
      return answer;
    });
    const { id, goOn } = await ordered();
    expect(await waiting()).toBe(1);
    await take();
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: 13.2.1
  test.each(['before', 'after'])('%s `cascade recover` has its report recorded and billed once', async (when) => {
    const { id, reference, goOn } = await ordered();
    if (when === 'before') await toConnection(reference, REPORT);
    await recover(db);
    if (when === 'after') await toConnection(reference, REPORT);
    await take();
    await take();
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
    expect([await billsOf(id), vendor.asked.length]).toEqual([1, 1]);
  });

  // Rules: 18.2.5
  test('of a reference that no order has is dropped after a day, with a warning', async () => {
    const lines: unknown[] = [];
    const log = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    const lost = '00000000-0000-4000-8000-000000000001';
    await toConnection('ord_of_nobody', REPORT);
    await toOrder(lost, REPORT);
    await take();
    await dropCallbacks({ db: own, log });
    expect(await waiting()).toBe(2);
    expect(lines).toEqual([]);
    await db.kysely
      .updateTable('vendor_callback')
      .set({ received_at: new Date(Date.now() - 86_500_000) })
      .execute();
    await dropCallbacks({ db: own, log });
    expect(await waiting()).toBe(0);
    expect(lines).toMatchObject([{ level: 'warn', connection: NAME, calls: 2, our_references: [lost] }]);
  });

  test('reaches no order of another connection that has the same reference', async () => {
    const { id, reference, key } = await ordered();
    await changeOrder(id, { connection: 'account.7.credit_report' });
    await toConnection(reference, REPORT);
    await toConnection(key, REPORT);
    await take();
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
  });

  test.each<[string, Json]>([
    ['nothing', null],
    ['a list', ['ord_1']],
    ['an object', {}],
    ['a text that is too long', 'x'.repeat(201)],
    ['dots', '..'],
  ])('whose reference is %s is dropped', async (_what, reference) => {
    await toConnection(reference, REPORT);
    await take();
    expect(await waiting()).toBe(0);
  });

  test('with fetch only has the vendor asked, whatever it says', async () => {
    await agree({ callback: SIGNED });
    const { id, reference } = await ordered();
    await toConnection(reference, CORRECTED);
    await take();
    expect((await orderOf(id)).poll_at.getTime()).toBeLessThanOrEqual(Date.now());
    vendor.answer(() => ({ status: 200, body: REPORT }));
    await ask(id);
    expect(await resultOf(id)).toMatchObject({ report: { score: REPORT.score } });
  });

  // Rules: 6.8.9
  test.each([
    ['hex, with its hash before it', 'sha256', 'hex', 'sha256='],
    ['hex, with a blank behind that', 'sha256', 'hex', 'sha256= '],
    ['base64', 'sha256', 'base64', ''],
    ['base64, with its hash before it', 'sha256', 'base64', 'sha256='],
    ['the hex of SHA-512', 'sha512', 'hex', ''],
  ] as const)('may be proved by %s', async (_what, hash, encoding, before) => {
    await agree({
      callback: { match: 'id', signature: { form: 'body', header: 'X-Sig', secret: SECRET, hash, encoding } },
    });
    const { id, reference } = await ordered();
    const isDue = async () => (await orderOf(id)).poll_at.getTime() <= Date.now();
    const body = bytes({ id: reference });
    const mac = (key: string) => createHmac(hash, key).update(body).digest(encoding);
    await stored(null, body, { 'x-sig': `${before}${mac('another-secret-of-others')}` });
    await take();
    expect(await isDue()).toBe(false);
    await stored(null, body, { 'x-sig': `${before}${mac(SECRET)}` });
    await take();
    expect(await isDue()).toBe(true);
  });

  // Rules: 6.8.8
  test.each([
    ['a form', 'x=1&order=', true],
    ['a form in which the name is twice', 'order=a&order=', false],
  ])('may be %s', async (_what, before, isTaken) => {
    await agree({ callback: { match: 'order', signature: { form: 'body', header: 'X-Sig', secret: SECRET } } });
    const { id, reference } = await ordered();
    const body = Buffer.from(`${before}${reference}`);
    const type = 'application/x-www-form-urlencoded; charset=utf-8';
    await stored(null, body, { 'content-type': type, 'x-sig': signatureOf(body) });
    await take();
    expect((await orderOf(id)).poll_at.getTime() <= Date.now()).toBe(isTaken);
  });

  // Rules: 6.8.9
  test('may be proved by a header with a secret', async () => {
    await agree({ callback: { match: 'id', secret: { header: 'Authorization', value: `Basic ${SECRET}` } } });
    const { id, reference } = await ordered();
    const isDue = async () => (await orderOf(id)).poll_at.getTime() <= Date.now();
    await stored(null, bytes({ id: reference }), { authorization: 'Basic another-secret-of-others' });
    await take();
    expect(await isDue()).toBe(false);
    await stored(null, bytes({ id: reference }), { authorization: `Basic ${SECRET}` });
    await take();
    expect(await isDue()).toBe(true);
  });

  describe('with the time of its signature', () => {
    const body = (reference: string) => bytes({ id: reference });
    const stamped = (sent: Buffer, seconds: number) =>
      `t=${seconds},v1=${createHmac('sha256', SECRET).update(`${seconds}.`).update(sent).digest('hex')}`;
    const now = () => Math.floor(Date.now() / 1_000);
    const isProvedWith = async (headers: (sent: Buffer) => Record<string, string>): Promise<boolean> => {
      const { id, reference } = await ordered();
      const sent = body(reference);
      await stored(null, sent, headers(sent));
      await take();
      return (await orderOf(id)).poll_at.getTime() <= Date.now();
    };
    beforeEach(() =>
      agree({ callback: { match: 'id', signature: { form: 'timestamped', header: 'x-sig', secret: SECRET } } }),
    );

    // Rules: 6.8.9
    test.each<[string, number, boolean]>([
      ['now', 0, true],
      ['four minutes ago', -240, true],
      ['six minutes ago', -360, false],
      ['in six minutes', 360, false],
    ])('is taken by when it was received: %s', async (_what, offset, isProved) => {
      expect(await isProvedWith((sent) => ({ 'x-sig': stamped(sent, now() + offset) }))).toBe(isProved);
    });

    test('is taken with any of two secrets that the vendor signs with', async () => {
      const isProved = isProvedWith((sent) => ({
        'x-sig': stamped(sent, now()).replace(',v1', `,v1=${'0'.repeat(64)},v1`),
      }));
      expect(await isProved).toBe(true);
    });

    // Rules: 6.8.9
    test('is taken from either of two pairs that a blank separates, while the vendor exchanges its key', async () => {
      const two = (sent: Buffer) => `t=${now() - 1},v1=${'0'.repeat(64)} ${stamped(sent, now())}`;
      expect(await isProvedWith((sent) => ({ 'x-sig': two(sent) }))).toBe(true);
    });

    // Rules: 6.8.9
    test('is held against two times that can be now, however many its header names', async () => {
      const old = Array.from({ length: 200 }, (_, at) => `t=${at}`).join();
      const others = Array.from({ length: 200 }, (_, at) => `t=${now() - 1 - at}`).join();
      expect(await isProvedWith((sent) => ({ 'x-sig': `${old},${stamped(sent, now())}` }))).toBe(true);
      expect(await isProvedWith((sent) => ({ 'x-sig': `${others},${stamped(sent, now())}` }))).toBe(false);
    });

    // Rules: 6.8.9
    test('is taken in base64, and by SHA-512, where that is agreed', async () => {
      const signature = {
        form: 'timestamped',
        header: 'x-sig',
        secret: SECRET,
        encoding: 'base64',
        hash: 'sha512',
      } as const;
      await agree({ callback: { match: 'id', signature } });
      const mac = (sent: Buffer, hash: string) =>
        createHmac(hash, SECRET).update(`${now()}.`).update(sent).digest('base64');
      const signed = (hash: string) => (sent: Buffer) => ({ 'x-sig': `t=${now()},v1=${mac(sent, hash)}` });
      expect(await isProvedWith(signed('sha512'))).toBe(true);
      expect(await isProvedWith(signed('sha256'))).toBe(false);
    });

    test('replayed later is dropped', async () => {
      const { id, reference } = await ordered();
      const sent = body(reference);
      const headers = { 'x-sig': stamped(sent, now()) };
      await stored(null, sent, headers);
      await take();
      const later = new Date(Date.now() + 3_600_000);
      await changeOrder(id, { poll_at: later });
      await stored(null, sent, headers);
      await db.kysely
        .updateTable('vendor_callback')
        .set({ received_at: new Date(Date.now() + 360_000), reference: null })
        .execute();
      await take();
      expect((await orderOf(id)).poll_at).toEqual(later);
    });

    test('is taken as Standard Webhooks signs it', async () => {
      const key = randomBytes(24).toString('base64');
      await agree({ callback: { match: 'id', signature: { form: 'standard', secret: `whsec_${key}` } } });
      const headers = (sent: Buffer) => {
        const signed = createHmac('sha256', Buffer.from(key, 'base64'))
          .update(`m1.${now()}.`)
          .update(sent)
          .digest('base64');
        return { 'webhook-id': 'm1', 'webhook-timestamp': String(now()), 'webhook-signature': `v1,AAAA v1,${signed}` };
      };
      expect(await isProvedWith(headers)).toBe(true);
      expect(await isProvedWith((sent) => ({ ...headers(sent), 'webhook-id': 'm2' }))).toBe(false);
    });
  });
});

// Rules: 6.8.5
test.each(['before', 'after'] as const)(
  'an executor that dies %s any write takes a callback again, and once',
  async (at) => {
    await agree({ fetch: false, callback: SIGNED });
    for (let write = 1; ; write += 1) {
      const [signed, named] = [await ordered(), await ordered()];
      await toConnection(signed.reference, REPORT);
      await toOrder(named.key, { report: REPORT });
      const hasDied = await diesAt(at, write, take);
      for (let lives = 0; lives < 2; lives += 1) await take();
      for (const { id, goOn } of [signed, named]) {
        expect(await goOn()).toMatchObject({ done: true });
        expect([await billsOf(id), (await orderOf(id)).ended_as, await waiting()]).toEqual([1, 'reported', 0]);
      }
      if (!hasDied) {
        expect(write).toBeGreaterThan(10);
        return;
      }
    }
  },
);

describe('a correction', () => {
  const versions = async (id: number) => (await orderOf(id)).corrections?.map(({ report }) => report?.score);

  // Rules: 6.10.1
  test('that is signed is kept beside the report, and changes nothing that was decided', async () => {
    await agree({ fetch: false, callback: SIGNED });
    const { id, reference, goOn } = await ordered();
    await toConnection(reference, REPORT);
    await take();
    await goOn();
    for (const report of [REPORT, CORRECTED, CORRECTED, REPORT]) {
      await toConnection(reference, report);
      await take();
    }
    expect(await versions(id)).toEqual([CORRECTED.score]);
    expect((await stepsOf(db, id))[1]).toMatchObject({ output: { score: REPORT.score } });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
    expect(await billsOf(id)).toBe(1);
  });

  // Rules: 6.10.1
  test('that is proved by a secret alone is not taken', async () => {
    await agree({
      fetch: false,
      callback: { match: 'order.id', report: 'report', secret: { header: 'x', value: SECRET } },
    });
    const { id, reference } = await ordered();
    const send = (report: Json) => stored(null, bytes({ order: { id: reference }, report }), { x: SECRET });
    await send(REPORT);
    await take();
    await send(CORRECTED);
    await take();
    expect((await orderOf(id)).corrections).toBeNull();
  });

  // Rules: 6.10.2
  test('is asked for where the vendor can be asked, and the order ends again', async () => {
    await agree({ callback: SIGNED });
    const { id, reference, goOn } = await ordered();
    vendor.answer(() => ({ status: 200, body: REPORT }));
    await ask(id);
    await goOn();
    await toConnection(reference, 'whatever');
    await take();
    vendor.answer(() => ({ status: 200, body: CORRECTED }));
    await ask(id);
    expect(await versions(id)).toEqual([CORRECTED.score]);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported', ended_at: expect.any(Date) });
    await ask(id);
    expect(vendor.asked.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['nothing new', { status: 200, body: REPORT }],
    ['no report', { status: 200, body: 'soon' }],
    ['that it is gone', { status: 410 }],
  ])('that is asked for and is %s leaves the report', async (_what, answer) => {
    await agree({ callback: SIGNED });
    const { id, reference } = await ordered();
    vendor.answer(() => ({ status: 200, body: REPORT }));
    await ask(id);
    await toConnection(reference, 'whatever');
    await take();
    vendor.answer(() => answer);
    await ask(id);
    expect(await resultOf(id)).toEqual({ report: expect.objectContaining({ score: REPORT.score }) });
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported', ended_at: expect.any(Date) });
  });

  // Rules: 6.10.4
  test('after the redaction leaves that it came, and the vendor is not asked', async () => {
    await agree({ fetch: false, callback: SIGNED });
    const { id, reference } = await ordered();
    await toConnection(reference, REPORT);
    await take();
    await db.kysely.updateTable('execution').set({ redacted_at: new Date() }).where('id', '=', id).execute();
    await changeOrder(id, { report_digest: null });
    await toConnection(reference, CORRECTED);
    await take();
    expect((await orderOf(id)).corrections).toEqual([{ came_at: expect.any(String) }]);
    await agree({ callback: SIGNED });
    await toConnection(reference, CORRECTED, SECRET);
    await take();
    expect(await orderOf(id)).toMatchObject({ ended_at: expect.any(Date) });
  });
});
