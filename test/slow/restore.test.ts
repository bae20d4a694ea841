import { randomBytes, randomUUID } from 'node:crypto';
import { administer } from '../../cli/program.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { startSlowVendor, type Answer, type Asked, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { PULL_DECIDE_MAIL, REVIEW_THEN_MAIL, WAIT_THEN_MAIL } from '../faults/cascades.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startPostgres, startTemporal, type FaultyPostgres, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';

/** Pulls after a review, so that in the lost time reports are ordered that the copy has not ordered. */
const ORDERED = {
  criminal_background: { idempotency: 'header' },
  eviction_history: { idempotency: 'lookup' },
  income_verification: { idempotency: 'none' },
} as const;
type Ordered = keyof typeof ORDERED;
const CODES = Object.keys(ORDERED) as readonly Ordered[];
const reviewedPull = (code: Ordered): readonly CascadeNode[] => [
  ...REVIEW_THEN_MAIL.slice(0, 1),
  { ...REVIEW_THEN_MAIL[1], human_review_steps: ['pull'] } as CascadeNode,
  { id: 'pull', type: 'BillingProduct', billing_product_code: code, next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

const SERVICES = ['gateway', 'executor', 'webhooks'] as const;
const EACH = 5;
const LIVE = { execution_mode: 'live' };

let postgres: FaultyPostgres;
let temporal: FaultyTemporal;
let scene: Scene;
let flows: { readonly pull: number; readonly review: number; readonly wait: number };
/** In flight when the copy was made: at a vendor, under review, and asleep. */
let copied: { readonly pulls: number[]; readonly reviews: number[]; readonly waits: number[] };
/** Under review when the copy was made, by product. */
let ordering: Readonly<Record<Ordered, number>>;
/** A vendor that accepts orders. It makes another one of a repeated pull, unless it is the one of `header`. */
let slow: SlowVendor;
const orders: { readonly key: string; readonly callbackUrl: string }[] = [];
let isReady = false;
let restore: () => Promise<void>;
/** Everything that vendors and mailboxes have seen so far. */
let begun: readonly number[] = [];

beforeAll(async () => {
  [postgres, temporal, slow] = await Promise.all([startPostgres(), startTemporal(), startSlowVendor()]);
  slow.answer(answerOrder);
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
    env: {
      TEMPORAL_ADDRESS: temporal.address,
      CONNECTION_KEYS: `c1:${randomBytes(32).toString('base64')}`,
      ...Object.fromEntries(CODES.flatMap((code) => settingsOf(code))),
    },
  });
  flows = {
    pull: await scene.createWorkflow(PULL_DECIDE_MAIL),
    review: await scene.createWorkflow(REVIEW_THEN_MAIL),
    wait: await scene.createWorkflow(WAIT_THEN_MAIL),
  };
  scene.vendor.hold();
  const pulls = await scene.triggerMany(flows.pull, EACH, LIVE);
  const reviews = await scene.triggerMany(flows.review, EACH);
  await until(async () => scene.vendor.held === EACH && (await countIn(reviews, 'awaiting_review')) === EACH);
  ordering = await reviewedPulls();
  copied = { pulls, reviews, waits: await scene.triggerMany(flows.wait, EACH) };
  restore = await postgres.backUp();

  // Work continues: executions in the copy end, and others begin and end.
  scene.vendor.release();
  const ids = [...copied.pulls, ...copied.reviews, ...copied.waits];
  await approve(copied.reviews);
  const lost = await scene.triggerMany(flows.pull, EACH, LIVE);
  await scene.untilEnded([...ids, ...lost]);
  // Ordered in the lost time: for executions in the copy, and for executions that it does not know.
  await approve([...Object.values(ordering), ...Object.values(await reviewedPulls())]);
  await until(() => orders.length === 2 * CODES.length);
  // These are open in Temporal when the database goes back to the time before them.
  const open = await scene.triggerMany(flows.review, EACH);
  await until(async () => (await countIn(open, 'awaiting_review')) === EACH);
  begun = [...ids, ...lost];
});
afterAll(async () => {
  await scene?.stop();
  await Promise.all([postgres?.stop(), temporal?.stop(), slow?.stop()]);
});

function settingsOf(code: Ordered): readonly (readonly [string, string])[] {
  const name = `PRODUCT_${code.toUpperCase()}`;
  const { idempotency } = ORDERED[code];
  const lookUp = idempotency === 'lookup' ? { lookup_url: `${slow.origin}/find/{reference}` } : {};
  return [
    [`${name}_URL`, `${slow.origin}/${code}`],
    [`${name}_CONNECTION`, JSON.stringify({ idempotency, ...lookUp })],
  ];
}

function answerOrder({ method, path, key, body }: Asked): Answer {
  const [, code = '', named] = path.split('/');
  const isSame = ({ key: one }: { readonly key: string }) => one === (code === 'find' ? named : key);
  const product = code === 'find' ? 'eviction_history' : (code as Ordered);
  if (method === 'POST' && (ORDERED[product].idempotency !== 'header' || !orders.some(isSame)))
    orders.push({ key, callbackUrl: JSON.parse(body).callback_url });
  if (!orders.some(isSame)) return { status: 404 };
  if (method === 'GET' && isReady)
    return { status: 200, body: PRODUCTS[product].synthetic({ first_name: 'Pat' }, '2026-01-01') };
  return { status: 202, headers: { location: `/${product}/${key}`, 'retry-after': '3600' } };
}

async function reviewedPulls(): Promise<Readonly<Record<Ordered, number>>> {
  const started = CODES.map(async (code) => {
    const [id = 0] = await scene.triggerMany(await scene.createWorkflow(reviewedPull(code)), 1, LIVE);
    return [code, id] as const;
  });
  const ids = Object.fromEntries(await Promise.all(started)) as Record<Ordered, number>;
  await until(async () => (await countIn(Object.values(ids), 'awaiting_review')) === CODES.length);
  return ids;
}

async function countIn(ids: readonly number[], status: string): Promise<number> {
  const rows = await scene.stack.db.kysely
    .selectFrom('execution')
    .select('status')
    .where('id', 'in', [...ids])
    .execute();
  return rows.filter((row) => row.status === status).length;
}

async function approve(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const path = `/executions/${id}/review_decisions`;
    const { status } = await scene.call('POST', path, { decision: 'approved' }, randomUUID());
    expect(status).toBe(200);
  }
}

const cascade = async (...args: string[]) => {
  let out = '';
  let err = '';
  const surroundings = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await administer([...args, '--json'], { env: { DATABASE_URL: postgres.url }, ...surroundings });
  return { code, out, err };
};

/** As docs/runbook/backup.md has it. */
async function restoreAndRecover(whileStopped?: () => Promise<void>): Promise<void> {
  expect((await cascade('recover', '--restored')).err).toContain('Services are connected to the database');
  for (const service of SERVICES) expect(await scene.stack.terminate(service)).toBe('exit code 0');
  await restore();
  await whileStopped?.();
  expect(await cascade('recover', '--restored')).toMatchObject({ code: 0 });
  for (const service of SERVICES) await scene.stack.restart(service);
}

/** Work in flight in the copy continues and ends; new executions work; no key is used for two of them. */
async function expectToGoOn(): Promise<void> {
  const keysBefore = new Set(scene.vendor.pulls.keys());
  await approve(copied.reviews);
  const fresh = await scene.triggerMany(flows.pull, EACH, LIVE);
  const ids = [...copied.pulls, ...copied.reviews, ...copied.waits, ...fresh];
  await scene.untilEnded(ids);
  expect(await countIn(ids, 'completed')).toBe(ids.length);

  expect(fresh.filter((id) => begun.includes(id))).toEqual([]);
  begun = [...begun, ...fresh];
  // Pulls that are made again carry the keys of the first time; the new executions have keys of their own.
  const newKeys = [...scene.vendor.pulls.keys()].filter((key) => !keysBefore.has(key));
  expect(newKeys).toHaveLength(EACH);
  const messageIds = new Set(scene.smtp.letters.map(({ messageId }) => messageId));
  expect(messageIds.size).toBe(begun.length);

  const { rows } = await scene.stack.db.pool.query(
    `select count(*)::int as events, count(distinct execution_id)::int as executions from event
     where name = 'execution.completed' and execution_id = any ($1::bigint[])`,
    [ids],
  );
  expect(rows).toEqual([{ events: ids.length, executions: ids.length }]);
}

/** Orders of the lost time are not placed again, and callbacks about them are accepted. */
async function expectOrdersToGoOn(): Promise<void> {
  isReady = false;
  await approve(Object.values(ordering));
  const { income_verification: unknown, ...taken } = ordering;
  await scene.untilEnded([unknown]);
  await until(async () => {
    const open = await scene.stack.db.kysely
      .selectFrom('vendor_order')
      .select('execution_id')
      .where('ended_at', 'is', null)
      .execute();
    return Object.values(taken).every((id) => open.some(({ execution_id: of }) => of === id));
  });
  isReady = true;
  const statuses = orders.map(({ callbackUrl }) =>
    fetch(callbackUrl, { method: 'POST', body: '{}' }).then(({ status }) => status),
  );
  expect(await Promise.all(statuses)).toEqual(orders.map(() => 202));
  await scene.untilEnded(Object.values(taken));
  const { kysely } = scene.stack.db;
  const ended = await kysely
    .selectFrom('execution')
    .select(['id', 'outcome', 'first_error_code'])
    .where('id', 'in', Object.values(ordering))
    .execute();
  expect(Object.fromEntries(ended.map(({ id, ...end }) => [id, end]))).toEqual({
    [ordering.criminal_background]: { outcome: 'approved', first_error_code: null },
    [ordering.eviction_history]: { outcome: 'approved', first_error_code: null },
    [unknown]: { outcome: null, first_error_code: 'vendor_unknown' },
  });
  expect(orders).toHaveLength(2 * CODES.length);
  const bills = await kysely
    .selectFrom('billing_entry')
    .select('execution_id')
    .where('execution_id', 'in', Object.values(ordering))
    .execute();
  expect(bills.map(({ execution_id: id }) => id).toSorted()).toEqual(Object.values(taken).toSorted());
  // The executions of the others no longer exist, so their callbacks wait for a day.
  const waiting = await kysely.selectFrom('vendor_callback').select('id').where('taken_at', 'is', null).execute();
  expect(waiting).toHaveLength(CODES.length);
}

// Rules: 18.2.1, 18.2.4, 18.2.5
test('a copy of PostgreSQL is put back under a Temporal that is newer, and what was in flight ends', async () => {
  await restoreAndRecover();
  await expectToGoOn();
  await expectOrdersToGoOn();
}, 300_000);

// Rules: 18.2.1
test('the copy is put back under a Temporal that is gone entirely, and what was in flight ends', async () => {
  await restoreAndRecover(() => temporal.wipe());
  await expectToGoOn();
  await expectOrdersToGoOn();
}, 300_000);
