import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { pokeBatch, pokeExecution } from '../../platform/database/commands.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import {
  releaseCommand,
  reviveRun,
  deleteAndClaim,
  type LaneLimits,
} from '../../services/executor/dispatch/commands.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPROVE } from './support/definitions.ts';
import { createTenant, executionOf, trigger, type Tenant } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
let tenant: Tenant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  tenant = await createTenant(db);
});
beforeEach(async () => {
  await db.kysely.deleteFrom('command').execute();
  await begun()
    .set({ state: asJson({}) as never })
    .execute();
});
afterAll(async () => {
  await database?.drop();
});

const LIMITS: LaneLimits = { poke: 5, single: 5, batch: 5, recovery: 5 };
const MOST_OF_BATCH = 100;
const turn = (dispatched: readonly number[] = []) => deleteAndClaim(db.pool, dispatched, LIMITS, MOST_OF_BATCH);
const commands = () => db.kysely.selectFrom('command').selectAll().orderBy('id').execute();
/** Runs that were not advanced yet. */
const begun = () =>
  db.kysely
    .updateTable('execution')
    .where('status', '=', 'running')
    .where('batch_id', 'is', null)
    .where('state', 'is', null);
/** Pretends that the lease of every command expired. */
const expireLeases = () =>
  db.kysely
    .updateTable('command')
    .set({ due_at: new Date(0) })
    .execute();

/** Rows and index entries that the present transaction has read. */
async function rowsRead(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: number }>(`
    select sum(pg_stat_get_xact_tuples_returned(oid))::float8 as read from pg_class
    where oid in ('command'::regclass, 'execution'::regclass)
      or oid in (select indexrelid from pg_index where indrelid in ('command'::regclass, 'execution'::regclass))`);
  return rows[0]?.read ?? NaN;
}

test('a poke is claimed ahead of 20,000 starts that are due before it', async () => {
  const { id: model } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
  await sql`
    with run as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
        run_key)
      select account_id, api_client_id, workflow_id, 1, 'pending', 'test', '{}', gen_random_uuid()
      from execution cross join generate_series(1, 20000) where id = ${model}
      returning id
    )
    insert into command (kind, execution_id, lane, due_at)
    select 'start', id, 'single', now() - interval '1 hour' from run`.execute(db.kysely);
  await pokeExecution(db.kysely, model);

  const client = await db.pool.connect();
  await client.query('begin');
  const before = await rowsRead(client);
  const claimed = await deleteAndClaim(client, [], LIMITS, MOST_OF_BATCH);
  const read = (await rowsRead(client)) - before;
  await client.query('commit');
  client.release();
  // Each start once or twice, whatever the plan. Searching for an older command without an index would take 200
  // million.
  expect(read).toBeLessThan(200_000);
  expect(claimed.filter(({ kind }) => kind === 'poke').map(({ target }) => target.id)).toEqual([model]);
  expect(claimed.filter(({ kind }) => kind === 'start')).toHaveLength(LIMITS.single);
});

describe('while Temporal has many runs that were not advanced yet', () => {
  const BEGUN = 128;

  /** Runs whose starts Temporal has accepted. */
  async function begin(count: number): Promise<void> {
    const { id: model } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
    await sql`
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
        run_key)
      select account_id, api_client_id, workflow_id, 1, 'running', 'test', '{}', gen_random_uuid()
      from execution cross join generate_series(2, ${count}::int) where id = ${model}`.execute(db.kysely);
    await begun()
      .set({ updated_at: sql<Date>`now()` })
      .execute();
  }

  test('a start waits, and a poke does not', async () => {
    await begin(BEGUN);
    await trigger(db, tenant, { definition: APPROVE });
    const poked = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
    await pokeExecution(db.kysely, poked.id);
    expect((await turn()).map(({ target }) => target.id)).toEqual([poked.id]);
  });

  test('as many are begun as leave no more than that', async () => {
    await begin(BEGUN - 2);
    for (let start = 0; start < 4; start += 1) await trigger(db, tenant, { definition: APPROVE });
    expect(await turn()).toHaveLength(2);
  });

  test.each([
    ['failed', { advance_failures: 1 }],
    ['were begun long ago', { updated_at: sql<Date>`now() - interval '2 minutes'` }],
    ['were advanced', { state: asJson({}) as never }],
  ])('those that %s hold up no others', async (_, values) => {
    await begin(BEGUN);
    await begun().set(values).execute();
    const { id } = await trigger(db, tenant, { definition: APPROVE });
    expect((await turn()).map(({ target }) => target.id)).toEqual([id]);
  });

  test('those whose starts are to be repeated do not count: Temporal has not got them', async () => {
    for (let start = 0; start < 3; start += 1) await trigger(db, tenant, { definition: APPROVE });
    await begin(BEGUN - 1);
    const first = await turn();
    expect(first).toHaveLength(1);
    await expireLeases();
    expect(await turn()).toHaveLength(1);
  });
});

test('a command that its column rounded up to the next millisecond is due at once', async () => {
  const { id } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
  const connection = await db.pool.connect();
  try {
    // In one transaction `now()` is constant, so no time passes between the command and the claim.
    const beginRoundedUp = async (): Promise<void> => {
      await connection.query('begin');
      const { rows } = await connection.query<{ is_up: boolean }>('select now()::timestamptz(3) > now() as is_up');
      if (rows[0]?.is_up === true) return;
      await connection.query('rollback');
      await beginRoundedUp();
    };
    await beginRoundedUp();
    await connection.query(`insert into command (kind, execution_id, lane) values ('poke', $1, 'poke')`, [id]);
    const claimed = await deleteAndClaim(connection, [], LIMITS, MOST_OF_BATCH);
    expect(claimed.map(({ target }) => target.id)).toEqual([id]);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test('a start whose execution is locked is left for the next turn, and nobody waits', async () => {
  const { id } = await trigger(db, tenant, { definition: APPROVE });
  await db.transaction(async (trx) => {
    await trx.selectFrom('execution').select('id').where('id', '=', id).forUpdate().execute();
    expect(await turn()).toEqual([]);
  });
  expect((await turn()).map(({ target }) => target.id)).toEqual([id]);
});

test('a dispatched command that somebody else has locked is left, and nobody waits', async () => {
  await trigger(db, tenant, { definition: APPROVE });
  const [claimed] = await turn();
  const dispatched = [claimed?.id ?? 0];
  await db.transaction(async (trx) => {
    await trx.selectFrom('command').select('id').forUpdate().execute();
    await turn(dispatched);
  });
  expect(await commands()).toHaveLength(1);
  await turn(dispatched);
  expect(await commands()).toEqual([]);
});

test('a start that replaced a poke is not deleted by whoever dispatched the poke', async () => {
  const { id, runKey } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
  await pokeExecution(db.kysely, id);
  const [first] = await turn();
  await expireLeases();
  const [second] = await turn();
  if (first === undefined || second === undefined) throw new Error('the poke was not claimed twice');
  expect(await reviveRun(db, second)).toBe('revived');

  await deleteAndClaim(db.pool, [first.id], { ...LIMITS, poke: 0 }, MOST_OF_BATCH);
  expect(await commands()).toMatchObject([{ kind: 'start', execution_id: id, lane: 'poke' }]);
  expect((await executionOf(db, id)).run_key).not.toBe(runKey);
});

test('a command that was claimed again is not released by the one whose lease ran out', async () => {
  await trigger(db, tenant, { definition: APPROVE });
  const [first] = await turn();
  await expireLeases();
  await turn();
  if (first === undefined) throw new Error('the start was not claimed');
  await releaseCommand(db, first, 0);
  expect(await turn()).toEqual([]);
});

test('commands of one execution are claimed one after the other, in their order', async () => {
  const { id } = await trigger(db, tenant, { definition: APPROVE });
  await pokeExecution(db.kysely, id);
  const first = await turn();
  expect(first.map(({ kind }) => kind)).toEqual(['start']);
  const second = await turn(first.map((command) => command.id));
  expect(second.map(({ kind }) => kind)).toEqual(['poke']);
});

/** A batch that runs, of one queued row with its start. Returns the id of the row. */
async function queueRow(): Promise<number> {
  const { id } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
  const { rows } = await sql<{ id: number }>`
    with model as (
      select account_id, api_client_id, workflow_id from execution where id = ${id}
    ), b as (
      insert into batch (account_id, api_client_id, workflow_id, workflow_version, execution_mode, total_count, run_key,
        status)
      select account_id, api_client_id, workflow_id, 1, 'test', 1, gen_random_uuid(), 'running' from model
      returning id
    ), row as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
        execution_mode, payload, run_key)
      select account_id, api_client_id, workflow_id, 1, b.id, 0, 'queued', 'test', '{}', gen_random_uuid() from model, b
      returning id, batch_id
    )
    insert into command (kind, execution_id, batch_id, lane) select 'start', id, batch_id, 'batch' from row
    returning execution_id as id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}

test('a batch row whose workflow is gone is started again, though its batch is interrupted', async () => {
  const rowId = await queueRow();
  const [command] = await turn();
  if (command === undefined) throw new Error('the start was not claimed');
  await db.kysely.updateTable('batch').set({ status: 'interrupted', interrupted_code: 'operator' }).execute();
  expect(await reviveRun(db, command)).toBe('revived');
  expect(await turn()).toMatchObject([{ kind: 'start', target: { kind: 'execution', id: rowId } }]);
});

// Rules: 17.2.3
test('no batch row is claimed beside a single start, unless batches are owed a turn', async () => {
  const { id } = await trigger(db, tenant, { definition: APPROVE });
  const rowId = await queueRow();
  const idsOf = (claimed: Awaited<ReturnType<typeof turn>>) => claimed.map(({ target }) => target.id);
  expect(idsOf(await turn())).toEqual([id]);
  await expireLeases();
  const owed = await deleteAndClaim(db.pool, [], LIMITS, MOST_OF_BATCH, true);
  expect(idsOf(owed).toSorted((a, b) => a - b)).toEqual([id, rowId]);
  await db.kysely.deleteFrom('command').where('execution_id', '=', id).execute();
  await expireLeases();
  expect(idsOf(await turn())).toEqual([rowId]);
});

// Rules: 17.2.2
test('a row of which nothing is under way but a report takes the place of no other row of its batch', async () => {
  const rowId = await queueRow();
  const claimOne = () => deleteAndClaim(db.pool, [], { poke: 0, single: 0, batch: 5, recovery: 0 }, 1);
  const [start] = await claimOne();
  await deleteAndClaim(db.pool, [start?.id ?? 0], { poke: 0, single: 0, batch: 0, recovery: 0 }, 1);
  const next = await queueRow();
  await sql`
    update execution e set batch_id = first.batch_id, row_index = 1
    from execution first where first.id = ${rowId} and e.id = ${next}`.execute(db.kysely);
  await sql`
    update command c set batch_id = e.batch_id from execution e where c.execution_id = e.id and e.id = ${next}`.execute(
    db.kysely,
  );
  expect(await claimOne()).toEqual([]);
  await db.kysely.updateTable('execution').set({ only_awaits_reports: true }).where('id', '=', rowId).execute();
  expect((await claimOne()).map(({ target }) => target.id)).toEqual([next]);
});

describe('a row that was begun and not dispatched: its executor died, or Temporal was away', () => {
  const claimOne = (mostOfBatch: number) =>
    deleteAndClaim(db.pool, [], { poke: 0, single: 0, batch: 1, recovery: 0 }, mostOfBatch);
  const idsOf = (claimed: Awaited<ReturnType<typeof turn>>) => claimed.map(({ target }) => target.id);

  // Rules: 17.2.6
  test('is claimed again though its batch has as many in flight as it may', async () => {
    const rowId = await queueRow();
    expect(idsOf(await claimOne(1))).toEqual([rowId]);
    await expireLeases();
    expect(idsOf(await claimOne(1))).toEqual([rowId]);
  });

  // Rules: 17.2.6
  test('is claimed before rows that were not begun', async () => {
    const rowId = await queueRow();
    await claimOne(1);
    await queueRow();
    await sql`update command set due_at = now() - interval '1 second' where execution_id = ${rowId}`.execute(db.kysely);
    expect(idsOf(await claimOne(1))).toEqual([rowId]);
  });

  // Rules: 17.2.6, 17.3.2
  test('is claimed again though its batch is interrupted', async () => {
    const rowId = await queueRow();
    await claimOne(1);
    await db.kysely.updateTable('batch').set({ status: 'interrupted', interrupted_code: 'operator' }).execute();
    await expireLeases();
    expect(idsOf(await claimOne(1))).toEqual([rowId]);
  });
});

test('a batch with rows to start is looked at seldom, and soon after its last row was started', async () => {
  const { id: model } = await trigger(db, tenant, { definition: APPROVE, isDispatched: true });
  const { rows } = await sql<{ id: number }>`
    insert into batch (account_id, api_client_id, workflow_id, workflow_version, execution_mode, total_count, status,
      run_key)
    select account_id, api_client_id, workflow_id, 1, 'test', 1, 'running', gen_random_uuid()
    from execution where id = ${model} returning id`.execute(db.kysely);
  const batchId = rows[0]?.id ?? 0;
  // Times are stored in whole milliseconds, so the present may be stored up to half a millisecond ahead.
  await sql`insert into command (kind, execution_id, batch_id, lane, due_at)
    values ('start', ${model}, ${batchId}, 'batch', now() - interval '1 second')`.execute(db.kysely);
  /** Seconds until the poke is due, all in one transaction. */
  const pokedIn = () =>
    db.transaction(async (trx) => {
      await pokeBatch(trx, batchId);
      const due = await sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::float8 as seconds from command where kind = 'poke'`.execute(trx);
      return due.rows.map(({ seconds }) => seconds);
    });

  expect(await pokedIn()).toEqual([expect.closeTo(2, 1)]);
  // Pretends that it is claimed, so that nothing is left to start.
  await db.kysely
    .updateTable('command')
    .set({ due_at: sql`now() + interval '15 seconds'` })
    .where('kind', '=', 'start')
    .execute();
  expect(await pokedIn()).toEqual([expect.closeTo(0.3, 1)]);
});
