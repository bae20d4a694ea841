import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { dropCallbacks, takeCallbacks } from '../../services/executor/orders/callbacks.ts';
import { claimOrders } from '../../services/executor/orders/claim.ts';
import { askFor } from '../../services/executor/orders/loop.ts';
import { recordReport } from '../../services/executor/orders/record.ts';
import { createPerformer } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import type { InstallationSettings } from '../../services/executor/perform/connection.ts';
import { NO_VENDORS } from './support/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPLICANT, PULL_ONLY } from './support/definitions.ts';
import { askForOrder, IDLE, writeOrder } from './support/orders.ts';
import { cancel, createTenant, effectsOf, executionOf, stepsOf, trigger, type Tenant } from './support/runs.ts';
import { startSlowVendor, type Answer, type SlowVendor } from './support/slow-vendor.ts';

/** Reports that a vendor makes in its own time, from the pull to the end of the run, as the executor logs in. */
let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let effects: EffectResources;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

const log = createLogger('test', 'silent');
const open = (callbackUrl?: InstallationSettings['callbackUrl'], deadlineHours = '336') =>
  openEffects({
    callbackUrl,
    config: loadConfig(EFFECT_VARIABLES, {
      MAIL_FROM: 'decisions@example.com',
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      PRODUCT_CREDIT_REPORT_TOKEN: 'vendor-token',
      PULL_DEADLINE_HOURS: deadlineHours,
    }),
    db: own,
    bus,
    log,
    ...loadReferenceData(),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  [db, own] = [await database.open(), await database.open({ as: 'executor' })];
  vendor = await startSlowVendor();
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
});
beforeEach(async () => {
  await db.kysely.deleteFrom('vendor_order').execute();
  tenant = await createTenant(db);
  await effects?.close();
  // Its circuit is closed.
  effects = open();
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 0 });
  vendor.reset();
  vendor.answer(() => ACCEPTED);
});
afterAll(async () => {
  await effects?.close();
  await vendor?.stop();
  await database?.drop();
});

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const ACCEPTED: Answer = { status: 202, headers: { location: '/orders/17' }, body: { reference: 'ord_17' } };
const READY: Answer = { status: 200, body: REPORT };
const signal = new AbortController().signal;

/** A live run whose pull was performed once. */
async function ordered() {
  const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload: APPLICANT, mode: 'live' });
  const goOn = (key = runKey) => advance(id, key, NOW);
  const { effects: asked } = await goOn();
  const effectId = asked[0]?.id ?? 0;
  const perform = (key = runKey, of = effectId) => performer.perform(of, id, key, signal);
  await perform();
  await goOn();
  return { id, runKey, effectId, goOn, perform };
}
const orderOf = (id: number) =>
  db.kysely.selectFrom('vendor_order').selectAll().where('execution_id', '=', id).executeTakeFirst();
/** Delivers the report of a run, in any state of its order. */
const arrives = async (id: number) => {
  const order = await orderOf(id);
  if (order === undefined) throw new Error('no order');
  await recordReport(own, order, { report: REPORT, isBilled: true });
};
const changeOrder = (id: number, values: Record<string, unknown>) => writeOrder(db, id, values);
const billingOf = (id: number) =>
  db.kysely.selectFrom('billing_entry').selectAll().where('execution_id', '=', id).execute();
const pokesOf = (id: number) =>
  db.kysely.selectFrom('command').selectAll().where('execution_id', '=', id).where('kind', '=', 'poke').execute();

/** Asks for the order of a run as if it were due. */
const ask = (id: number) => askForOrder({ db, own }, effects.vendors, id);

describe('a pull that the vendor accepts', () => {
  // Rules: 6.7.1, 6.7.2
  test('leaves the run running, and says for what it waits', async () => {
    const { id, goOn } = await ordered();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'delegated' }]);
    const { status, pending_reports: pending, only_awaits_reports: isIdle } = await executionOf(db, id);
    expect({ status, isIdle }).toEqual({ status: 'running', isIdle: true });
    const order = await orderOf(id);
    expect(pending).toEqual([
      {
        product_code: 'credit_report',
        node_id: 'credit',
        since: order?.created_at.toISOString(),
        until: order?.deadline_at.toISOString(),
        ends_by: ['poll'],
      },
    ]);
    expect((order?.deadline_at.getTime() ?? 0) - (order?.created_at.getTime() ?? 0)).toBe(14 * 86_400_000);
    expect(await goOn()).toMatchObject({ effects: [], wakeAt: null, done: false });
    expect(await billingOf(id)).toEqual([]);
  });

  // Rules: 6.7.3
  test('is asked for at the Location of the answer, and the applicant is not sent again', async () => {
    const { id } = await ordered();
    expect(await orderOf(id)).toMatchObject({ reference: 'ord_17', location: `${vendor.origin}/orders/17` });
    await ask(id);
    const [posted, polled] = vendor.asked;
    expect(polled).toMatchObject({
      ...{ method: 'GET', path: '/orders/17', key: posted?.key, body: '' },
      authorization: 'Bearer vendor-token',
    });
  });

  test('without a Location is asked for by the same POST under the same key', async () => {
    vendor.answer(() => ({ status: 202, headers: { location: '' }, body: 'later' }));
    const { id } = await ordered();
    await ask(id);
    const [first, second] = vendor.asked;
    expect(second).toEqual(first);
    expect(await orderOf(id)).toMatchObject({ reference: null, location: null, ended_at: null });
  });

  test('is asked for where its last answer says', async () => {
    const { id } = await ordered();
    vendor.answer(() => ({ status: 202, headers: { location: '/results/3' }, body: {} }));
    await ask(id);
    await ask(id);
    expect(vendor.asked.map(({ path }) => path)).toEqual(['/pulls', '/orders/17', '/results/3']);
    expect(await orderOf(id)).toMatchObject({ reference: 'ord_17', polls: 2 });
  });

  test('ends with its report: the run goes on, and it is billed once', async () => {
    const { id, goOn } = await ordered();
    vendor.answer(() => READY);
    await ask(id);
    expect(await pokesOf(id)).toHaveLength(1);
    expect(await goOn()).toMatchObject({ done: true });
    const { status, pending_reports: pending, only_awaits_reports: isIdle } = await executionOf(db, id);
    expect({ status, pending, isIdle }).toEqual({ status: 'completed', pending: null, isIdle: false });
    expect(await stepsOf(db, id)).toMatchObject([{}, { node_id: 'credit', output: { score: REPORT.score } }]);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported', lease_until: null });
    expect(await billingOf(id)).toMatchObject([{ node_id: 'credit', visit: 1, product_code: 'credit_report' }]);
    await ask(id);
    expect(vendor.asked).toHaveLength(2);
  });

  test('whose report is recorded twice is billed once and wakes the run once', async () => {
    const { id } = await ordered();
    await Promise.all([1, 2, 3].map(() => arrives(id)));
    expect(await billingOf(id)).toHaveLength(1);
    expect(await pokesOf(id)).toHaveLength(1);
  });

  // Rules: 6.7.8
  test('and is performed again, by another run, takes up its order', async () => {
    const { id, perform, goOn } = await ordered();
    const runKey = randomUUID();
    await db.kysely.updateTable('execution').set({ run_key: runKey }).where('id', '=', id).execute();
    await db.kysely.updateTable('effect').set({ status: 'begun' }).where('execution_id', '=', id).execute();
    await perform(runKey);
    await goOn(runKey);
    expect(vendor.asked).toHaveLength(1);
    expect(await executionOf(db, id)).toMatchObject({ only_awaits_reports: true });
    vendor.answer(() => READY);
    await ask(id);
    expect(await goOn(runKey)).toMatchObject({ done: true });
    expect(await billingOf(id)).toHaveLength(1);
  });

  test('by a run that was superseded meanwhile is an order all the same, and its report is that of the effect', async () => {
    const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload: APPLICANT, mode: 'live' });
    const { effects: asked } = await advance(id, runKey, NOW);
    const later = randomUUID();
    vendor.answer(async () => {
      await db.kysely.updateTable('execution').set({ run_key: later }).where('id', '=', id).execute();
      return ACCEPTED;
    });
    await performer.perform(asked[0]?.id ?? 0, id, runKey, signal);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun' }]);
    vendor.answer(() => READY);
    await ask(id);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }]);
    expect(await advance(id, later, NOW)).toMatchObject({ done: true });
    expect(await billingOf(id)).toHaveLength(1);
  });
});

describe('an address that an answer names', () => {
  // Rules: 6.7.4
  test.each([
    'https://metadata.example.com/orders/1',
    '//evil.example.com/orders/1',
    'http://127.0.0.1:1/orders/1',
    'https://127.0.0.1/orders/1',
    'http://user:secret@127.0.0.1/orders/1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    // Longer than any address.
    '/x',
  ])('is of the origin of the vendor, or nobody is asked: %s', async (named) => {
    const location = named === '/x' ? `/${'x'.repeat(3_000)}` : named;
    vendor.answer(() => ({ status: 202, headers: { location }, body: {} }));
    const { id } = await ordered();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'vendor_forbidden_target' }]);
    expect(JSON.stringify(await stepsOf(db, id))).not.toMatch(/example\.com|passwd|secret/);
    expect(await orderOf(id)).toBeUndefined();
  });

  test('and that a later answer names, ends the order likewise', async () => {
    const { id } = await ordered();
    vendor.answer(() => ({ status: 202, headers: { location: 'https://evil.example.com/' }, body: {} }));
    await ask(id);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'vendor_forbidden_target' }]);
  });

  test('that is of an address which was exchanged since is not asked, and the order goes on', async () => {
    const { id } = await ordered();
    await changeOrder(id, { location: 'http://127.0.0.1:9/orders/17' });
    await ask(id);
    expect(vendor.asked).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
  });
});

describe('while a report is waited for', () => {
  // Rules: 6.7.6
  test.each([500, 502, 503, 429, 408, 401, 403, 404])('an answer of %s fails nothing', async (status) => {
    const { id, goOn } = await ordered();
    vendor.answer(() => ({ status, body: { error: 'Maribel' } }));
    await ask(id);
    expect(await orderOf(id)).toMatchObject({ ended_at: null, polls: 1, lease_until: null });
    vendor.answer(() => READY);
    await ask(id);
    expect(await goOn()).toMatchObject({ done: true });
  });

  test('a vendor that does not know the order after ten minutes has refused it', async () => {
    const { id, goOn } = await ordered();
    vendor.answer(() => ({ status: 404 }));
    await changeOrder(id, { created_at: new Date(Date.now() - 660_000) });
    await ask(id);
    await goOn();
    expect(await stepsOf(db, id)).toMatchObject([{}, { status: 'failed', error_code: 'vendor_rejected' }]);
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', pending_reports: null });
    expect(await orderOf(id)).toMatchObject({ ended_as: 'failed' });
    expect(await billingOf(id)).toEqual([]);
  });

  test('a vendor that fails again and again is not asked for a while, and that counts for nothing', async () => {
    const { id } = await ordered();
    vendor.answer(() => ({ status: 500 }));
    for (let time = 0; time < 6; time += 1) await ask(id);
    const before = vendor.asked.length;
    await ask(id);
    expect(vendor.asked).toHaveLength(before);
    const order = await orderOf(id);
    expect(order?.polls).toBe(before - 1);
    expect(order?.poll_at.getTime()).toBeLessThan(Date.now() + 16_000);
  });

  test('a vendor that is configured no more keeps its orders', async () => {
    const { id } = await ordered();
    await changeOrder(id, { poll_at: new Date(0) });
    const [order] = await claimOrders(own, 1, IDLE);
    if (order === undefined) throw new Error('no order');
    await askFor({ db: own, vendors: NO_VENDORS, log }, order, signal);
    expect(await orderOf(id)).toMatchObject({ ended_at: null, lease_until: null });
  });

  // Rules: 6.7.5
  test.each([
    ['0', 1_000],
    ['7', 7_000],
    ['86400', 86_400_000],
    ['999999', 86_400_000],
    ['in an hour', 3_600_000],
  ])('a Retry-After of %s is obeyed, from a second up to a day', async (named, expected) => {
    const retryAfter = named === 'in an hour' ? new Date(Date.now() + 3_600_000).toUTCString() : named;
    vendor.answer(() => ({ ...ACCEPTED, headers: { 'retry-after': retryAfter } }));
    const { id } = await ordered();
    const order = await orderOf(id);
    const waits = (order?.poll_at.getTime() ?? 0) - (order?.created_at.getTime() ?? 0);
    // A zero delay counts as none.
    if (retryAfter === '0') expect(waits).toBeGreaterThanOrEqual(5_000);
    else expect(Math.abs(waits - expected)).toBeLessThan(2_500);
  });

  test('the waits double up to a quarter of an hour, each longer by up to a half', async () => {
    const { id } = await ordered();
    const waits: number[] = [];
    for (let polls = 0; polls < 12; polls += 1) {
      await ask(id);
      const order = await orderOf(id);
      waits.push((order?.poll_at.getTime() ?? 0) - Date.now());
    }
    waits.forEach((wait, index) => {
      const least = Math.min(5_000 * 2 ** (index + 1), 900_000);
      expect(wait).toBeGreaterThan(least - 1_000);
      expect(wait).toBeLessThan(least * 1.5 + 1_000);
    });
  });
});

describe('the deadline', () => {
  // Rules: 6.7.7
  test('is never passed by: the order is asked for at it, and ends as vendor_timeout', async () => {
    const { id, goOn } = await ordered();
    const deadline = new Date(Date.now() + 3_000);
    await changeOrder(id, { deadline_at: deadline });
    vendor.answer(() => ({ ...ACCEPTED, headers: { 'retry-after': '600' } }));
    await ask(id);
    expect((await orderOf(id))?.poll_at).toEqual(deadline);
    await changeOrder(id, { deadline_at: new Date(0) });
    await ask(id);
    expect(vendor.asked).toHaveLength(3);
    await goOn();
    expect(await stepsOf(db, id)).toMatchObject([{}, { status: 'failed', error_code: 'vendor_timeout' }]);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'timed_out' });
    expect(await billingOf(id)).toEqual([]);
  });

  test('is when the order is asked for, if its vendor names a later time at once', async () => {
    await effects.close();
    effects = open(undefined, '1');
    performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 0 });
    vendor.answer(() => ({ ...ACCEPTED, headers: { 'retry-after': '86400' } }));
    const { id } = await ordered();
    const order = await orderOf(id);
    expect(order?.poll_at).toEqual(order?.deadline_at);
    expect((order?.deadline_at.getTime() ?? 0) - (order?.created_at.getTime() ?? 0)).toBe(3_600_000);
  });

  test('that is over while the vendor is away ends the order too', async () => {
    const { id } = await ordered();
    await changeOrder(id, { deadline_at: new Date(0) });
    vendor.answer(() => ({ status: 503 }));
    await ask(id);
    expect(await effectsOf(db, id)).toMatchObject([{ error_code: 'vendor_timeout' }]);
  });

  test('loses no report that is there when the order is asked for the last time', async () => {
    const { id, goOn } = await ordered();
    await changeOrder(id, { deadline_at: new Date(0) });
    vendor.answer(() => READY);
    await ask(id);
    await goOn();
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
  });
});

describe('once nobody waits for it any more', () => {
  // Rules: 6.7.9
  test('the order of a run that was cancelled is not asked for', async () => {
    const { id } = await ordered();
    await cancel(db, id);
    await ask(id);
    expect(vendor.asked).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'cancelled' });
  });

  test('a report that was under way when the run was cancelled is billed and kept, and changes nothing', async () => {
    const { id, goOn } = await ordered();
    vendor.answer(async () => {
      await cancel(db, id);
      return READY;
    });
    await ask(id);
    expect(await goOn()).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled', outcome: null });
    expect(await effectsOf(db, id)).toMatchObject([
      { status: 'done', result: { report: { score: REPORT.score }, came_at: expect.any(String) } },
    ]);
    expect(await billingOf(id)).toHaveLength(1);
  });

  test('a report after the deadline is billed and kept, and the step stays failed', async () => {
    const { id, goOn } = await timedOut();
    await arrives(id);
    await arrives(id);
    expect(await goOn()).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', first_error_code: 'vendor_timeout' });
    expect(await effectsOf(db, id)).toMatchObject([
      { status: 'failed', result: { report: { score: REPORT.score }, came_at: expect.any(String) } },
    ]);
    expect(await billingOf(id)).toHaveLength(1);
  });

  test('a report after the redaction is billed, and nothing of it is kept', async () => {
    const { id } = await timedOut();
    await db.kysely.updateTable('execution').set({ redacted_at: new Date() }).where('id', '=', id).execute();
    await arrives(id);
    const [effect] = await effectsOf(db, id);
    expect(effect?.result).toEqual({ came_at: expect.any(String) });
    expect(await billingOf(id)).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported' });
  });

  // Rules: 6.7.8
  test('another visit uses a report that came late, asks nobody and is not billed again', async () => {
    const { id, runKey } = await timedOut();
    await arrives(id);
    const before = vendor.asked.length;
    const effectId = await visitAgain(id);
    await performer.perform(effectId, id, runKey, signal);
    expect(vendor.asked).toHaveLength(before);
    expect((await effectsOf(db, id))[1]).toMatchObject({
      status: 'done',
      result: { report: { score: REPORT.score } },
    });
    expect(await billingOf(id)).toHaveLength(1);
  });

  test('another visit asks for the same pull and opens the order again', async () => {
    const { id, runKey } = await timedOut();
    vendor.answer(() => ACCEPTED);
    const effectId = await visitAgain(id);
    await performer.perform(effectId, id, runKey, signal);
    expect(new Set(vendor.asked.map(({ key }) => key)).size).toBe(1);
    expect(await orderOf(id)).toMatchObject({ ended_at: null, effect_id: effectId, visit: 2 });
    vendor.answer(() => READY);
    await ask(id);
    expect((await effectsOf(db, id))[1]).toMatchObject({ status: 'done' });
    expect(await billingOf(id)).toMatchObject([{ visit: 2 }]);
  });

  async function timedOut() {
    const run = await ordered();
    await changeOrder(run.id, { deadline_at: new Date(0) });
    await ask(run.id);
    await run.goOn();
    return run;
  }

  /** Like a retried row of a batch: the run is live again, and its node is visited a second time. */
  async function visitAgain(id: number): Promise<number> {
    for (const status of ['queued', 'running'] as const) {
      await db.kysely.updateTable('execution').set({ status }).where('id', '=', id).execute();
    }
    const [first] = await effectsOf(db, id);
    if (first === undefined) throw new Error('no effect');
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
});

describe('a vendor that calls', () => {
  const called = (idempotencyKey: string) =>
    sql`select vendor_callback_store('installation.credit_report', ${idempotencyKey}, 'digest', 'bytes')`.execute(
      db.kysely,
    );
  const take = () => takeCallbacks({ db: own, vendors: effects.vendors, keys: [], log });
  const callbacks = () => db.kysely.selectFrom('vendor_callback').selectAll().where('taken_at', 'is', null).execute();
  const keyOf = async (id: number) => (await orderOf(id))?.idempotency_key ?? '';
  const isDue = async (id: number) => ((await orderOf(id))?.poll_at.getTime() ?? Infinity) <= Date.now();
  beforeEach(() => db.kysely.deleteFrom('vendor_callback').execute());

  // Rules: 6.8.1
  test('is told where, the same with every attempt', async () => {
    await effects.close();
    effects = open((connection, key) => `https://cascade.example.com/hooks/${connection}/${key}`);
    performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 0 });
    vendor.answer(() => ({ status: 202, body: {} }));
    const { id } = await ordered();
    await ask(id);
    const [first, second] = vendor.asked.map(({ body }) => JSON.parse(body).callback_url);
    expect(first).toBe(`https://cascade.example.com/hooks/installation.credit_report/${await keyOf(id)}`);
    expect(second).toBe(first);
    expect((await executionOf(db, id)).pending_reports).toMatchObject([{ ends_by: ['poll', 'callback'] }]);
  });

  test('is told nothing where there are no keys', async () => {
    await ordered();
    expect(vendor.asked[0]?.body).not.toContain('callback_url');
  });

  // Rules: 6.8.3
  test('is asked for the order at once, and that is the end of the call', async () => {
    const { id } = await ordered();
    expect(await isDue(id)).toBe(false);
    await called(await keyOf(id));
    await called(await keyOf(id));
    await take();
    expect(await isDue(id)).toBe(true);
    expect(await callbacks()).toEqual([]);
  });

  test('while it is asked is asked once more', async () => {
    const { id } = await ordered();
    vendor.answer(async () => {
      await called(await keyOf(id));
      await take();
      return ACCEPTED;
    });
    await ask(id);
    expect(await isDue(id)).toBe(true);
    expect(await orderOf(id)).toMatchObject({ lease_until: null });
  });

  // Rules: 6.8.5
  test('before the pull was committed waits for its order', async () => {
    vendor.answer(async ({ key }) => {
      await called(key);
      await take();
      return { ...ACCEPTED, headers: { 'retry-after': '3600' } };
    });
    const { id } = await ordered();
    expect(await callbacks()).toHaveLength(1);
    await take();
    expect(await isDue(id)).toBe(true);
  });

  test('after its order has ended changes nothing', async () => {
    const { id, goOn } = await ordered();
    vendor.answer(() => READY);
    await ask(id);
    await goOn();
    const ended = await orderOf(id);
    await called(await keyOf(id));
    await take();
    expect(await orderOf(id)).toEqual(ended);
    expect(await callbacks()).toEqual([]);
    expect(await billingOf(id)).toHaveLength(1);
  });

  test('about an order that never came is forgotten after a day', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await called(old);
    await db.kysely
      .updateTable('vendor_callback')
      .set({ received_at: new Date(Date.now() - 86_500_000) })
      .execute();
    await called(young);
    await dropCallbacks({ db: own, log });
    expect(await callbacks()).toMatchObject([{ idempotency_key: young }]);
  });
});

describe('an answer that is no report', () => {
  test.each<[string, Answer, string]>([
    ['HTML with 200', { status: 200, body: Buffer.from('<html>Maintenance</html>') }, 'invalid_report'],
    ['nothing with 200', { status: 200, body: new Uint8Array() }, 'invalid_report'],
    ['a list', { status: 200, body: [REPORT] }, 'invalid_report'],
    ['a text', { status: 200, body: 'soon' }, 'invalid_report'],
    ['a state', { status: 200, body: { status: 'pending' } }, 'invalid_report'],
    ['a key twice', { status: 200, body: Buffer.from('{"score":700,"score":300}') }, 'invalid_report'],
    ['another charset', { status: 200, body: Buffer.from('{"a":"\u00e9"}', 'latin1') }, 'invalid_report'],
    ['UTF-16', { status: 200, body: Buffer.from(JSON.stringify(REPORT), 'utf16le') }, 'invalid_report'],
    [
      'a bomb of gzip',
      { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(8_000_000)) },
      'invalid_report',
    ],
    ['deep JSON', { status: 200, body: Buffer.from('['.repeat(100_000)) }, 'invalid_report'],
    ['a score beyond 2^53', { status: 200, body: { ...REPORT, score: 2 ** 60 } }, 'invalid_report'],
    ['more than a report holds', { status: 200, body: { ...REPORT, padding: 'x'.repeat(600_000) } }, 'invalid_report'],
    ['a redirect to metadata', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'vendor_rejected'],
    ['an end', { status: 410, body: {} }, 'vendor_rejected'],
    ['a refusal', { status: 422, body: { error: 'Maribel is unknown' } }, 'vendor_rejected'],
  ])('ends the order by its name: %s', async (_what, answer, code) => {
    const { id, goOn } = await ordered();
    vendor.answer(() => answer);
    await ask(id);
    await goOn();
    expect(await stepsOf(db, id)).toMatchObject([{}, { status: 'failed', error_code: code }]);
    expect(JSON.stringify(await stepsOf(db, id))).not.toMatch(/Maribel|Maintenance/);
    expect(await billingOf(id)).toEqual([]);
  });
});

describe('orders that are due', () => {
  /** Orders as table rows, without runs. */
  async function due(count: number, connection: string, accountId: number, at = new Date(0)): Promise<void> {
    await sql`
      insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
        product_code, connection, poll_at, deadline_at)
      select gen_random_uuid(), ${accountId}, 1, 900000000 + n, 1, 'credit', 1, 'credit_report', ${connection},
        ${at}, now() + interval '1 day'
      from generate_series(1, ${count}::int) n`.execute(db.kysely);
  }
  const claim = (limit = 40, busy: Parameters<typeof claimOrders>[2] = IDLE) => claimOrders(own, limit, busy);
  const counted = (orders: Awaited<ReturnType<typeof claim>>, by: 'connection' | 'account_id') =>
    Object.fromEntries([...Map.groupBy(orders, (order) => order[by])].map(([key, list]) => [String(key), list.length]));

  // Rules: 6.7.11
  test('are claimed by one process each, and again only once the lease is over', async () => {
    await due(30, 'a', 1);
    await due(30, 'b', 2);
    const claims = await Promise.all([claim(), claim(), claim()]);
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await sql`update vendor_order set lease_until = now() where lease_until is not null`.execute(db.kysely);
    expect((await claim()).length).toBeGreaterThan(0);
  });

  // Rules: 6.7.10
  test('of one connection, and of one account, take twenty places at most, those under way included', async () => {
    await due(100, 'hangs', 1);
    await due(3, 'b', 2, new Date(1));
    expect(counted(await claim(), 'connection')).toEqual({ hangs: 20, b: 3 });
    const busy = { ...IDLE, connections: new Map([['hangs', 15]]) };
    expect(counted(await claim(40, busy), 'connection')).toEqual({ hangs: 5 });
    await due(40, 'c', 7);
    await due(40, 'd', 7);
    const full = { ...IDLE, connections: new Map([['hangs', 20]]), accounts: new Map([[7, 8]]) };
    expect(counted(await claim(40, full), 'account_id')).toEqual({ 7: 12 });
  });

  test('of one account do not hold up those of another at the same connection', async () => {
    await due(500, 'shared', 1);
    await due(2, 'shared', 2, new Date(1));
    expect(counted(await claim(10), 'account_id')).toEqual({ 1: 8, 2: 2 });
  });

  test('are found behind any number of those that have no place', async () => {
    await due(3_000, 'hangs', 1);
    await due(1, 'b', 2, new Date(1));
    const busy = { ...IDLE, connections: new Map([['hangs', 20]]) };
    expect(counted(await claim(40, busy), 'connection')).toEqual({ b: 1 });
  });

  // Rules: 6.7.10
  test("are found behind those of an account's connection whose own slots are taken", async () => {
    await db.kysely
      .insertInto('product_connection')
      .values({
        ...{ account_id: 900, product_code: 'credit_report', name: 'account.900.1', secrets: '' },
        settings: asJson({ url: 'https://vendor.test', slots: 1 }),
      })
      .execute();
    await due(3_000, 'account.900.1', 900);
    await due(1, 'b', 2, new Date(1));
    const busy = { ...IDLE, connections: new Map([['account.900.1', 1]]) };
    expect(counted(await claim(40, busy), 'connection')).toEqual({ b: 1 });
  });
});
