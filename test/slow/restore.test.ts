import { randomUUID } from 'node:crypto';
import { administer } from '../../cli/program.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { PULL_DECIDE_MAIL, REVIEW_THEN_MAIL, WAIT_THEN_MAIL } from '../faults/cascades.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startPostgres, startTemporal, type FaultyPostgres, type FaultyTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';

const SERVICES = ['gateway', 'executor', 'webhooks'] as const;
const EACH = 5;
const LIVE = { execution_mode: 'live' };

let postgres: FaultyPostgres;
let temporal: FaultyTemporal;
let scene: Scene;
let flows: { readonly pull: number; readonly review: number; readonly wait: number };
/** In flight when the copy was made: at a vendor, under review, and asleep. */
let copied: { readonly pulls: number[]; readonly reviews: number[]; readonly waits: number[] };
let restore: () => Promise<void>;
/** Everything that vendors and mailboxes have seen so far. */
let begun: readonly number[] = [];

beforeAll(async () => {
  [postgres, temporal] = await Promise.all([startPostgres(), startTemporal()]);
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    databaseUrl: postgres.url,
    env: {
      TEMPORAL_ADDRESS: temporal.address,
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
  copied = { pulls, reviews, waits: await scene.triggerMany(flows.wait, EACH) };
  restore = await postgres.backUp();

  // Work goes on: what is in the copy ends, and other executions begin and end.
  scene.vendor.release();
  const ids = [...copied.pulls, ...copied.reviews, ...copied.waits];
  await approve(copied.reviews);
  const lost = await scene.triggerMany(flows.pull, EACH, LIVE);
  await scene.untilEnded([...ids, ...lost]);
  // These are open in Temporal when the database goes back to the time before them.
  const open = await scene.triggerMany(flows.review, EACH);
  await until(async () => (await countIn(open, 'awaiting_review')) === EACH);
  begun = [...ids, ...lost];
});
afterAll(async () => {
  await scene?.stop();
  await Promise.all([postgres?.stop(), temporal?.stop()]);
});

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

/** What was in flight in the copy goes on and ends; new executions work; no key is used for two of them. */
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

// Rules: 18.2.1
test('a copy of PostgreSQL is put back under a Temporal that is newer, and what was in flight ends', async () => {
  await restoreAndRecover();
  await expectToGoOn();
}, 300_000);

// Rules: 18.2.1
test('the copy is put back under a Temporal that is gone entirely, and what was in flight ends', async () => {
  await restoreAndRecover(() => temporal.wipe());
  await expectToGoOn();
}, 300_000);
