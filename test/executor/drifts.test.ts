import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { countNext } from '../../services/executor/decision-hours.ts';
import { lookAtNext } from '../../services/executor/drift/watch.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/*
 * A client's decisions of five weeks, 20 an hour. From `begins` on a day a rule decides three times as much.
 */

let database: TestDatabase;
let db: Database;
let own: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
afterAll(() => database?.drop());

const END = '2026-03-30 00:00Z';
const at = (hours: number, minutes = 10) =>
  new Date(Date.parse('2026-03-30T00:00:00Z') + hours * 3_600_000 + minutes * 60_000);

beforeEach(async () => {
  await sql`truncate decision_fact, decision_hour, decision_day, drift_watch, decision_drift, webhook_subscription, event,
    webhook_delivery, webhook_queue`.execute(db.kysely);
  await sql`delete from workflow`.execute(db.kysely);
  await sql`
    insert into workflow (id, account_id, code, name, active, trigger_type, version)
    values (7, 1, 'CAS-000001', 'Watched', true, 'manual', 2)`.execute(db.kysely);
  await sql`
    insert into webhook_subscription (account_id, api_client_id, url, event_filter, secret)
    values (1, 1, 'https://example.com', '{decisions.drifted}', 'x'), (1, 1, 'https://example.com', '{}', 'x'),
      (1, 2, 'https://example.com', '{decisions.drifted}', 'x')`.execute(db.kysely);
});

interface Decided {
  /** Hours before `END`. */
  readonly from: number;
  readonly to: number;
  /** `r2` denies one in this many. */
  readonly every: number;
  readonly score?: string;
  readonly version?: number;
  readonly client?: number;
}

async function decided({
  from,
  to,
  every,
  score = '600 + n * 37 % 90',
  version = 2,
  client = 1,
}: Decided): Promise<void> {
  await sql`
    insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, execution_mode, is_again,
      status, outcome, accepted_at, ended_at, decided_by, held, reasons, facts)
    select coalesce((select max(id) from decision_fact), 0) + n, 1, ${client}, 7, ${version}, 'live', false, 'completed',
      case when n % ${sql.lit(every)} = 0 then 'denied' else 'approved' end, ended_at, ended_at,
      case when n % ${sql.lit(every)} = 0 then 'r2' else 'r3' end, '{}', '{}',
      jsonb_build_object('credit_report/score', ${sql.raw(score)}, 'applicant.rent', 900)
    from generate_series(1, 20 * ${sql.lit(from - to)}) n cross join lateral (
      select timestamptz '${sql.raw(END)}' - interval '1 hour' * ${sql.lit(from)} + n * interval '3 minutes'
        - interval '1 second' as ended_at) e`.execute(db.kysely);
  while ((await countNext(own)) > 0);
}

const WEEKS = 35 * 24;
const look = (hours: number, minutes?: number) => lookAtNext(own, at(hours, minutes));
const drifts = () => db.kysely.selectFrom('decision_drift').selectAll().orderBy('kind').orderBy('key').execute();
const begun = async () =>
  (await drifts())
    .filter((each) => each.begun_at !== null && each.ended_at === null)
    .map(({ kind, key }) => `${kind} ${key}`);
const deliveries = () => db.kysely.selectFrom('webhook_delivery').select(['api_client_id', 'event']).execute();
/** Marks it as due, as new decisions would. */
const due = () => sql`update drift_watch set is_due = true`.execute(db.kysely);

// Rules: 21.5.1, 21.5.2, 21.5.6
test('a rule that decides three times as much is told once a second window shows it, to who names the event', async () => {
  await decided({ from: WEEKS, to: 24, every: 10 });
  await decided({ from: 24, to: 0, every: 3 });
  expect(await look(0)).toBe(0);
  expect(await begun()).toEqual([]);
  await due();
  // Looking at one window again is no second window.
  expect(await look(0, 20)).toBe(0);
  await due();
  expect(await look(1)).toBe(3);
  expect(await begun()).toEqual(['approvals ', 'rule r2', 'rule r3']);
  const rule = (await drifts()).find(({ key }) => key === 'r2');
  expect(rule?.measured).toEqual({ days: 1, decisions: 460, share_before: 0.1, share_now: 0.335 });
  expect(await deliveries()).toEqual(
    Array.from({ length: 3 }, () => ({ api_client_id: 1, event: 'decisions.drifted' })),
  );
  await due();
  expect(await look(2)).toBe(0);
});

test('it ends when its window is as before', async () => {
  await decided({ from: WEEKS, to: 24, every: 10 });
  await decided({ from: 24, to: 0, every: 3 });
  await look(0);
  await due();
  await look(1);
  await decided({ from: 0, to: -30, every: 10 });
  expect(await look(30)).toBe(0);
  expect(await begun()).toEqual([]);
  expect((await drifts()).map(({ ended_at: ended }) => ended)).toEqual([at(30), at(30), at(30)]);
});

test('nothing is suspected any more that a second window does not show, and no row is left', async () => {
  await decided({ from: WEEKS, to: 24, every: 10 });
  await decided({ from: 24, to: 0, every: 3 });
  await look(0);
  expect(await drifts()).toHaveLength(3);
  await decided({ from: 0, to: -30, every: 10 });
  await look(30);
  expect(await drifts()).toEqual([]);
});

// Rules: 21.5.5
test('a score that is 0 for 30 decisions is told within the hour in which they came', async () => {
  await decided({ from: WEEKS, to: 0, every: 10 });
  expect(await look(0, 1)).toBe(0);
  await decided({ from: 0, to: -2, every: 10, score: '0' });
  expect(await look(1, 30)).toBe(1);
  expect(await begun()).toEqual(['constant_field credit_report/score']);
});

// Rules: 21.5.5
test('one applicant who is re-evaluated again and again is no vendor that sends one value', async () => {
  await decided({ from: WEEKS, to: 0, every: 10 });
  await decided({ from: 0, to: -2, every: 10, score: '612' });
  await sql`update decision_fact set is_again = true where ended_at >= ${at(0, 0)}`.execute(db.kysely);
  expect(await look(2)).toBe(0);
});

// Rules: 21.5.3
test('another version of the workflow is not held against the one before', async () => {
  await decided({ from: WEEKS, to: 24, every: 10, version: 1 });
  await decided({ from: 24, to: 0, every: 3 });
  await look(0);
  await due();
  expect(await look(1)).toBe(0);
  expect(await drifts()).toEqual([]);
});

test('a new version ends what was said of the one before', async () => {
  await decided({ from: WEEKS, to: 24, every: 10 });
  await decided({ from: 24, to: 0, every: 3 });
  await look(0);
  await due();
  await look(1);
  await sql`update workflow set version = 3`.execute(db.kysely);
  await due();
  await look(2);
  expect(await begun()).toEqual([]);
});

test('decisions of one client tell nothing of those of another', async () => {
  await decided({ from: WEEKS, to: 24, every: 10, client: 1 });
  await decided({ from: 24, to: 0, every: 3, client: 2 });
  const looked = [await look(0), await look(0)];
  await due();
  expect([...looked, await look(1), await look(1)]).toEqual([0, 0, 0, 0]);
});

test('what dies before its commit has looked at nothing, and each drift is told once however many look', async () => {
  await decided({ from: WEEKS, to: 0, every: 10 });
  await decided({ from: 0, to: -2, every: 10, score: '0' });
  const dying = {
    transaction: (work: (trx: never) => Promise<unknown>) =>
      own.transaction(async (trx) => {
        await work(trx as never);
        throw new Error('killed');
      }),
  } as unknown as Database;
  await expect(lookAtNext(dying, at(2))).rejects.toThrow('killed');
  expect(await drifts()).toEqual([]);
  const looked = await Promise.all([look(2), look(2), look(2)]);
  expect(looked.filter((count) => count !== null)).toEqual([1]);
  expect(await deliveries()).toHaveLength(1);
});

test('a workflow that is looked at is looked at again after five minutes at the earliest, and only if something came', async () => {
  await decided({ from: 48, to: 0, every: 10 });
  expect(await look(0, 0)).toBe(0);
  expect(await look(0, 30)).toBeNull();
  await due();
  expect([await look(0, 4), await look(0, 6)]).toEqual([null, 0]);
});

// Rules: 21.5.1
test.each(['active = false', 'deleted_at = now()'])(
  'a workflow that is not live any more is not watched: %s',
  async (set) => {
    await decided({ from: WEEKS, to: 0, every: 10 });
    await decided({ from: 0, to: -2, every: 10, score: '0' });
    await sql`update workflow set ${sql.raw(set)}`.execute(db.kysely);
    expect(await look(2)).toBeNull();
    expect(await deliveries()).toEqual([]);
  },
);

test('what cannot be looked at holds up no other, and is looked at again', async () => {
  await decided({ from: 4, to: 0, every: 10 });
  await decided({ from: WEEKS, to: 0, every: 10, client: 2 });
  await decided({ from: 0, to: -2, every: 10, score: '0', client: 2 });
  await sql`update drift_watch set looked_at = ${at(-24)} where api_client_id = 2`.execute(db.kysely);
  await sql`update decision_fact set facts = 'null' where api_client_id = 1`.execute(db.kysely);
  await expect(look(2)).rejects.toThrow(TypeError);
  expect(await look(2)).toBe(1);
  expect(await look(2)).toBeNull();
  await expect(look(3)).rejects.toThrow(TypeError);
});

test('a clock that was set back holds nothing up', async () => {
  await decided({ from: WEEKS, to: 0, every: 10 });
  await look(24 * 365);
  await decided({ from: 0, to: -2, every: 10, score: '0' });
  expect(await look(2)).toBe(1);
});

// Rules: 21.5.6
test('a drift of a product that is pulled no more ends after a week', async () => {
  await decided({ from: WEEKS, to: 0, every: 10 });
  const pulled = (days: number, failed: boolean) =>
    sql`
    insert into decision_hour (api_client_id, execution_mode, what, workflow_id, hour, workflow_version, outcome, key,
      status, is_again, count)
    select 1, 'live', what, 7, ${at(-24 * days, 0)}, 1, '', 'credit_report', '', false, 300
    from unnest(${failed ? ['pull', 'pull_failed'] : ['pull']}::text[]) what`.execute(db.kysely);
  for (let day = 2; day <= 35; day += 1) await pulled(day, false);
  await pulled(1, true);
  await look(0);
  await due();
  expect(await look(1)).toBe(1);
  await due();
  await look(6 * 24);
  expect(await begun()).toEqual(['vendor credit_report']);
  await due();
  await look(9 * 24);
  expect(await begun()).toEqual([]);
});
