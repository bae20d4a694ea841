import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { selectUnknownPulls, settlePull } from '../../platform/database/unknown-pulls.ts';
import type { ConnectionTerms } from '../../core/products/connection.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { recoverRestored } from '../../platform/recovery.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createPerformer, TryAgain } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPLICANT, PULL_ONLY } from './support/definitions.ts';
import { NO_VENDORS } from './support/connection.ts';
import { askForOrder, writeOrder } from './support/orders.ts';
import { createTenant, effectsOf, executionOf, stepsOf, trigger, type Tenant } from './support/runs.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { startSlowVendor, type Answer, type Asked, type SlowVendor } from './support/slow-vendor.ts';

/** Vendors that make two orders of two requests: nothing is ordered twice, and unknown orders are reported. */
let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let effects: EffectResources | undefined;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

const log = createLogger('test', 'silent');
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const READY: Answer = { status: 200, body: REPORT };
const signal = new AbortController().signal;

async function agree(terms: ConnectionTerms, url = vendor.url): Promise<void> {
  await effects?.close();
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, {
      MAIL_FROM: 'decisions@example.com',
      PRODUCT_CREDIT_REPORT_URL: url,
      PRODUCT_CREDIT_REPORT_CONNECTION: JSON.stringify(terms),
    }),
    callbackUrl: (connection, key) => `https://cascade.example.com/hooks/${connection}/${key}`,
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
  vendor = await startSlowVendor();
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
});
beforeEach(async () => {
  await db.kysely.deleteFrom('vendor_order').execute();
  tenant = await createTenant(db);
  vendor.reset();
});
afterAll(async () => {
  await effects?.close();
  await vendor?.stop();
  await database?.drop();
});

/** A live run that asks for a pull, which nobody has begun. */
async function asking() {
  const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload: APPLICANT, mode: 'live' });
  const { effects: asked } = await advance(id, runKey, NOW);
  const effectId = asked[0]?.id ?? 0;
  const perform = (of = effectId) => performer.perform(of, id, runKey, signal);
  return { id, runKey, effectId, perform, goOn: () => advance(id, runKey, NOW) };
}
const orderOf = (id: number) =>
  db.kysely.selectFrom('vendor_order').selectAll().where('execution_id', '=', id).executeTakeFirst();
const billsOf = (id: number) =>
  db.kysely.selectFrom('billing_entry').selectAll().where('execution_id', '=', id).execute();
const changeOrder = (id: number, values: Record<string, unknown>) => writeOrder(db, id, values);
/** Pretends that the attempt before began three minutes ago. */
const later = (id: number) => changeOrder(id, { ended_at: new Date(Date.now() - 180_000) });
const posts = () => vendor.asked.filter(({ method }) => method === 'POST');
const cutShort = (): never => {
  throw new Error('the connection closes without an answer');
};
const ask = (id: number) => askForOrder({ db, own }, effects?.vendors ?? NO_VENDORS, id);
/** Like a retried row of a batch: its node is visited again. */
async function visitAgain(id: number): Promise<number> {
  const [first] = await effectsOf(db, id);
  if (first === undefined) throw new Error('no effect');
  for (const status of ['queued', 'running'] as const) {
    await db.kysely.updateTable('execution').set({ status }).where('id', '=', id).execute();
  }
  const { id: effectId } = await db.kysely
    .insertInto('effect')
    .values({
      ...{ execution_id: id, node_id: first.node_id, visit: 2, key: first.key.replace('#1#', '#2#') },
      ...{ kind: first.kind, request: asJson(first.request), status: 'intended' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return effectId;
}

describe('a pull at a vendor that would order again', () => {
  beforeEach(() => agree({ idempotency: 'none' }));

  // Rules: 6.9.4
  test('fails as vendor_unknown once it was cut short, and is not repeated', async () => {
    vendor.answer(cutShort);
    const { id, perform, goOn } = await asking();
    await perform();
    await goOn();
    expect(await stepsOf(db, id)).toMatchObject([{}, { status: 'failed', error_code: 'vendor_unknown' }]);
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', first_error_code: 'vendor_unknown' });
    expect(await orderOf(id)).toMatchObject({ ended_as: 'unknown' });
    expect(vendor.asked).toHaveLength(1);
  });

  // Rules: 6.9.4
  test('that is visited again, by a retried row, is not repeated either', async () => {
    vendor.answer(cutShort);
    const { id, perform, goOn } = await asking();
    await perform();
    await goOn();
    await later(id);
    await perform(await visitAgain(id));
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'failed', error_code: 'vendor_unknown' });
    expect(vendor.asked).toHaveLength(1);
  });

  test('is not sent a second time where the vendor closes a kept connection', async () => {
    vendor.answer(() => READY);
    await (await asking()).perform();
    vendor.answer(cutShort);
    const { id, perform } = await asking();
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ error_code: 'vendor_unknown' }]);
    expect(vendor.asked).toHaveLength(2);
  });

  // Rules: 6.9.5
  test.each<[string, Answer]>([
    ['429', { status: 429 }],
    ['408', { status: 408 }],
    ['503 with a time', { status: 503, headers: { 'retry-after': '5' } }],
  ])('is repeated after an answer that nothing was taken: %s', async (_what, answer) => {
    vendor.answer(() => answer);
    const { id, perform, goOn } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    vendor.answer(() => READY);
    await perform();
    expect(await goOn()).toMatchObject({ done: true });
    expect(posts()).toHaveLength(2);
    expect(await billsOf(id)).toHaveLength(1);
  });

  // Rules: 6.9.5
  test('is repeated where no connection could be made', async () => {
    const gone = await startSlowVendor();
    await gone.stop();
    await agree({ idempotency: 'none' }, gone.url);
    const { id, perform } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'not_ordered' });
    await agree({ idempotency: 'none' });
    vendor.answer(() => READY);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
  });

  test.each([500, 502, 503, 504])(
    'is not repeated after %s, which a proxy says of what was taken too',
    async (status) => {
      vendor.answer(() => ({ status }));
      const { id, perform } = await asking();
      await perform();
      expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'vendor_unknown' }]);
    },
  );

  test('that the vendor refuses is settled: another visit orders', async () => {
    vendor.answer(() => ({ status: 422 }));
    const { id, perform, goOn } = await asking();
    await perform();
    await goOn();
    expect(await orderOf(id)).toMatchObject({ ended_as: 'not_ordered' });
    vendor.answer(() => READY);
    await perform(await visitAgain(id));
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'done' });
  });

  // Rules: 6.9.3
  test('whose process died waits two minutes for it, and is unknown then', async () => {
    let release = (): void => undefined;
    vendor.answer(() => new Promise((resolve) => (release = () => resolve(READY))));
    const { id, perform } = await asking();
    const first = perform();
    for (; vendor.asked.length === 0;) await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(perform()).rejects.toMatchObject({ code: 'vendor_unavailable' });
    await later(id);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ error_code: 'vendor_unknown' }]);
    expect(vendor.asked).toHaveLength(1);
    // The first attempt was alive after all: its report is billed and kept.
    release();
    await first;
    expect(await effectsOf(db, id)).toMatchObject([
      { error_code: 'vendor_unknown', result: { came_at: expect.any(String) } },
    ]);
    expect(await billsOf(id)).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported' });
  });

  // Rules: 6.9.6
  test('is recorded by its effect, whatever run asked for it', async () => {
    const { id, perform } = await asking();
    vendor.answer(async () => {
      const run_key = '00000000-0000-4000-8000-000000000001';
      await db.kysely.updateTable('execution').set({ run_key }).where('id', '=', id).execute();
      return READY;
    });
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done', result: { report: { score: REPORT.score } } }]);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('that two runs begin at once is sent once', async () => {
    vendor.answer(() => READY);
    const { id, perform } = await asking();
    await Promise.allSettled([perform(), perform(), perform()]);
    expect(vendor.asked).toHaveLength(1);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('that was accepted is asked for where the vendor says, and by no second POST', async () => {
    vendor.answer(() => ({ status: 202, headers: { location: '/orders/17' } }));
    const named = await asking();
    await named.perform();
    await ask(named.id);
    expect(vendor.asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
    vendor.reset();
    vendor.answer(() => ({ status: 202 }));
    const unnamed = await asking();
    await unnamed.perform();
    const order = await orderOf(unnamed.id);
    expect(order?.poll_at).toEqual(order?.deadline_at);
    await ask(unnamed.id);
    expect(posts()).toHaveLength(1);
  });

  test('and names its orders is asked for by its own reference, percent-encoded whole', async () => {
    await agree({ idempotency: 'none', order_url: `${vendor.origin}/orders/{reference}?full=1` });
    vendor.answer(() => ({ status: 202, body: { reference: '../a b/?x#' } }));
    const { id, perform } = await asking();
    await perform();
    await ask(id);
    expect(vendor.asked[1]).toMatchObject({ method: 'GET', path: '/orders/..%2Fa%20b%2F%3Fx%23?full=1' });
  });

  test.each(['.', '..', '', '   '])('has no reference that would climb out of the address: %p', async (reference) => {
    vendor.answer(() => ({ status: 202, body: { reference } }));
    const { id, perform } = await asking();
    await perform();
    expect(await orderOf(id)).toMatchObject({ reference: null });
  });

  test('whose order timed out is waited for again by another visit, and not ordered', async () => {
    vendor.answer(() => ({ status: 202, headers: { location: '/orders/17' } }));
    const { id, perform, goOn } = await asking();
    await perform();
    await changeOrder(id, { deadline_at: new Date(0) });
    await ask(id);
    await goOn();
    expect(await orderOf(id)).toMatchObject({ ended_as: 'timed_out' });
    await perform(await visitAgain(id));
    expect(await orderOf(id)).toMatchObject({ ended_at: null, visit: 2, location: `${vendor.origin}/orders/17` });
    expect(posts()).toHaveLength(1);
  });
});

/** The database is an old copy, so no table has later orders. */
describe('a pull of an execution that a restored database has', () => {
  async function restored() {
    const { id, effectId } = await asking();
    const restore = async () => {
      await recoverRestored(db);
      const { run_key: runKey } = await executionOf(db, id);
      return { perform: () => performer.perform(effectId, id, runKey, signal) };
    };
    return { id, effectId, restore };
  }
  const lookedUp = () => ({ idempotency: 'lookup' as const, lookup_url: `${vendor.origin}/find/{reference}` });

  // Rules: 18.2.4
  test('is not sent where the vendor makes an order of each request, and is listed for a person', async () => {
    await agree({ idempotency: 'none' });
    vendor.answer(() => READY);
    const { id, restore } = await restored();
    await (await restore()).perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'vendor_unknown' }]);
    expect(vendor.asked).toEqual([]);
    const settled = { apiClientId: null, executionId: id, nodeId: 'credit', reference: null };
    expect(await settlePull(db.kysely, settled)).toMatchObject({ product_code: 'credit_report' });
    const { run_key: runKey } = await executionOf(db, id);
    await advance(id, runKey, NOW);
    await performer.perform(await visitAgain(id), id, runKey, signal);
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'done' });
    expect(posts()).toHaveLength(1);
  });

  // Rules: 18.2.4
  test('is not sent either after an answer of before the backup that nothing was ordered', async () => {
    await agree({ idempotency: 'none' });
    vendor.answer(() => ({ status: 429 }));
    const { id, effectId, restore } = await restored();
    const { run_key: before } = await executionOf(db, id);
    await expect(performer.perform(effectId, id, before, signal)).rejects.toBeInstanceOf(TryAgain);
    await (await restore()).perform();
    expect(await effectsOf(db, id)).toMatchObject([{ error_code: 'vendor_unknown' }]);
    expect(posts()).toHaveLength(1);
  });

  // Rules: 18.2.4
  test.each([
    ['has it: it is taken up', 200, []],
    ['does not know it: it is ordered', 404, ['POST']],
  ])('is looked up before it is sent; the vendor %s', async (_what, status, then) => {
    await agree(lookedUp());
    vendor.answer(({ method }) => (method === 'GET' ? { ...READY, status } : READY));
    const { id, restore } = await restored();
    await (await restore()).perform();
    expect(vendor.asked.map(({ method }) => method)).toEqual(['GET', ...then]);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('is sent again with its key where that orders nothing twice', async () => {
    await agree({ idempotency: 'header' });
    vendor.answer(() => READY);
    const { id, effectId, restore } = await restored();
    const { run_key: before } = await executionOf(db, id);
    await performer.perform(effectId, id, before, signal);
    // With the content of the copy.
    await db.kysely
      .updateTable('effect')
      .set({ status: 'intended', result: null })
      .where('id', '=', effectId)
      .execute();
    await (await restore()).perform();
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('is no other than before where the execution came after the restore', async () => {
    await agree({ idempotency: 'none' });
    vendor.answer(() => READY);
    await recoverRestored(db);
    const { id, perform } = await asking();
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
  });
});

describe('a pull of which nothing is known', () => {
  async function unknown() {
    await agree({ idempotency: 'none', order_url: `${vendor.origin}/orders/{reference}` });
    vendor.answer(cutShort);
    const run = await asking();
    await run.perform();
    await run.goOn();
    return run;
  }
  const settle = (executionId: number, reference: string | null = null, nodeId = 'credit') =>
    settlePull(db.kysely, { apiClientId: null, executionId, nodeId, reference });
  const listUnknown = () => selectUnknownPulls(db.kysely, null).selectAll().execute();

  // Rules: 6.9.9
  test('and whose reference a person enters is asked for, and its report is used by a retry', async () => {
    const { id, perform } = await unknown();
    expect(await listUnknown()).toMatchObject([{ execution_id: id, node_id: 'credit' }]);
    await settle(id, 'ord/9');
    expect(await listUnknown()).toEqual([]);
    vendor.answer(() => READY);
    await ask(id);
    expect(vendor.asked.at(-1)).toMatchObject({ method: 'GET', path: '/orders/ord%2F9' });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed' });
    expect((await effectsOf(db, id))[0]?.result).toMatchObject({ came_at: expect.any(String), report: {} });
    await perform(await visitAgain(id));
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'done' });
    expect([posts().length, (await billsOf(id)).length]).toEqual([1, 1]);
  });

  // Rules: 6.9.9
  test('and that the vendor does not have is ordered by a retry', async () => {
    const { id, perform } = await unknown();
    await settle(id);
    vendor.answer(() => READY);
    await perform(await visitAgain(id));
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'done' });
    expect([posts().length, (await billsOf(id)).length]).toEqual([2, 1]);
  });

  test('is settled once, and no other pull is', async () => {
    const { id } = await unknown();
    expect(await settle(id, 'x', 'other')).toBeUndefined();
    expect(await settle(id, 'ord_9')).toMatchObject({ product_code: 'credit_report' });
    expect(await settle(id)).toBeUndefined();
    const { id: going, perform } = await asking();
    vendor.answer(() => READY);
    await perform();
    expect(await settle(going)).toBeUndefined();
  });
});

describe('a pull at a vendor that looks orders up', () => {
  beforeEach(() => agree({ idempotency: 'lookup', lookup_url: `${vendor.origin}/orders?ours={reference}` }));
  const lookUps = () => vendor.asked.filter(({ method }) => method === 'GET');
  /** POSTs are cut short; a GET is answered. */
  const lost = (found: Answer) => (asked: Asked) => (asked.method === 'GET' ? found : cutShort());

  async function cut(found: Answer) {
    vendor.answer(lost(found));
    const run = await asking();
    await expect(run.perform()).rejects.toBeInstanceOf(TryAgain);
    return run;
  }

  test('has our reference, and is ordered without a look where nothing is known of it', async () => {
    vendor.answer(() => READY);
    const { perform } = await asking();
    await perform();
    const [posted, ...others] = vendor.asked;
    expect(JSON.parse(posted?.body ?? '').reference).toBe(posted?.key);
    expect(others).toEqual([]);
  });

  // Rules: 6.9.3
  test('that was cut short is not looked up for two minutes, as the vendor may not find it yet', async () => {
    const { perform } = await cut(READY);
    await expect(perform()).rejects.toMatchObject({ code: 'vendor_unavailable' });
    expect(lookUps()).toEqual([]);
  });

  // Rules: 6.9.2
  test('that was cut short is looked up, and its report is used', async () => {
    const { id, perform, goOn } = await cut(READY);
    await later(id);
    await perform();
    expect(await goOn()).toMatchObject({ done: true });
    expect(lookUps()).toMatchObject([{ path: `/orders?ours=${posts()[0]?.key}` }]);
    expect(posts()).toHaveLength(1);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('that was cut short and is under way is waited for, at the same address', async () => {
    const { id, perform } = await cut({ status: 202, body: {} });
    await later(id);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'delegated' }]);
    await ask(id);
    expect(lookUps().map(({ path }) => path)).toEqual(Array(2).fill(`/orders?ours=${posts()[0]?.key}`));
  });

  test.each([404, 410])('that the vendor does not know (%s) is ordered again', async (status) => {
    const { id, perform } = await cut({ status });
    await later(id);
    vendor.answer(({ method }) => (method === 'GET' ? { status } : READY));
    await perform();
    expect(posts()).toHaveLength(2);
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test.each<[string, Answer]>([
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['401', { status: 401 }],
    ['400', { status: 400 }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example.com/' } }],
  ])('that cannot be looked up (%s) is not ordered again', async (_what, answer) => {
    const { id, perform } = await cut(answer);
    await later(id);
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect(posts()).toHaveLength(1);
  });

  test('that several runs take up at once is ordered once', async () => {
    const { id, perform } = await cut({ status: 404 });
    await later(id);
    vendor.answer(({ method }) => (method === 'GET' ? { status: 404 } : READY));
    await Promise.allSettled([perform(), perform(), perform(), perform()]);
    expect(posts()).toHaveLength(2);
    expect(await billsOf(id)).toHaveLength(1);
  });

  test('that is not known and is cut short again is looked up again', async () => {
    const { id, perform } = await cut({ status: 404 });
    await later(id);
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    await later(id);
    vendor.answer(({ method }) => (method === 'GET' ? READY : cutShort()));
    await perform();
    expect([posts().length, lookUps().length]).toEqual([2, 2]);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
  });
});

describe('a vendor that cannot be asked', () => {
  // Rules: 6.9.7
  test('is not asked, and the step fails at the deadline', async () => {
    await agree({ fetch: false, deadline_hours: 2 });
    vendor.answer(() => ({ status: 202, headers: { location: '/orders/17' } }));
    const { id, perform, goOn } = await asking();
    await perform();
    const order = await orderOf(id);
    expect(order?.poll_at).toEqual(order?.deadline_at);
    expect((order?.deadline_at.getTime() ?? 0) - (order?.created_at.getTime() ?? 0)).toBe(7_200_000);
    await goOn();
    expect((await executionOf(db, id)).pending_reports).toMatchObject([{ ends_by: ['callback'] }]);
    await changeOrder(id, { deadline_at: new Date(0) });
    await ask(id);
    expect(vendor.asked).toHaveLength(1);
    expect(await effectsOf(db, id)).toMatchObject([{ error_code: 'vendor_timeout' }]);
  });
});

describe('how often a vendor is asked', () => {
  // Rules: 6.9.8
  test('is as agreed, and after the time agreed at the deadline alone', async () => {
    await agree({ poll: { every_seconds: 60, until_hours: 1 } });
    vendor.answer(() => ({ status: 202, headers: { location: '/orders/17' } }));
    const { id, perform } = await asking();
    await perform();
    const order = await orderOf(id);
    const waits = (order?.poll_at.getTime() ?? 0) - (order?.created_at.getTime() ?? 0);
    expect(waits).toBeGreaterThanOrEqual(60_000);
    expect(waits).toBeLessThan(91_000);
    await changeOrder(id, { created_at: new Date(Date.now() - 3_700_000) });
    await ask(id);
    const asked = await orderOf(id);
    expect(asked?.poll_at).toEqual(asked?.deadline_at);
  });
});

describe('terms that contradict each other', () => {
  test.each<[string, ConnectionTerms]>([
    ['lookup without an address', { idempotency: 'lookup' }],
    ['an address of another origin', { order_url: 'https://evil.example.com/{reference}' }],
    ['a reference that is the host', { order_url: 'https://{reference}/' }],
    ['an address without a reference', { order_url: 'http://127.0.0.1/orders' }],
    ['a callback that nothing proves', { callback: { match: 'id' } }],
    [
      'a callback that two things prove',
      {
        callback: {
          match: 'id',
          secret: { header: 'x', value: 'x'.repeat(16) },
          signature: { form: 'standard', secret: 'x'.repeat(16) },
        },
      },
    ],
    [
      'a signature without its header',
      { callback: { match: 'id', signature: { form: 'body', secret: 'x'.repeat(16) } } },
    ],
  ])('are refused at start: %s', async (_what, terms) => {
    await expect(agree(terms)).rejects.toThrow(/^PRODUCT_CREDIT_REPORT_CONNECTION: /);
    effects = undefined;
  });
});
