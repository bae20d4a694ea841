import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { ensurePartitions, TableBusyError } from '../../platform/partitions/ensure.ts';
import { partitionSize } from '../../platform/partitions/pace.ts';
import { detachOver, dropOver, freezeSettled } from '../../platform/partitions/retire.ts';
import { idsAhead, PARTITIONED, readPartitions, type Partition } from '../../platform/partitions/tables.ts';
import { createTestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

const MILLION = 1_000_000;
const TABLES = Object.keys(PARTITIONED);

let db: Database;
beforeEach(async () => {
  const database = await createTestDatabase();
  db = await database.open();
  return () => database.drop();
});

const nothing = () => Promise.resolve();
const ensure = () => ensurePartitions(db, nothing, { lockAttempts: 2 });
const boundsOf = async (table: string) =>
  (await readPartitions(db.kysely))
    .filter((each) => each.table === table && each.state === 'attached')
    .map(({ from, to }) => [from, to]);
const where = async (table: string) =>
  (
    await sql<{ name: string }>`select tableoid::regclass::text as name from ${sql.table(table)}`.execute(db.kysely)
  ).rows
    .map(({ name }) => name)
    .toSorted();

async function execution(id: number, { daysAgo = 0, isRedacted = false, isLive = false, createdDaysAgo = 0 } = {}) {
  await sql`
    insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
      run_key, created_at, completed_at, redacted_at)
    values (${id}, 1, 1, 1, 1, ${isLive ? 'running' : 'completed'}, 'test', '{}', gen_random_uuid(),
      now() - ${createdDaysAgo || daysAgo}::int * interval '1 day',
      ${isLive ? null : sql`now() - ${daysAgo}::int * interval '1 day'`}, ${isRedacted ? sql`now()` : null})`.execute(
    db.kysely,
  );
}

async function step(executionId: number) {
  await db.kysely
    .insertInto('step')
    .values({ execution_id: executionId, node_id: 'a', visit: 1, node_type: 'ApplicantSource', status: 'succeeded' })
    .execute();
}

/** Rows of commits that are not on the disk yet cannot be frozen; those of tests do not wait for it. */
async function flush() {
  await sql`begin; set local synchronous_commit = on; create table flushed (); drop table flushed; commit`.execute(
    db.kysely,
  );
}

async function delivery(id: number, daysAgo = 0) {
  await sql`
    insert into webhook_delivery (id, event_id, subscription_id, api_client_id, event, status, created_at)
    values (${id}, gen_random_uuid(), 1, 1, 'execution.completed', 'succeeded', now() - ${daysAgo}::int * interval '1 day')`.execute(
    db.kysely,
  );
}

// Rules: 18.5.1, 18.5.2
test('every table has a partition without an end, so that every row has a place', async () => {
  for (const table of TABLES) {
    expect([table, await boundsOf(table)]).toEqual([
      table,
      [
        [null, MILLION],
        [MILLION, null],
      ],
    ]);
  }
});

describe('a row whose partition nobody made', () => {
  // Rules: 18.5.2
  test('is written and read all the same, and its table says that none is left', async () => {
    await execution(7 * MILLION);
    await step(7 * MILLION);
    expect(await where('step')).toEqual(['step_p1000000']);
    expect((await idsAhead(db.kysely)).get('step')).toBe(-6 * MILLION - 1);
    expect((await idsAhead(db.kysely)).get('webhook_attempt')).toBe(MILLION - 1);
  });

  test('stays where it is when partitions are made: the open one is given its end, with its rows', async () => {
    await execution(MILLION + 5);
    await step(MILLION + 5);
    const made = await ensure();
    expect(made.find(({ table }) => table === 'step')).toEqual({
      ...{ table: 'step', name: 'step_p1000000', from: MILLION, to: 3 * MILLION },
    });
    expect(await where('step')).toEqual(['step_p1000000']);
    expect(await boundsOf('step')).toEqual([
      [null, MILLION],
      [MILLION, 3 * MILLION],
      [3 * MILLION, null],
    ]);
    expect((await idsAhead(db.kysely)).get('step')).toBe(2 * MILLION - 6);
  });

  test('is written while partitions are made', async () => {
    await execution(MILLION + 5);
    await step(MILLION + 5);
    let isMade = false;
    const written: number[] = [];
    const write = async () => {
      for (let id = MILLION + 6; !isMade; id++) {
        await step(id);
        written.push(id);
      }
    };
    await Promise.all([write(), ensure().finally(() => (isMade = true))]);
    const { rows } = await sql<{ id: number }>`select execution_id as id from step order by 1`.execute(db.kysely);
    expect(rows.map(({ id }) => id)).toEqual([MILLION + 5, ...written]);
  });

  test('is not refused after a process died that was giving the open partition its end', async () => {
    await sql`alter table step_p1000000 add constraint step_p1000000_bound check (execution_id < 1100000) not valid`.execute(
      db.kysely,
    );
    await execution(MILLION + 5);
    await step(MILLION + 5);
    await ensure();
    await step(MILLION + 200_000);
    expect(await where('step')).toEqual(['step_p1000000', 'step_p1000000']);
  });
});

describe('partitions made ahead', () => {
  test('are none while enough ids are left, and each once', async () => {
    expect(await ensure()).toEqual([]);
    await execution(MILLION / 2);
    const tables = (await ensure()).map(({ table }) => table);
    expect(tables).toEqual(TABLES.filter((table) => PARTITIONED[table] === 'execution'));
    expect(await ensure()).toEqual([]);
  });

  // Rules: 18.5.1
  test('hold a month of the median day, whatever one day or a restore adds', async () => {
    // 60 ids a day, one day with 10,000, and a leap of the ids in it.
    for (let day = 40, id = 1; day >= 0; day--) {
      id += day === 12 ? 180_000_000_000_000 : day === 20 ? 100_000 : 60_000;
      await execution(id, { createdDaysAgo: day });
    }
    expect(await partitionSize(db.kysely, 'execution')).toBe(2 * MILLION);
  });

  test('are never larger than a billion ids, even of an installation that is a day old', async () => {
    await execution(10);
    await execution(180_000_000_000_000);
    expect(await partitionSize(db.kysely, 'execution')).toBe(1_000 * MILLION);
  });

  test('are made behind the leap of a restore by one partition that holds it', async () => {
    const leap = 180_000_000_000_000;
    await execution(10, { createdDaysAgo: 2 });
    await execution(leap);
    await step(leap);
    await ensure();
    expect(await boundsOf('step')).toEqual([
      [null, MILLION],
      [MILLION, leap + MILLION],
      [leap + MILLION, null],
    ]);
  });

  test('have what the tables have: keys, indexes, defaults and storage parameters', async () => {
    await execution(MILLION);
    await ensure();
    for (const table of TABLES) {
      const { rows } = await sql<{ of: string; what: string }>`
        select c.relname::text as of, concat_ws(' ', c.reloptions::text, (
          select string_agg(regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', ''), ', ' order by
            regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '')) from pg_index i where i.indrelid = c.oid
        ), (
          select string_agg(concat_ws(' ', a.attname, a.attnotnull, pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attname)
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        )) as what
        from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = ${table}::regclass`.execute(
        db.kysely,
      );
      expect(rows.length).toBeGreaterThanOrEqual(2);
      expect([table, new Set(rows.map(({ what }) => what)).size]).toEqual([table, 1]);
    }
  });

  test('wait for whoever holds a table no longer than others can bear, and say so', async () => {
    await execution(MILLION);
    const reader = await db.pool.connect();
    try {
      await reader.query('begin');
      await reader.query('select from step limit 1');
      let waited = 0;
      const failed = ensure().catch((error: unknown) => error);
      for (let isDone = false; !isDone;) {
        const begun = performance.now();
        await sql`select from step limit 1`.execute(db.kysely);
        waited = Math.max(waited, performance.now() - begun);
        isDone = await Promise.race([failed.then(() => true), new Promise<false>((end) => setTimeout(end, 20, false))]);
      }
      expect(await failed).toBeInstanceOf(TableBusyError);
      expect(waited).toBeLessThan(2_000);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    expect(await ensure()).not.toEqual([]);
  });
});

describe('what has been kept for its time', () => {
  const DAYS = { days: 100, isForGood: true };
  const names = (partitions: readonly Partition[]) => partitions.map(({ name }) => name);
  const detach = async (options = DAYS) => names(await detachOver(db, options, nothing));

  beforeEach(async () => {
    await execution(5, { daysAgo: 101, isRedacted: true });
    await step(5);
    await execution(MILLION + 1);
    await step(MILLION + 1);
    await ensure();
  });

  // Rules: 18.4.11, 18.4.12
  test('is detached and dropped as a whole, and nothing else', async () => {
    expect(await detach()).toEqual(TABLES.filter((table) => table !== 'webhook_attempt').map((table) => `${table}_p0`));
    expect(await where('step')).toEqual(['step_p1000000']);
    expect(names(await dropOver(db, nothing))).toContain('step_p0');
    expect((await readPartitions(db.kysely)).filter(({ state }) => state !== 'attached')).toEqual([]);
    // The numbers of rows to come go on: they were not the first partition's.
    await step(MILLION + 2);
    expect(await where('step')).toEqual(['step_p1000000', 'step_p1000000']);
  });

  // Rules: 18.4.13
  test.each([
    ['an execution that ended later', () => execution(6, { daysAgo: 99, isRedacted: true })],
    ['an execution that is live', () => execution(6, { isLive: true, createdDaysAgo: 200 })],
    ['an applicant who was not redacted', () => execution(6, { daysAgo: 101 })],
    [
      'a letter whose file stands',
      () =>
        sql`insert into artifact (api_client_id, execution_id, kind, node_id, visit, stage, filename)
          values (1, 5, 'notice', 'a', 1, 'single', 'a.pdf')`.execute(db.kysely),
    ],
  ])('keeps a partition for %s', async (_what, add) => {
    await add();
    expect(await detach()).toEqual([]);
  });

  // Rules: 18.4.11
  test('of deliveries: the last is old enough, and none waits', async () => {
    await delivery(5, 101);
    await delivery(MILLION + 1);
    await db.kysely
      .insertInto('webhook_queue')
      .values({ delivery_id: 5, subscription_id: 1, lane: 'retry', due_at: new Date() })
      .execute();
    expect(await detach()).not.toContain('webhook_attempt_p0');
    await db.kysely.deleteFrom('webhook_queue').execute();
    expect(await detach()).toEqual(['webhook_attempt_p0']);
  });

  test('is never what is still to come', async () => {
    await sql`delete from execution where id > 5`.execute(db.kysely);
    expect(await detach()).toEqual([]);
  });

  // Rules: 18.5.3
  test('stays when it was detached to be archived, and when somebody detached it by hand', async () => {
    await sql`alter table effect detach partition effect_p0`.execute(db.kysely);
    expect(await detach({ ...DAYS, isForGood: false })).toContain('step_p0');
    expect(await dropOver(db, nothing)).toEqual([]);
    expect((await readPartitions(db.kysely)).filter(({ state }) => state === 'detached')).toHaveLength(4);
  });

  test('is frozen once before, when its executions have ended or were redacted', async () => {
    await execution(6, { daysAgo: 1 });
    await step(6);
    expect(await freezeSettled(db, { isRedacted: true })).toEqual([]);
    expect(await freezeSettled(db, { isRedacted: false })).toEqual(['step_p0']);
    // Commits of other databases beside ours that have not reached the disk put it off, to the next night.
    await until(async () => {
      await flush();
      await freezeSettled(db, { isRedacted: false });
      return (await readPartitions(db.kysely)).find(({ name }) => name === 'step_p0')?.isFrozen === true;
    });
    expect(await freezeSettled(db, { isRedacted: false })).toEqual([]);
  });
});
